"""What keeps the checkout itself in order: its environment, its locks, its generated files."""
