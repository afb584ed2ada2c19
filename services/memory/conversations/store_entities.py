"""What a memory names, as it is stored; which of it is open is told by its type and by what resolved it."""

from collections.abc import Iterable
from datetime import UTC, datetime, time
from types import MappingProxyType
from uuid import UUID

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.policy import category_of
from services.memory.conversations.tables import MEMORY_ENTITY
from shared.contracts.assertions import Category
from shared.contracts.entities import Entity, EntityData, EntityType, NamedTask, NamedWaitingOn, describe_entity
from shared.contracts.envelope import Caller
from shared.contracts.errors import WritingRuleError
from shared.text.secret_words import holds_secret

_CATEGORIES = MappingProxyType(
    {
        EntityType.PERSON: Category.RELATIONSHIPS,
        EntityType.TASK: Category.TASKS,
        EntityType.WAITING_ON: Category.TASKS,
        EntityType.BLOCKER: Category.TASKS,
        EntityType.BLOCKER_CLEARED: Category.TASKS,
        EntityType.PRIORITY_CHANGE: Category.TASKS,
        EntityType.ACT_REFERENCE: Category.PROJECTS,
        EntityType.ACT_UPDATE: Category.PROJECTS,
        EntityType.DECISION: Category.HISTORY,
        EntityType.QUESTION_OPENED: Category.HISTORY,
        EntityType.QUESTION_RESOLVED: Category.HISTORY,
        EntityType.INSIGHT: Category.HISTORY,
    }
)
"""What each sort of thing is about, where it is not about health."""


async def add_entities(  # noqa: PLR0913  # each is a fact of the rows
    connection: AsyncConnection, who: Caller, memory_id: UUID, entities: Iterable[Entity], *, at: datetime, active: bool
) -> None:
    """Stores them with their memory; those that are there already stay as they are."""
    rows = [
        {
            "id": one.entity_id,
            "tenant_id": who.tenant_id,
            "person_id": who.person_id,
            "assertion_id": memory_id,
            "turn_id": one.turn_id,
            "quote": one.quote,
            "is_active": active,
            "touched_at": at,
            **entity_columns(one.data, at),
        }
        for one in entities
    ]
    if rows:
        await connection.execute(insert(MEMORY_ENTITY).on_conflict_do_nothing(), rows)


def entity_columns(data: EntityData, at: datetime) -> dict[str, object]:
    """What a row says of it beside the entity itself: since when it is so, until when, and whether it is done."""
    since = _since(data, at)
    done = isinstance(data, NamedTask) and data.status == "completed"
    return {
        "category": entity_category(data),
        "entity_type": data.type.value,
        "data": data.model_dump(mode="json"),
        "label": describe_entity(data),
        "since": since,
        "due_at": getattr(data, "due", None),
        "resolved_at": since if done else None,
    }


def require_named(data: EntityData) -> None:
    """Of what is written by hand: it says something, and no secret, which would be told wherever it is open."""
    said = [text for text in data.model_dump(mode="json").values() if text and isinstance(text, str)]
    if not all(any(letter.isalnum() for letter in text) for text in said):
        raise WritingRuleError("There is nothing in this text that could be named.")
    if any(map(holds_secret, said)):
        raise WritingRuleError(
            "This looks like a secret. What a memory names is told again, so no secret is kept there."
        )


def _since(data: EntityData, at: datetime) -> datetime:
    if isinstance(data, NamedWaitingOn) and data.since is not None:
        return datetime.combine(data.since, time.min, UTC)
    return at


def entity_category(data: EntityData) -> str:
    """What it is about; of health, whatever sort of thing it is."""
    return category_of(describe_entity(data), _CATEGORIES[data.type])
