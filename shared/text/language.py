"""Which language a line is in, by its small words."""

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from shared.text.comparable import small_words
from shared.text.pattern_files import APOSTROPHE

SPOKEN = ("en", "es", "de")
"""What the templates speak."""

_UNDERSTOOD = ("fr", "it", "pt", "nl")
_NAMES = {
    "en": "english",
    "es": "spanish",
    "de": "german",
    "fr": "french",
    "it": "italian",
    "pt": "portuguese",
    "nl": "dutch",
}
_SURE = 2
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")


@cache
def _telling(language: str) -> frozenset[str]:
    """Its small words, and others that only it has."""
    more = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return small_words()[_NAMES[language]] | frozenset(more.get(language, "").split())


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text.replace(APOSTROPHE, "'"))]


def _counts(text: str, languages: Iterable[str]) -> dict[str, int]:
    return {language: sum(word in _telling(language) for word in _words(text)) for language in languages}


def language_of(text: str, otherwise: str) -> str:
    """The spoken language with most of its small words in the line; the other one, if it is spoken, on a tie.

    One word alone tells nothing where it is a word of another language too: "no", "hay fever".
    """
    counts = _counts(text, SPOKEN)
    best = max(counts.values())
    fallback = otherwise if otherwise in SPOKEN else "en"
    leading = [language for language in SPOKEN if counts[language] == best]
    if best == 0 or fallback in leading or len(leading) > 1:
        return fallback
    return fallback if best == 1 and not _IN_SEVERAL.isdisjoint(_words(text)) else leading[0]


_IN_SEVERAL = frozenset({"no", "me", "a", "so", "hay", "son", "war", "bin", "hat", "will", "man", "ok", "okay", "oh"})


def language_so_far(texts: Iterable[str], otherwise: str) -> str:
    """The language of the first of these texts that tells one, the newest first; what they quote is not heard."""
    for text in texts:
        counts = _counts(_QUOTED.sub(" ", text), SPOKEN)
        first, second = sorted(counts.values(), reverse=True)[:2]
        if first >= _SURE and first > second:
            return next(language for language in SPOKEN if counts[language] == first)
    return otherwise


_QUOTED = re.compile(r"“[^“”]*”|„[^„“]*“|«[^«»]*»|\[[^\]]*\]")
"""What somebody's words are shown in, or stands where they were."""


def language_heard(text: str, otherwise: str) -> str:
    """The same, among the languages that are only understood a little too."""
    spoken = language_of(text, otherwise)
    most = max(_counts(text, SPOKEN).values())
    others = _counts(text, _UNDERSTOOD)
    best = max(others, key=lambda language: others[language])
    enough = 1 if best == otherwise else _SURE  # one small word is in many languages
    more = others[best] >= most if best == otherwise else others[best] > most
    return best if more and others[best] >= enough else spoken
