"""With the yes to a file comes what its conversations meant: of what landed, with the links that hold here."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.apply_deltas import StateChange
from services.memory.conversations.store_entities import entity_category
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_statement
from services.memory.transfer.brought_meanings import (
    BroughtConversation,
    BroughtDelta,
    BroughtEntity,
    BroughtMeaning,
    BroughtNarrative,
)
from services.memory.transfer.import_file import row_as
from services.memory.transfer.import_under_way import Import
from shared.contracts.entities import describe_entity

AT_ONCE = 500
"""Rows of one transaction."""
LONG = 20.0
FORMS: Mapping[str, type[BroughtMeaning]] = {
    "conversation": BroughtConversation,
    "narrative": BroughtNarrative,
    "entity": BroughtEntity,
    "delta": BroughtDelta,
}
"""In the order in which they land: what comes later names what came before."""
LANDS = {
    "conversation": "transfer/import_conversations",
    "narrative": "transfer/import_narratives",
    "entity": "transfer/import_entities",
    "delta": "transfer/import_deltas",
}
_CHANGE = TypeAdapter(StateChange)


async def land_meanings(memory: MemoryContext, connection: AsyncConnection, one: Import) -> int:
    """The next rows of one kind; says how many there were."""
    now = memory.clock()
    for kind, form in FORMS.items():
        wanted = {**one.named, "kind": kind, "most": AT_ONCE}
        rows = await run_statement(connection, "transfer/import_meant_rows", wanted)
        if rows:
            brought = [found for row in rows if (found := row_as(form, row["body"], now)) is not None]
            landing = {
                **one.named,
                "now": now,
                "rows": json.dumps([_columns(each, now) for each in brought], default=str),
                "numbers": [row["number"] for row in rows],
            }
            await run_statement(connection, LANDS[kind], landing, seconds=LONG)
            await run_statement(connection, "transfer/import_taken_on", landing)
            return len(rows)
    return 0


def _columns(brought: BroughtMeaning, now: datetime) -> dict[str, object]:
    row = asdict(brought)
    match brought:
        case BroughtEntity(data=data):
            seen = min(brought.touched_at or brought.since, now)
            told: dict[str, object] = {"label": describe_entity(data), "category": entity_category(data)}
            return {**row, **told, "entity_type": data.type, "touched_at": seen, "data": data.model_dump(mode="json")}
        case BroughtDelta(data=data, before=before):
            changed = None if before is None else _CHANGE.dump_python(before, mode="json")
            told = {"delta_type": brought.delta_type, "confidence": data.confidence, "before": changed}
            kept = data.model_copy(update={"delta_id": brought.delta_id, "delta_type": brought.delta_type})
            return {**row, **told, "data": kept.model_dump(mode="json")}
        case _:
            return row
