"""Why a companion turn says what it says: read from what was stored with it, without asking any model."""

from collections.abc import Sequence

from asyncpg import Record
from pydantic import TypeAdapter

from services.memory.notebook.entries import entry_of
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_for_one, run_statement
from shared.contracts.errors import SaidOffTheRecordError, TurnNotFoundError
from shared.contracts.operations import Action
from shared.contracts.requests.notebook import GetWhy, ReferenceView, WhyView
from shared.contracts.turns import Stamp
from shared.contracts.understanding import Influence, ModelUse

_AXES = TypeAdapter(dict[str, str])
_STAMPS = TypeAdapter(tuple[Stamp, ...])
NOT_RECORDED = ModelUse(provider="not recorded", model="", latency_ms=0, cost=None)
"""Of a turn that was answered before this was kept."""


async def explain_turn(memory: MemoryContext, question: GetWhy) -> WhyView:
    """How a turn with a reply came about."""
    parameters = {"person_id": question.caller.person_id, "turn_id": question.turn_id, "assertion_id": None}
    async with memory.reading(question.caller) as connection:
        turn = await run_for_one(connection, "notebook/load_why", parameters)
        references = await run_statement(connection, "notebook/list_references", parameters)
        did = await run_statement(connection, "notebook/list_history", parameters)
    if turn is not None and not turn["write"]:
        raise SaidOffTheRecordError
    if turn is None or turn["reply"] is None:
        raise TurnNotFoundError
    return _view(turn, references, did)


def _view(turn: Record, references: Sequence[Record], did: Sequence[Record]) -> WhyView:
    return WhyView(
        turn_id=turn["turn_id"],
        said=tuple(turn["said"]),
        reply=turn["reply"],
        intent=turn["read_as"] or turn["intent"],
        axes=_AXES.validate_json(turn["axes"] or "{}"),
        confidence=turn["confidence"] or 0.0,
        alternatives=tuple(turn["alternatives"] or ()),
        language=turn["language"] or "",
        action=Action(turn["action"]),
        understood_by=_used(turn["understood_by"]),
        answered_by=_used(turn["answered_by"]),
        references=tuple(map(_reference, references)),
        did=tuple(map(entry_of, did)),
        stamps=_STAMPS.validate_json(turn["stamps"]),
    )


def _used(stored: str | None) -> ModelUse:
    return ModelUse.model_validate_json(stored) if stored else NOT_RECORDED


def _reference(row: Record) -> ReferenceView:
    return ReferenceView(
        assertion_id=row["assertion_id"],
        display_number=row["display_number"] if row["content"] is not None else None,
        content=row["content"],
        influence=Influence(row["influence"]),
        score=row["score"],
        reason=row["reason"],
    )
