"""The database's schema, forward only. Each revision is a text of SQL beside a few lines that name it."""
