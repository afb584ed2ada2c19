"""Which language a line is in, by its small words."""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.llm.offline.patterns import APOSTROPHE

SPOKEN = ("en", "es", "de")
"""What the templates speak."""

_SURE = 2
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


@cache
def _small_words(file: str) -> dict[str, frozenset[str]]:
    text = Path(__file__).with_name(file).read_text(encoding="utf-8")
    return {language: frozenset(words.split()) for language, words in tomllib.loads(text).items()}


def _counts(text: str, file: str) -> dict[str, int]:
    words = [word.lower() for word in _WORD.findall(text.replace(APOSTROPHE, "'"))]
    return {language: sum(word in small for word in words) for language, small in _small_words(file).items()}


def language_of(text: str, otherwise: str) -> str:
    """The spoken language with most of its small words in the line; on a tie the person's own, if it is spoken."""
    counts = _counts(text, "small_words.toml")
    best = max(counts.values())
    fallback = otherwise if otherwise in SPOKEN else "en"
    if best == 0 or counts[fallback] == best:
        return fallback
    return next(language for language in SPOKEN if counts[language] == best)


def language_heard(text: str, otherwise: str) -> str:
    """The same, among the languages that are only understood a little too."""
    spoken = language_of(text, otherwise)
    most = max(_counts(text, "small_words.toml").values())
    others = _counts(text, "more_small_words.toml")
    best = max(others, key=lambda language: others[language])
    enough = 1 if best == otherwise else _SURE  # one small word is in many languages
    more = others[best] >= most if best == otherwise else others[best] > most
    return best if more and others[best] >= enough else spoken
