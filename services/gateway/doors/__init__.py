"""One file per thing that can be asked for; each ends with the table of its doors."""
