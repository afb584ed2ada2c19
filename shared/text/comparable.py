"""One form of what is told of a person, whoever worded it, and whether to them or of themself.

"I'm allergic to nuts", "You're allergic to nuts.", `You said: “I'm allergic to nuts”` and "The person is allergic to
nuts" are the same. What compares, protects, forgets and recalls stands on it. Nobody reads it.
"""

import re
import tomllib
from functools import cache, partial
from pathlib import Path

from shared.text.fold import fold_text
from shared.text.pattern_files import APOSTROPHE
from shared.text.quotation import without_marks

_WORD = re.compile(r"(?<!\w-)\b[^\W\d_]+(?:'[^\W\d_]+)?\b(?!-\w)")
"""None that is a part of another: "ten-am" and "me-time" stay what they are."""


def comparable_form(text: str) -> str:
    """That form, folded."""
    return fold_text(told_to_them(text))


def told_to_them(text: str) -> str:
    """The same as it was written but for the person: names keep their capitals."""
    plain = without_marks(text).replace(APOSTROPHE, "'")
    plain = _pattern("order", "lead").sub("", plain, count=1)
    plain = _pattern("person", "of").sub(_to_them, plain)
    plain = _pattern("english", "im").sub("I am", plain)
    plain = _pattern("spanish", "me").sub("te", plain)
    for table, pattern in (("spelled", _WORD), ("turned", _WORD), ("after", _after())):
        plain = pattern.sub(partial(_instead, table), plain)
    return plain


def speaks_of_themself(text: str) -> bool:
    """Whether it has "I", "my" or the like in it."""
    plain = text.replace(APOSTROPHE, "'")
    return told_to_them(plain) != plain


def _instead(table: str, found: re.Match[str]) -> str:
    word = found[0]
    instead = _pairs(table).get(word.casefold())
    if instead is None:
        return word
    return instead.capitalize() if word[0].isupper() and word != "I" else instead


_THEM = {"the": "you", "die": "du", "der": "du", "la": "", "el": ""}


def _to_them(found: re.Match[str]) -> str:
    """By the article, which tells the language."""
    verb = (found["verb"] or "").strip()
    if found["own"]:
        return f"your {verb}".strip()
    return f"{_THEM[found['article'].casefold()]} {_tables()['person'].get(verb.casefold(), verb)}".strip()


@cache
def _tables() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@cache
def _pattern(table: str, name: str) -> re.Pattern[str]:
    return re.compile(_tables()[table][name])


@cache
def _after() -> re.Pattern[str]:
    return re.compile(rf"(?i)\b(?:{'|'.join(_pairs('after'))})\b(?!-\w)")


@cache
def _pairs(table: str) -> dict[str, str]:
    """Of all languages: who mixes them is understood too."""
    words = " ".join(_tables()[table].values()).split()
    return {one.replace("_", " "): other.replace("_", " ") for one, other in zip(words[::2], words[1::2], strict=True)}
