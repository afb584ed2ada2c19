"""What happens around every message, one concern per file."""
