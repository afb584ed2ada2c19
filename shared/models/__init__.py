"""Models: what understands a line and what speaks. One interface, several providers."""
