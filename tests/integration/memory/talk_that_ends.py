"""A conversation on its way to its end: what the reflector would say of it is handed in."""

from datetime import timedelta
from uuid import UUID, uuid4

from services.memory.conversations.change_conversation import change_conversation
from services.memory.conversations.show_conversations import get_conversation
from services.memory.conversations.store_draft import store_draft
from shared.contracts.entities import Delta, Entity, EntityData, NamedDecision, NamedWaitingOn
from shared.contracts.requests.conversations import (
    ChangeConversation,
    ConversationVerb,
    ConversationView,
    GetConversation,
)
from shared.contracts.turns import EngagementKind
from shared.contracts.understanding import ModelUse, PersonalFact
from shared.contracts.work import SuggestedWork, TalkPlace
from tests.integration.memory.house import House, Inhabitant, a_key

NARRATIVE = "You decided to take the train to Vigo. You wait for Ana to say when she can leave."
THINKER = ModelUse(provider="test", model="thinker", latency_ms=5)


def an_entity(data: EntityData) -> Entity:
    return Entity(entity_id=uuid4(), turn_id=None, quote="as they said", data=data)


def decided() -> Entity:
    return an_entity(NamedDecision(what="to take the train"))


def waiting() -> Entity:
    return an_entity(NamedWaitingOn(who="Ana", what="when she can leave"))


async def talk_told(house: House, one: Inhabitant) -> None:
    await house.said(one, "Shall we take the train to Vigo or drive?", "What speaks for the train?")
    await house.said(one, "We take the train. Ana still has to say when she can leave.", "Good.")


async def move(house: House, one: Inhabitant, verb: ConversationVerb, **more: object) -> ConversationView:
    wanted = {"caller": one.who, "key": a_key(), "conversation_id": one.conversation_id, "verb": verb, **more}
    answer = await change_conversation(house.memory, ChangeConversation.model_validate(wanted))
    await house.memory.drain()
    return answer


async def looked_at(house: House, one: Inhabitant, conversation_id: UUID | None = None) -> ConversationView:
    wanted = GetConversation(caller=one.who, conversation_id=conversation_id or one.conversation_id)
    return await get_conversation(house.memory, wanted)


async def thought(  # noqa: PLR0913  # what a reflector may say of it
    house: House,
    one: Inhabitant,
    *entities: Entity,
    narrative: str = NARRATIVE,
    deltas: tuple[Delta, ...] = (),
    facts: tuple[PersonalFact, ...] = (),
    suggested: UUID | None = None,
    conversation_id: UUID | None = None,
) -> None:
    """The draft is made, as the last step of the work makes it."""
    now = house.memory.clock()
    work = SuggestedWork(
        work_id=uuid4(),
        tenant_id=one.who.tenant_id,
        person_id=one.who.person_id,
        line="compression",
        step="store",
        subject_id=conversation_id or one.conversation_id,
        attempt=1,
        offered=1,
        epoch=0,
        deadline=now + timedelta(minutes=5),
        language="en",
        time_zone="UTC",
        may_spend=True,
        turns=2,
        pages=1,
        began_at=now,
        ended_at=now,
        places=(TalkPlace(engagement_id=one.story_id, kind=EngagementKind.PERSONAL, title="Your Story"),),
        open_threads=(),
        entities=entities,
        passes=1,
        left_out=0,
        facts=facts,
        thought_by=(THINKER,),
        reduced=False,
        narrative=narrative,
        deltas=deltas,
        suggested_engagement_id=suggested or one.story_id,
        suggestion_confidence=0.6,
        suggestion_reason="",
    )
    async with house.memory.writing(one.who) as connection:
        await store_draft(house.memory, connection, work)
