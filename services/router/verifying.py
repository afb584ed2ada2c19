"""Before an effect the understanding is held against the memories that came with the turn: does it make sense?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from shared.contracts.turns import ClassifiedTurn, FittingThread, NearMemory
from shared.contracts.understanding import Influence, MemoryUse

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
    used: tuple[MemoryUse, ...] = ()
    """Each of those memories, with what it said of the reading; the one that has most to do with the line first."""


def verify_understanding(turn: ClassifiedTurn) -> Verification:
    """Memories that share the line's words support a reading of their own kind, and speak against the other one."""
    understanding = turn.understanding
    personal = understanding.intent in PERSONAL
    said = _words(turn.text)
    about = [memory for memory in turn.near if said & _words(memory.content)]
    named = () if personal else tuple(thread.memory_id for thread in turn.threads)
    supporting = (*(memory.assertion_id for memory in about if memory.personal == personal), *named)
    conflicting = tuple(memory.assertion_id for memory in about if memory.personal != personal)
    weight = BOOST * bool(supporting) - COST * (bool(conflicting) and not supporting)
    confidence = min(1.0, max(0.0, understanding.confidence + weight))
    matches = confidence >= enough_for(understanding.intent)
    return Verification(
        matches=matches,
        confidence=confidence,
        supporting=supporting,
        conflicting=conflicting,
        alternative=understanding.alternatives[0] if understanding.alternatives else None,
        used=(*_used(about, said, supporting, matches=matches), *map(_open, turn.threads if named else ())),
    )


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _used(
    about: Sequence[NearMemory], said: set[str], supporting: Sequence[UUID], *, matches: bool
) -> tuple[MemoryUse, ...]:
    told = {memory.assertion_id: SUPPORTS if memory.assertion_id in supporting else CONFLICTS for memory in about}
    uses = [
        MemoryUse(
            assertion_id=memory.assertion_id,
            influence=Influence.INTENT_VERIFICATION,
            score=round(len(said & _words(memory.content)) / len(_words(memory.content)), 2),
            reason=told[memory.assertion_id] if matches else ALMOST,
        )
        for memory in about
    ]
    return tuple(sorted(uses, key=lambda use: -use.score))


def _open(thread: FittingThread) -> MemoryUse:
    return MemoryUse(
        assertion_id=thread.memory_id, influence=Influence.ENTITY_REFERENCE, score=thread.score, reason=OPEN
    )


def enough_for(intent: str) -> float:
    """How sure an understanding has to be before it is acted on."""
    return ASKED_ABOUT if intent in ASKING else DONE_AT_ONCE


PERSONAL = frozenset({"remember_about_me", "forget_about_me"})
SUPPORTS, CONFLICTS = "spoke for what was understood", "spoke against what was understood"
"""No reply was made with these: `services/memory/erasure/find_in_turns.sql` knows them by their words."""
OPEN = "open still, and spoken of"
"""As memory has it, too: a model that was shown it may have said it."""
ALMOST = "almost fits what was said"
"""Of a line that is asked about; the question may name it."""
BOOST = 0.1
COST = 0.05
