"""What a confirmed conversation changes in what is open, and how each change is taken back."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy import Row, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.tables import MEMORY_ENTITY, STATE_DELTA
from services.memory.store.database import run_statement
from shared.contracts.entities import RESOLVING, SURE, Delta, DeltaType
from shared.contracts.envelope import Caller

PRIORITIES = frozenset({"low", "normal", "high"})
_OPENING = frozenset({DeltaType.NEW_THREAD, DeltaType.NEW_WAITING_ON})


@dataclass(frozen=True, slots=True)
class EntityState:
    """What of an entity a change can change."""

    is_active: bool
    resolved_at: datetime | None
    resolved_by: UUID | None
    priority: str | None
    engagement_id: UUID | None


@dataclass(frozen=True, slots=True)
class StateChange:
    """One entity before and after."""

    was: EntityState
    became: EntityState


_CHANGE = TypeAdapter(StateChange)


async def apply_deltas(  # noqa: PLR0913  # each is a fact of the change
    connection: AsyncConnection,
    who: Caller,
    memory_id: UUID,
    deltas: Sequence[Delta],
    now: datetime,
    *,
    without: AbstractSet[UUID] = frozenset(),
) -> None:
    """Stores each with its memory and does what it says, where its ground still is as it was seen.

    Those that the person did without are stored as not applied; a thread that one of them would have opened is none.
    """
    await _link_projects(connection, who, memory_id)
    there = await _entities_there(connection, who, deltas)
    for place, delta in enumerate(deltas):
        found = await _load_entity(connection, who, delta)
        change = None if found is None else change_of(delta, _state_of(found), memory_id, now)
        left_out = delta.delta_id in without
        if found is not None and change is not None:
            await _put_state(connection, found, change.was if left_out else change.became)
        applied = change is not None and not left_out
        row = {
            "delta_type": delta.delta_type.value,
            "entity_id": delta.entity_id if delta.entity_id in there else None,
            "thread_id": delta.thread_id if delta.thread_id in there else None,
            "data": delta.model_dump(mode="json"),
            "before": _CHANGE.dump_python(change, mode="json") if applied and change is not None else None,
            "confidence": delta.confidence,
            "applied": applied,
            "applied_at": now + timedelta(microseconds=place) if applied else None,  # in this order, for undoing
        }
        own = {"tenant_id": who.tenant_id, "person_id": who.person_id, "id": delta.delta_id, "assertion_id": memory_id}
        stored = insert(STATE_DELTA).values(**own, **row)
        await connection.execute(stored.on_conflict_do_update(index_elements=["person_id", "id"], set_=row))


def change_of(delta: Delta, found: EntityState, memory_id: UUID, now: datetime) -> StateChange | None:
    """What a change makes of the entity that it is about; nothing, where that is no longer as it would need to be."""
    kind = delta.delta_type
    if kind in _OPENING:
        return StateChange(replace(found, is_active=False), replace(found, is_active=True))
    if kind in RESOLVING and delta.confidence > SURE and found.is_active and found.resolved_at is None:
        return StateChange(found, replace(found, resolved_at=now, resolved_by=memory_id))
    if kind is DeltaType.PRIORITY_CHANGE and delta.new in PRIORITIES:
        return StateChange(found, replace(found, priority=delta.new))
    if kind is DeltaType.ACT_UPDATE and found.engagement_id is not None:
        return StateChange(replace(found, engagement_id=None), found)
    return None


async def undo_deltas(connection: AsyncConnection, who: Caller, delta_ids: Sequence[UUID]) -> None:
    """Brings back what each changed, the last first; what somebody changed since stays as they made it."""
    mine = (STATE_DELTA.c.person_id == who.person_id) & STATE_DELTA.c.id.in_(delta_ids)
    wanted = select(STATE_DELTA).where(mine, STATE_DELTA.c.applied).order_by(STATE_DELTA.c.applied_at.desc())
    for row in (await connection.execute(wanted)).all():
        change, found = _CHANGE.validate_python(row.before), await _load_entity(connection, who, _delta_of(row))
        if found is not None:
            await _put_state(connection, found, undone_state(change, _state_of(found)))
    undone = update(STATE_DELTA).where(mine).values(applied=False, applied_at=None, before=None)
    await connection.execute(undone)


def undone_state(change: StateChange, found: EntityState) -> EntityState:
    """What is there now, with all that the change made of it as it was before."""
    names = (one.name for one in fields(EntityState))
    changed = (name for name in names if getattr(change.was, name) != getattr(change.became, name))
    untouched = [name for name in changed if getattr(found, name) == getattr(change.became, name)]
    return replace(found, **{name: getattr(change.was, name) for name in untouched})


_ABOUT_THREAD = RESOLVING | {DeltaType.PRIORITY_CHANGE}


def _delta_of(row: Row[Any]) -> Delta:
    return Delta.model_validate(row.data)


async def _load_entity(connection: AsyncConnection, who: Caller, delta: Delta) -> Row[Any] | None:
    target = delta.thread_id if delta.delta_type in _ABOUT_THREAD else delta.entity_id
    mine = (MEMORY_ENTITY.c.person_id == who.person_id) & (MEMORY_ENTITY.c.id == target)
    return (await connection.execute(select(MEMORY_ENTITY).where(mine))).one_or_none()


async def _entities_there(connection: AsyncConnection, who: Caller, deltas: Sequence[Delta]) -> AbstractSet[UUID]:
    """Those that the changes name and that nobody took out since."""
    named = {one for delta in deltas for one in (delta.entity_id, delta.thread_id) if one is not None}
    mine = (MEMORY_ENTITY.c.person_id == who.person_id) & MEMORY_ENTITY.c.id.in_(named)
    return frozenset(await connection.scalars(select(MEMORY_ENTITY.c.id).where(mine)))


def _state_of(row: Row[Any]) -> EntityState:
    return EntityState(
        is_active=row.is_active,
        resolved_at=row.resolved_at,
        resolved_by=row.resolved_by,
        priority=row.data.get("priority"),
        engagement_id=row.engagement_id,
    )


async def _put_state(connection: AsyncConnection, row: Row[Any], state: EntityState) -> None:
    data = {name: value for name, value in row.data.items() if name != "priority"}
    values = {
        "is_active": state.is_active,
        "resolved_at": state.resolved_at,
        "resolved_by": state.resolved_by,
        "engagement_id": state.engagement_id,
        "data": data if state.priority is None else data | {"priority": state.priority},
    }
    mine = (MEMORY_ENTITY.c.person_id == row.person_id) & (MEMORY_ENTITY.c.id == row.id)
    await connection.execute(update(MEMORY_ENTITY).where(mine).values(values))


async def _link_projects(connection: AsyncConnection, who: Caller, memory_id: UUID) -> None:
    """What speaks of a project by its name belongs to it: the project's memories list this one, too."""
    await run_statement(connection, "conversations/link_projects", {"person_id": who.person_id, "memory_id": memory_id})
