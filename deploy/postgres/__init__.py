"""What a database needs before the first migration: roles, the database itself, its extension."""
