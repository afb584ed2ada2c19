"""What more than one process must agree on, and nothing else."""
