"""What a person confirmed, or nobody answered, becomes memory: narratives with what they name and what they change."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions import policy
from services.memory.assertions.assertion import Actor, Assertion, Provenance
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.consent import BY_REVIEW
from services.memory.assertions.repository import LoadPlan, open_book, save_book
from services.memory.conversations.apply_deltas import apply_deltas
from services.memory.conversations.decide_memories import Decided, DecidedMemory
from services.memory.conversations.store_entities import add_entities
from services.memory.conversations.tables import NARRATIVE
from services.memory.conversations.themes import refresh_themes
from services.memory.store.rows import Vector
from shared.contracts.assertions import Category, Kind, Label
from shared.contracts.envelope import Caller
from shared.contracts.errors import RefusedMemoryError
from shared.contracts.requests.conversations import Draft

UNANSWERED_FOR = timedelta(days=30)
"""So long a memory that nobody answered stays held."""


@dataclass(frozen=True, slots=True)
class EndingTalk:
    """A conversation that ends, and what it would leave."""

    who: Caller
    conversation_id: UUID
    draft: Draft
    original: str
    """How it was drafted."""
    vectors: Mapping[str, Vector]
    """The meaning of each text that is written."""
    now: datetime


async def write_confirmed(connection: AsyncConnection, leaving: EndingTalk, decided: Decided) -> None:
    """Narratives known, entities active, changes made, themes counted anew: all of it in the caller's transaction."""
    who, draft, now = leaving.who, leaving.draft, leaving.now
    opened = await open_book(connection, who, LoadPlan(only_refusals=True, vectors=leaving.vectors), now)
    for memory in decided.memories:
        _write_one(opened.book, leaving, memory)
    await save_book(connection, who, opened)
    await _add_narratives(connection, leaving, decided.memories)
    for memory in decided.memories:
        entities = decided.entities_of(draft, memory)
        await add_entities(connection, who, memory.memory_id, entities, at=now, active=True)
    for memory in decided.memories:
        deltas = decided.deltas_of(draft, memory)
        await apply_deltas(connection, who, memory.memory_id, deltas, now, without=frozenset(decided.without))
    await refresh_themes(connection, who)


def _write_one(book: Book, leaving: EndingTalk, memory: DecidedMemory) -> Assertion:
    """Where its project is gone since they decided, it belongs to Your Story."""
    engagement_id = memory.engagement_id if memory.engagement_id in book.numbers else book.personal_id
    book.make_id = lambda: memory.memory_id
    new = replace(_new_narrative(leaving, memory.narrative), engagement_id=engagement_id or memory.engagement_id)
    return book.write(new, BY_REVIEW)


def _new_narrative(leaving: EndingTalk, narrative: str) -> NewAssertion:
    draft, edited = leaving.draft, narrative != leaving.original
    return NewAssertion(
        engagement_id=draft.suggested_engagement_id,
        content=narrative,
        own_words=narrative if edited else "",
        kind=Kind.NARRATIVE,
        category=Category.HISTORY,
        sensitive=policy.is_sensitive(narrative),
        label=Label.WRITTEN if edited else Label.INFERRED,
        provenance=Provenance(model=_model_of(draft)),
    )


def _model_of(draft: Draft) -> str:
    use = draft.thought_by[-1] if draft.thought_by else None
    return "" if use is None else use.model


async def hold_unanswered(connection: AsyncConnection, leaving: EndingTalk) -> bool:
    """The draft as a memory that is held; nothing, where the person wanted it forgotten."""
    who, draft, now = leaving.who, leaving.draft, leaving.now
    opened = await open_book(connection, who, LoadPlan(only_refusals=True, vectors=leaving.vectors), now)
    book = opened.book
    book.make_id = lambda: draft.memory_id
    place = draft.suggested_engagement_id if draft.suggested_engagement_id in book.numbers else book.personal_id
    new = replace(_new_narrative(leaving, draft.narrative), engagement_id=place or draft.suggested_engagement_id)
    try:
        book.hold(replace(new, held_for=UNANSWERED_FOR), Actor.COMPANION, spoken=False)
    except RefusedMemoryError:
        return False
    await save_book(connection, who, opened)
    memory = DecidedMemory(draft.memory_id, draft.suggested_engagement_id, draft.narrative, ())
    await _add_narratives(connection, leaving, [memory])
    await add_entities(connection, who, draft.memory_id, draft.entities, at=now, active=False)
    every = frozenset(one.delta_id for one in draft.deltas)
    await apply_deltas(connection, who, draft.memory_id, draft.deltas, now, without=every)
    return True


async def _add_narratives(connection: AsyncConnection, leaving: EndingTalk, memories: Sequence[DecidedMemory]) -> None:
    """Beside each memory how it was drafted, by whom, and where that had suggested it belongs."""
    draft = leaving.draft
    rows = [
        {
            "assertion_id": memory.memory_id,
            "tenant_id": leaving.who.tenant_id,
            "person_id": leaving.who.person_id,
            "conversation_id": leaving.conversation_id,
            "original": leaving.original,
            "edited": memory.narrative != leaving.original,
            "model": _model_of(draft),
            "reduced": draft.reduced,
            "passes": draft.passes,
            "took_ms": draft.took_ms,
            "suggested_engagement_id": draft.suggested_engagement_id,
            "confidence": draft.suggestion_confidence,
            "reason": draft.suggestion_reason,
            "at": leaving.now,
        }
        for memory in memories
    ]
    await connection.execute(insert(NARRATIVE), rows)
