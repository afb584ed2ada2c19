"""What is open, or was decided, as a reply tells it: all that a line asks after, or what it speaks of."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.store.database import run_statement
from shared.contracts.entities import OPEN_TYPES, EntityType
from shared.contracts.turns import FittingThread, RoutedTurn
from shared.text.open_questions import OpenQuestion, read_open_question

MOST_TOLD = 5
"""Of all that is asked after; how much more there is is said."""

_TYPES: Mapping[OpenQuestion, tuple[EntityType, ...]] = MappingProxyType({
    OpenQuestion.THREADS: OPEN_TYPES,
    OpenQuestion.WAITING: (EntityType.WAITING_ON,),
    OpenQuestion.DECISIONS: (EntityType.DECISION,),
})  # fmt: skip

_TOLD = ("thread_id", "memory_id", "entity_type", "text", "since")


@dataclass(frozen=True, slots=True)
class OpenTold:
    """What is told, whether that is all that was asked after, and how much more there is."""

    threads: tuple[FittingThread, ...] = ()
    asked: OpenQuestion | None = None
    more: int = 0


async def load_open_told(
    connection: AsyncConnection, turn: RoutedTurn, allowed: frozenset[str] | None, now: datetime
) -> OpenTold:
    """The reply that tells it hides with its memories; where no talk left a decision, any memory may answer."""
    asked = read_open_question(turn.text)
    if not turn.read:
        return OpenTold(asked=asked)
    mine: dict[str, object] = {
        "tenant_id": turn.tenant_id,
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "write": turn.write,
    }
    if asked is not None:
        wanted: dict[str, object] = {
            "entity_types": [each.value for each in _TYPES[asked]],
            "allowed": None if allowed is None else sorted(allowed),
            "engagement_id": turn.engagement_id,
            "most": MOST_TOLD,
        }
        rows = await run_statement(connection, "turn/list_open_asked", mine | wanted)
        if not rows:
            return OpenTold(asked=None if asked is OpenQuestion.DECISIONS else asked)
        told = tuple(FittingThread(score=1, **{name: row[name] for name in _TOLD}) for row in rows)
        return OpenTold(told, asked, rows[0]["among"] - len(told))
    if not turn.threads:
        return OpenTold()
    spoken_of: dict[str, object] = {"ids": [one.thread_id for one in turn.threads], "now": now}
    rows = await run_statement(connection, "turn/load_threads_told", mine | spoken_of)
    scores = {one.thread_id: one.score for one in turn.threads}
    fitting = (FittingThread(**row, score=scores[row["thread_id"]]) for row in rows)
    return OpenTold(tuple(sorted(fitting, key=lambda one: -one.score)))
