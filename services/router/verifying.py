"""Before an effect the understanding is held against the memories that came with the turn: does it make sense?"""

import re
from dataclasses import dataclass
from uuid import UUID

from shared.turns import ClassifiedTurn

ASKED_ABOUT = 0.4
"""Below, the companion asks instead of acting, where what it does is only a question too: decision 16."""
DONE_AT_ONCE = 0.45
"""The same where something is noted, or a note is changed, without a question."""
ASKING = frozenset({"remember_about_me", "forget_about_me"})
_WORD = re.compile(r"[^\W\d_]{4,}")


@dataclass(frozen=True, slots=True)
class Verification:
    """How well an understanding fits what is known."""

    matches: bool
    confidence: float
    supporting: tuple[UUID, ...]
    conflicting: tuple[UUID, ...]
    alternative: str | None
    """Another reading that fits better."""


def verify(turn: ClassifiedTurn) -> Verification:
    """Memories that share the line's words support a reading of their own kind, and speak against the other one."""
    understanding = turn.understanding
    personal = understanding.intent in PERSONAL
    said = set(_WORD.findall(turn.text.casefold()))
    about = [memory for memory in turn.near if said & set(_WORD.findall(memory.content.casefold()))]
    supporting = tuple(memory.assertion_id for memory in about if memory.personal == personal)
    conflicting = tuple(memory.assertion_id for memory in about if memory.personal != personal)
    weight = BOOST * bool(supporting) - COST * (bool(conflicting) and not supporting)
    confidence = min(1.0, max(0.0, understanding.confidence + weight))
    return Verification(
        matches=confidence >= enough_for(understanding.intent),
        confidence=confidence,
        supporting=supporting,
        conflicting=conflicting,
        alternative=understanding.alternatives[0] if understanding.alternatives else None,
    )


def enough_for(intent: str) -> float:
    """How sure an understanding has to be before it is acted on."""
    return ASKED_ABOUT if intent in ASKING else DONE_AT_ONCE


PERSONAL = frozenset({"remember_about_me", "forget_about_me"})
BOOST = 0.1
COST = 0.05
