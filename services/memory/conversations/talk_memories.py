"""What conversations meant, as the doors show it: narratives with what they name and what they changed."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.store.database import run_statement
from services.memory.store.rows import skip_unreadable
from shared.contracts.assertions import Force, text_hash
from shared.contracts.entities import Delta, Entity, describe_entity
from shared.contracts.envelope import Caller
from shared.contracts.requests.conversations import DeltaView, EntityView, TalkMemory


async def load_talk_memories(
    connection: AsyncConnection, who: Caller, ids: Sequence[UUID] = (), *, conversation_id: UUID | None = None
) -> tuple[TalkMemory, ...]:
    """Those that are named, in their order, and those of a conversation after them; whatever their force."""
    wanted = {"person_id": who.person_id, "ids": list(ids), "conversation_id": conversation_id}
    rows = await run_statement(connection, "conversations/load_talk_memories", wanted)
    found = {one.assertion_id: one for one in skip_unreadable("narrative", rows, _talk_memory)}
    return tuple(found[one] for one in dict.fromkeys((*ids, *found)) if one in found)


def _talk_memory(row: Record) -> TalkMemory:
    return TalkMemory(
        assertion_id=row["id"],
        conversation_id=row["conversation_id"],
        engagement_id=row["engagement_id"],
        display_number=row["display_number"],
        narrative=row["content"],
        original=row["original"],
        edited=row["edited"],
        force=Force(row["force"]),
        version=row["version"],
        text_hash=text_hash(row["content"]),
        at=row["at"],
        reduced=row["reduced"],
        model=row["model"],
        entities=tuple(skip_unreadable("memory_entity", _listed(row["entities"]), _entity_view)),
        deltas=tuple(skip_unreadable("state_delta", _listed(row["deltas"]), _delta_view)),
        beside=tuple(row["beside"]),
    )


def _listed(rows: str | None) -> Iterable[Mapping[str, Any]]:
    found: list[dict[str, Any]] = json.loads(rows or "[]")
    return found


def _entity_view(row: Mapping[str, Any]) -> EntityView:
    entity = Entity(entity_id=row["id"], turn_id=row["turn_id"], quote=row["quote"], data=row["data"])
    return EntityView(
        entity=entity,
        text=describe_entity(entity.data),
        is_active=row["is_active"],
        resolved_at=row["resolved_at"],
        resolved_by=row["resolved_by"],
    )


def _delta_view(row: Mapping[str, Any]) -> DeltaView:
    return DeltaView(delta=Delta.model_validate(row["data"]), applied=row["applied"], applied_at=row["applied_at"])
