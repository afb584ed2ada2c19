"""The transcript: turns as the doors show them."""
