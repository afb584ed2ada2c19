"""What keeps a person safe is said again where a model's words forget it: "a pad thai with chopped peanuts"."""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.contracts.turns import EngagementKind, PerformedTurn
from shared.text.comparable import content_words
from shared.text.quotation import without_marks

_BULLET = re.compile(r"^- (.+) \([^()]*\)$", re.MULTILINE)
"""A memory as the prompt has it, with the time when it was noted."""
SHORTEST = 3
"""Letters of a word that may stand at the end of a longer one: nuts in peanuts."""


def forgotten_safety(prose: str, turn: PerformedTurn) -> tuple[str, ...]:
    """What the person must not have, of which the prose speaks as if nobody had said so."""
    context = turn.context
    told = context.personal_memory if turn.engagement_kind is EngagementKind.PROJECT else context.always
    if _signs().search(prose):
        return ()
    named = content_words(prose)
    return tuple(one for one in _BULLET.findall(told) if _signs().search(one) and _names(named, one))


def _names(named: frozenset[str], memory: str) -> bool:
    harmful = {word for word in content_words(_signs().sub(" ", without_marks(memory))) if len(word) >= SHORTEST}
    return any(word == other or word.endswith(other) for word in named for other in harmful - _beside())


@cache
def _table() -> dict[str, str]:
    table: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return table


@cache
def _signs() -> re.Pattern[str]:
    return re.compile(_table()["signs"], re.IGNORECASE)


@cache
def _beside() -> frozenset[str]:
    return content_words(_table()["beside"])
