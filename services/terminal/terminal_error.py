"""What the terminal says when it cannot do what was asked."""


class SorryError(Exception):
    """One plain sentence for the person; the command ends with 1."""
