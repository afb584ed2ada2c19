"""Conversations that ended, with what they left: built as confirming leaves them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID, uuid4

from services.memory.chores.index_waiting import catch_up
from services.memory.conversations.apply_deltas import apply_deltas
from services.memory.conversations.store_entities import add_entities
from shared.contracts.entities import Delta, DeltaType, Entity, EntityData
from tests.integration.memory.house import House, Inhabitant

LONG_AGO = datetime(2026, 5, 1, 12, tzinfo=UTC)


def an_entity(data: EntityData) -> Entity:
    return Entity(entity_id=uuid4(), turn_id=None, quote="as they said", data=data)


def a_delta(kind: DeltaType, text: str = "", **more: object) -> Delta:
    return Delta.model_validate({"delta_id": uuid4(), "delta_type": kind, "text": text, "confidence": 0.9, **more})


@dataclass(frozen=True)
class Left:
    """One conversation and its memory."""

    memory_id: UUID
    conversation_id: UUID
    entities: Sequence[Entity] = field(default=())


async def left(  # noqa: PLR0913  # the columns that tests are about
    house: House,
    one: Inhabitant,
    narrative: str,
    *data: EntityData,
    deltas: Sequence[Delta] = (),
    at: datetime = LONG_AGO,
    force: str = "committed",
    engagement_id: UUID | None = None,
    conversation_id: UUID | None = None,
) -> Left:
    """A narrative in Your Story, or in a project."""
    conversation = conversation_id or uuid4()
    memory_id, who = uuid4(), one.who
    mine = (who.tenant_id, who.person_id)
    place = engagement_id or one.story_id
    vector = (await house.memory.embed_all([narrative]))[narrative]
    await house.do(
        "insert into conversation (tenant_id, person_id, id, status, archived_at, kept)"
        " values ($1, $2, $3, 'archived', $4, 'confirmed') on conflict do nothing",
        *(*mine, conversation, at),
    )
    await house.do("update engagement set numbered = numbered + 1 where id = $1", place)
    await house.do(
        "insert into assertion (tenant_id, person_id, id, engagement_id, display_number, kind, category, content,"
        " own_words, force, importance, sensitive, label, actor, embedding)"
        " select $1, $2, $3, e.id, e.numbered, 'narrative', 'history', $4, '', $5, 3, false, 'inferred', 'companion',"
        " $6::text::halfvec(384) from engagement e where e.id = $7",
        *(*mine, memory_id, narrative, force, str(list(vector)), place),
    )
    await house.do(
        "insert into narrative (tenant_id, person_id, assertion_id, conversation_id, original, at)"
        " values ($1, $2, $3, $4, $5, $6)",
        *(*mine, memory_id, conversation, narrative, at),
    )
    entities = [an_entity(each) for each in data]
    async with house.memory.writing(who) as connection:
        await add_entities(connection, who, memory_id, entities, at=at, active=force == "committed")
        if force == "committed":
            await apply_deltas(connection, who, memory_id, deltas, at)
    if force == "committed":
        await catch_up(house.memory, who)
    return Left(memory_id, conversation, entities)
