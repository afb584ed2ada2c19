"""Taking everything along, and bringing it back."""
