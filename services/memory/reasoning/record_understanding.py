"""What is kept of a turn's understanding: what was read, which memories had a part in it, what it cost."""

from datetime import datetime
from decimal import Decimal
from uuid import UUID, uuid5

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.store.database import run_statement
from shared.contracts.operations import NoteCorrection
from shared.contracts.turns import AnsweredTurn, ClassifiedTurn, FittingThread, NearMemory, Quote, RoutedTurn
from shared.contracts.understanding import Influence, MemoryUse, ModelUse, Reading

_AXES = TypeAdapter(dict[str, str])
_USES = TypeAdapter(tuple[MemoryUse, ...])
IN_THE_HOUSE = "offline"
"""The engine that says a memory word for word, or not at all."""
SHOWN = "stood in what the model was shown"
NEAR = "near to what was said"
"""Of what understanding had at hand; `erasure/find_in_turns.sql` knows it by these words: no reply was made with it."""
OPEN = "open still, and spoken of"
LISTED = "all that is known was asked for"
APART = {"intent", "confidence", "alternatives", "language", "memory_used"}
"""What stands in columns of its own; everything else of a reading are its parameters."""


async def record_unanswered(connection: AsyncConnection, turn: ClassifiedTurn, now: datetime) -> None:
    """What was understood in a turn that had no reply in the end, and what that took."""
    await run_statement(connection, "reasoning/record_understanding", understanding_row(turn, None, now))


def understanding_row(turn: ClassifiedTurn, answered_by: ModelUse | None, now: datetime) -> dict[str, object]:
    """As it is stored; once more is the same, for a turn that had failed may be answered in the end.

    Off the record only what it was and what it took: nothing in which the words, or what they touched, could be read.
    """
    understanding = turn.understanding
    return {
        "tenant_id": turn.tenant_id,
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "intent": understanding.intent,
        "axes": _AXES.dump_json(understanding.axes).decode(),
        "confidence": understanding.confidence,
        "alternatives": understanding.alternatives,
        "language": understanding.language,
        "parameters": _parameters(understanding) if turn.write else "{}",
        "understood_by": understanding.source.model_dump_json(),
        "answered_by": None if answered_by is None else answered_by.model_dump_json(),
        "memory_used": _USES.dump_json(_uses(turn, answered_by) if turn.write else ()).decode(),
        "now": now,
        **spent_on(understanding.source, *([answered_by] if answered_by is not None else [])),
    }


def _uses(turn: ClassifiedTurn, answered_by: ModelUse | None) -> tuple[MemoryUse, ...]:
    """What helped to understand, what the reply was made with, and what else was at hand."""
    helped = [*map(_open, turn.threads), *turn.understanding.memory_used]
    near = [_near(one) for one in turn.near if one.score > 0]
    if not isinstance(turn, AnsweredTurn) or answered_by is None:
        return _each_once(*helped, *near)
    quoted = [_quoted(quote) for quote in turn.context.quotes]
    if answered_by.provider == IN_THE_HOUSE:
        return _each_once(*quoted, *helped, *near)
    return _each_once(*helped, *quoted, *map(_shown, turn.context.known), *near)


def _each_once(*uses: MemoryUse) -> tuple[MemoryUse, ...]:
    """The first that is said of a memory counts."""
    return tuple({use.assertion_id: use for use in reversed(uses)}.values())[::-1]


def _near(memory: NearMemory) -> MemoryUse:
    """It was given to whoever read the line, and to nobody else."""
    return MemoryUse(
        assertion_id=memory.assertion_id, influence=Influence.PATTERN_MATCH, score=memory.score, reason=NEAR
    )


def _open(thread: FittingThread) -> MemoryUse:
    """It is open since the conversation that this memory is of."""
    return MemoryUse(
        assertion_id=thread.memory_id, influence=Influence.ENTITY_REFERENCE, score=thread.score, reason=OPEN
    )


def _quoted(quote: Quote) -> MemoryUse:
    """What was found for the question, and by what; or what was listed because all of it was wanted."""
    reason = f"found for the question by {' and '.join(quote.found_by[:2])}" if quote.found_by else LISTED
    return MemoryUse(assertion_id=quote.assertion_id, influence=Influence.KNOWN, score=quote.score, reason=reason)


def _shown(assertion_id: UUID) -> MemoryUse:
    return MemoryUse(assertion_id=assertion_id, influence=Influence.KNOWN, score=0, reason=SHOWN)


async def note_corrections(connection: AsyncConnection, turn: RoutedTurn) -> None:
    """How the person set misunderstandings right; the next classification sees it, unless it was said on the quiet."""
    for place, operation in enumerate(turn.operations):
        if isinstance(operation, NoteCorrection) and turn.write:
            parameters = {
                "id": uuid5(turn.turn_id, f"correction {place}"),
                "person_id": turn.person_id,
                "turn_id": operation.turn_id,
                "original": operation.original,
                "corrected": operation.corrected,
            }
            await run_statement(connection, "reasoning/note_correction", parameters)


async def is_news_that_budget_is_used_up(connection: AsyncConnection, turn: RoutedTurn, now: datetime) -> bool:
    """Whether this is the day's first turn that a model was not asked about for want of budget."""
    if turn.person.may_spend or turn.understanding.source.fallback_from is None:
        return False
    mine = {"tenant_id": turn.tenant_id, "person_id": turn.person_id, "now": now}
    return bool(await run_statement(connection, "reasoning/tell_used_up", mine))


def _parameters(reading: Reading) -> str:
    kept = set(Reading.model_fields) - APART
    return reading.model_dump_json(include=kept, exclude_defaults=True)


def spent_on(*uses: ModelUse) -> dict[str, int | Decimal]:
    """What the calls took; one without a price has tokens, and no cost."""
    return {
        "sent": sum(use.tokens.sent for use in uses),
        "received": sum(use.tokens.received for use in uses),
        "cache_written": sum(use.tokens.cache_written for use in uses),
        "cache_read": sum(use.tokens.cache_read for use in uses),
        "cost": sum((use.cost for use in uses if use.cost is not None), Decimal(0)),
        "unpriced": sum(use.attempts for use in uses if use.cost is None),
    }
