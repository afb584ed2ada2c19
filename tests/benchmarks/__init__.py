"""How fast, how heavy, and compared with what."""
