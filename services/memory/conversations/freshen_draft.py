"""A draft that waited is never stale in silence: what moved under it is marked in a new version, and asked anew."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.tables import ENGAGEMENT
from services.memory.conversations.lifecycle import archives_at, begin_thinking
from services.memory.conversations.stored_conversation import StoredConversation
from services.memory.conversations.stored_drafts import (
    StoredDraft,
    ask_draft,
    drop_closing_offer,
    empty_draft,
    load_draft,
    load_epoch,
    save_draft,
)
from services.memory.conversations.tables import MEMORY_ENTITY
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_for_one
from shared.contracts.entities import RESOLVING, Delta
from shared.contracts.envelope import Caller
from shared.contracts.requests.conversations import Draft
from shared.contracts.requests.people import EngagementStatus
from shared.contracts.turns import EngagementKind


async def freshen_draft(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, found: StoredConversation
) -> bool:
    """Whether another draft stands there now, or one is being made: whoever saw the former one looks again."""
    stored = await load_draft(connection, who, found.conversation_id)
    if stored is None or stored.body is None:
        return False
    if await _ground_moved(connection, who, found, stored):
        await empty_draft(connection, who, found.conversation_id)
        await drop_closing_offer(connection, who, stored.memory_id)
        await begin_thinking(connection, who, found.conversation_id, memory.clock())
        return True
    draft = stored.body.draft
    marked = mark_changed(draft, await _closed_threads(connection, who, draft.deltas), await _places(connection, who))
    if marked == draft:
        return False
    body = replace(stored.body, draft=marked)
    draft = await save_draft(connection, who, found.conversation_id, body, memory.clock())
    until = archives_at(found, memory.closing_for) or memory.clock()
    await ask_draft(connection, who, found.conversation_id, draft, until)
    return True


def mark_changed(draft: Draft, closed: frozenset[UUID], places: Mapping[UUID, bool]) -> Draft:
    """The same, or otherwise: with what changes a thread that is closed by now, and where its project is none.

    `places` says of each place whether it is open; Your Story is the first of them.
    """
    moved = [one.delta_id for one in draft.deltas if one.thread_id in closed and one.delta_id not in draft.changed]
    place = draft.suggested_engagement_id
    is_open = places.get(place, False)
    if not moved and is_open:
        return draft
    elsewhere = {} if is_open else {"suggested_engagement_id": next(iter(places)), "suggestion_reason": ""}
    gone = () if is_open else (place,)
    return draft.model_copy(update={**elsewhere, "changed": (*draft.changed, *moved, *gone)})


async def _ground_moved(
    connection: AsyncConnection, who: Caller, found: StoredConversation, stored: StoredDraft
) -> bool:
    if stored.body is None or stored.epoch == await load_epoch(connection, who):
        return False
    since = {"since": stored.body.draft.made_at, "conversation_id": found.conversation_id}
    row = await run_for_one(connection, "conversations/find_moved_ground", {"person_id": who.person_id, **since})
    return row is not None and row["moved"]


async def _closed_threads(connection: AsyncConnection, who: Caller, deltas: Iterable[Delta]) -> frozenset[UUID]:
    """Threads that the draft would change and that are not open any more."""
    named = {one.thread_id for one in deltas if one.thread_id is not None and one.delta_type in RESOLVING}
    mine = (MEMORY_ENTITY.c.person_id == who.person_id) & MEMORY_ENTITY.c.id.in_(named)
    still = await connection.scalars(select(MEMORY_ENTITY.c.id).where(mine, MEMORY_ENTITY.c.resolved_at.is_(None)))
    return frozenset(named - set(still))


async def _places(connection: AsyncConnection, who: Caller) -> Mapping[UUID, bool]:
    rows = await connection.execute(select(ENGAGEMENT).where(ENGAGEMENT.c.person_id == who.person_id))
    by_kind = sorted(rows, key=lambda row: row.kind != EngagementKind.PERSONAL)
    return {row.id: row.status != EngagementStatus.ARCHIVED for row in by_kind}
