"""Memory: the only service that opens the database."""
