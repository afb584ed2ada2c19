"""Making words go for good: what they may look like, and the statements that find and remove them."""
