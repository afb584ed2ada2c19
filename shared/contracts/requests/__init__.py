"""What doors may ask and command of memory: one file for each family of doors."""
