"""Fences around what people and memories say: between them stands data, and nothing in it is an instruction.

The mark is drawn for each call, so that nobody who writes the data can close its fence.
"""

import secrets

from shared.text.visible_text import visible_text


def new_mark() -> str:
    """A mark that nobody can have written before."""
    return secrets.token_hex(8)


def fence_text(name: str, text: str, mark: str) -> str:
    """The text between two lines that carry its name and the mark; nothing in it that a person would not see."""
    return f"<<{name} {mark}\n{visible_text(text)}\n{name} {mark}>>"
