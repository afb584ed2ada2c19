"""Which of the languages that the templates speak a line is in, by its small words."""

import re
import tomllib
from functools import cache
from pathlib import Path

SPOKEN = ("en", "es", "de")

_WORD = re.compile(r"[^\W\d_]+")


@cache
def _small_words() -> dict[str, frozenset[str]]:
    text = Path(__file__).with_name("small_words.toml").read_text(encoding="utf-8")
    return {language: frozenset(words.split()) for language, words in tomllib.loads(text).items()}


def language_of(text: str, otherwise: str) -> str:
    """The language with most of its small words in the line; on a tie the person's own, if it is spoken."""
    words = [word.lower() for word in _WORD.findall(text)]
    counts = {language: sum(word in small for word in words) for language, small in _small_words().items()}
    best = max(counts.values())
    fallback = otherwise if otherwise in SPOKEN else "en"
    if best == 0 or counts[fallback] == best:
        return fallback
    return next(language for language in SPOKEN if counts[language] == best)
