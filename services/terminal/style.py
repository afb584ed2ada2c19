"""Colours, where there is somebody to see them."""

import os
import sys
import unicodedata


def clean_text(text: str) -> str:
    """The text without what a terminal would obey."""
    return "".join(char for char in text if char in "\n\t" or unicodedata.category(char) != "Cc")


def _painted(code: str, text: str) -> str:
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return clean_text(text)
    return f"\x1b[{code}m{clean_text(text)}\x1b[0m"


def strong_text(text: str) -> str:
    """What matters."""
    return _painted("1", text)


def dim_text(text: str) -> str:
    """What is beside the matter, or past."""
    return _painted("2", text)


def sorry_text(text: str) -> str:
    """What went wrong."""
    return _painted("31", text)
