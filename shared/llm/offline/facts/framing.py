"""Takes off what is said around a fact; the patterns are data, in framing.toml."""

import re
import tomllib
from functools import cache
from pathlib import Path

MOST_LAYERS = 8
"""Nobody frames a fact more often; each layer is one pass over the patterns."""
_EDGES = " \t\n,;:–—-"  # noqa: RUF001


_SAYS_HOW = re.compile(
    r"(?i)(?:\b(?:is|are|was|were|be|feels?|i'm|bin|ist|sind|war|geht|es|son|está|están|estoy|than|what|how|as)|'s|'re)$"
)
"""Behind these "ok" is no framing: "hard cheese is ok"."""
_OK = re.compile(r"(?i)^(?!i )\w+(?: \w+)? ok(?:ay)?$")
"""Of so few words "ok" says something: "hard cheese ok"."""


@cache
def _framing(language: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    tables = tomllib.loads(Path(__file__).with_name("framing.toml").read_text(encoding="utf-8"))
    table = tables.get(language, tables["en"])
    before = "|".join(f"(?:{pattern})" for pattern in table["before"])
    after = "|".join(f"(?:{pattern})" for pattern in table["after"])
    return re.compile(rf"^\W*(?:{before})", re.IGNORECASE), re.compile(after, re.IGNORECASE)


def unframed(clause: str, language: str) -> str:
    """The substance of a clause; empty when it was framing all through."""
    before, after = _framing(language)
    text = clause.strip(_EDGES)
    for _ in range(MOST_LAYERS):
        shorter = before.sub("", text, count=1).strip(_EDGES)
        bare = shorter.rstrip(" .!?…")
        without_end = after.sub("", bare).strip(_EDGES)
        is_how = _SAYS_HOW.search(without_end) or _OK.search(bare)
        shorter = without_end if without_end != bare and not is_how else shorter
        if shorter == text:
            break
        text = shorter
    return text.strip()
