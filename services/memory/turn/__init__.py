"""The steps of a turn that touch the database, one file a step."""
