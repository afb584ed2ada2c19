"""Words by their beginnings, which they share with their plurals and other forms."""

import re

_WORD = re.compile(r"\w+")
_FEW_LETTERS = 3
_LETTERS = 5


def stem(word: str) -> str:
    """The beginning of a word."""
    return word[:_LETTERS]


def overlap(lowered: str, item: str) -> float:
    """The share of an item's longer words that a text uses."""
    of_item = {stem(word) for word in _WORD.findall(item.lower()) if len(word) > _FEW_LETTERS}
    of_text = {stem(word) for word in _WORD.findall(lowered)}
    return len(of_item & of_text) / len(of_item) if of_item else 0.0
