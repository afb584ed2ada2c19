"""Takes off what is said around a fact; the patterns are data, in framing.toml."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shared.offline.patterns import in_short

MOST_LAYERS = 8
"""Nobody frames a fact more often; each layer is one pass over the patterns."""
_EDGES = " \t\n,;:–—-"  # noqa: RUF001


_SAYS_HOW = re.compile(
    r"(?i)(?:\b(?:is|are|was|were|be|feels?|i'm|bin|ist|sind|war|geht|es|son|está|están|estoy|than|what|how|as|the|my|your)|'s|'re)$"
)
"""Behind these "ok" is no framing: "hard cheese is ok"."""
_OK = re.compile(r"(?i)^(?!i )\w+(?: \w+)? ok(?:ay)?$")
"""Of so few words "ok" says something: "hard cheese ok"."""


@dataclass(frozen=True, slots=True)
class _Framing:
    """What stands around a clause in one language; and what "please" makes a wish, which would be lost without it."""

    before: re.Pattern[str]
    after: re.Pattern[str]
    wishes: tuple[tuple[re.Pattern[str], str], ...]


@cache
def _framing(language: str) -> _Framing:
    tables = tomllib.loads(Path(__file__).with_name("framing.toml").read_text(encoding="utf-8"))
    table = tables.get(language, tables["en"])
    before = "|".join(f"(?:{in_short(pattern, language)})" for pattern in table["before"])
    after = "|".join(f"(?:{pattern})" for pattern in table["after"])
    wishes = tuple((re.compile(pattern), plain) for pattern, plain in table.get("wishes", ()))
    return _Framing(re.compile(rf"^\W*(?:{before})", re.IGNORECASE), re.compile(after, re.IGNORECASE), wishes)


def unframed(clause: str, language: str) -> str:
    """The substance of a clause; empty when it was framing all through."""
    framing = _framing(language)
    text = clause.strip(_EDGES)
    for pattern, wish in framing.wishes:
        if found := pattern.match(text.rstrip(" .!")):
            named = found.groupdict()
            said = (
                f"{named['thing']} {named['how']}"
                if "thing" in named
                else f"{found['what'][:1].lower()}{found['what'][1:]}"
            )
            text = f"{wish} {said}"
    for _ in range(MOST_LAYERS):
        shorter = framing.before.sub("", text, count=1).strip(_EDGES)
        bare = shorter.rstrip(" .!?…")
        without_end = framing.after.sub("", bare).strip(_EDGES)
        is_how = _SAYS_HOW.search(without_end) or _OK.search(bare)
        shorter = without_end if without_end != bare and not is_how else shorter
        if shorter == text:
            break
        text = shorter
    return text.strip()
