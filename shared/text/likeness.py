"""How like two lines are: what was said of one may hold for the other."""

import re

from shared.text.comparable import content_words

LIKE = 0.5
"""The share of their words that two lines have in common, from which on they are alike."""
_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")


def share_words(one: str, other: str) -> float:
    """The part of all their words that both have; nothing, where they have only small ones in common."""
    words, others = (set(_WORD.findall(text.casefold())) for text in (one, other))
    if not words & others or not content_words(one) & content_words(other):
        return 0.0
    return len(words & others) / len(words | others)
