"""A yes in front of a line: all that it says, or the beginning of something more."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shared.offline.patterns import patterns
from shared.text.patterns import APOSTROPHE

FILE = Path(__file__).with_name("agreeing.toml")


@dataclass(frozen=True, slots=True)
class Yes:
    """A yes, and what is said behind it; nothing more in most."""

    rest: str
    parted: bool
    """Something stands between the two: a comma, a full stop, an "and"."""


@cache
def _words(name: str) -> re.Pattern[str]:
    words = patterns("words", FILE)[name].pattern.replace("\n", "")
    return re.compile(rf"\W*?(?:{words})(?!\w)", re.IGNORECASE)


@cache
def _joins() -> re.Pattern[str]:
    return re.compile(rf"(?:\W*(?:{patterns('words', FILE)['joins'].pattern})(?!\w))+", re.IGNORECASE)


def agreed(own: str, *, keeping: bool = True) -> Yes | None:
    """The yes that a line begins with, and what comes after it; nothing where it begins otherwise.

    "Keep it" agrees to what would be kept, and to nothing that would go.
    """
    text = own.replace(APOSTROPHE, "'").strip()
    end = agreed_until = 0
    while found := (agrees := _a_yes(text, end, keeping=keeping)) or _words("polite").match(text, end):
        agreed_until = found.end() if agrees else agreed_until
        end = found.end()
    if not agreed_until:
        return None
    if re.search(r"\w", text[end:]) is None:
        return Yes("", parted=False)
    joined = _joins().match(text, end)
    rest = text[joined.end() if joined else end :].lstrip(_MARKS)
    return Yes(rest, parted=_APART.search(text[agreed_until : len(text) - len(rest)]) is not None)


def _a_yes(text: str, at: int, *, keeping: bool) -> re.Match[str] | None:
    return (keeping and _words("keeps").match(text, at)) or _words("yes").match(text, at)


def agrees_outright(own: str, *, keeping: bool = True) -> bool:
    """It is a yes and nothing else, at once or after some doubt."""
    first = _words("hesitates").match(own)
    said = agreed(own[first.end() :] if first else own, keeping=keeping)
    return said is not None and (not said.rest or _words("comments").fullmatch(said.rest) is not None)


def orders_to_stay(own: str) -> bool:
    """Keep it, whatever else is polite about it: where it was asked whether it should go, that is a no."""
    if _words("stays").search(own[-_AT_THE_END:]):
        return True
    return agrees_outright(own) and not agrees_outright(own, keeping=False)


def wants_it_everywhere(own: str) -> bool:
    """It begins with where it is to hold: to an offer for all projects that is a yes."""
    return _words("everywhere").match(own) is not None


def agrees_aloud(own: str) -> bool:
    """Its yes is more than a word to begin with: "okay, and how long do I boil it?" only goes on."""
    return agreed(own) is not None and re.match(rf"\W*{_words('weak').pattern}\W*\w", own, re.IGNORECASE) is None


_AT_THE_END = 200
"""Characters."""
_MARKS = " ,.;:!…–—-)\"'"  # noqa: RUF001
_APART = re.compile(r"[,.;:!…–—-]|\b(?:and|also|plus|und|auch|y)\b", re.IGNORECASE)  # noqa: RUF001
