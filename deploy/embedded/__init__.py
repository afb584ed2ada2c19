"""A real broker and a real database from wheels, as our own child processes on one machine."""
