"""Bad moments and bad hands while a conversation ends: nothing is stuck, nothing is lost, nothing is known unasked."""

from datetime import date
from uuid import UUID, uuid4

import pytest

from services.memory.assertions.assertion import Seen
from services.memory.assertions.consent import BY_HAND
from services.memory.assertions.refusal import Level
from services.memory.assertions.repository import LoadPlan, open_book, save_book
from services.memory.chores.end_conversations import end_conversations
from services.memory.conversations.answer_draft import answer_offer
from services.memory.conversations.change_talk_memory import change_talk_memory
from services.memory.conversations.greeting import get_greeting
from services.memory.conversations.threads import change_thread, list_threads
from shared.contracts.entities import MOST_ENTITIES, Delta, DeltaType, Entity, NamedDecision, NamedTask, NamedWaitingOn
from shared.contracts.errors import BadMessageError, WritingRuleError
from shared.contracts.operations import Offer
from shared.contracts.requests.conversations import (
    ChangeTalkMemory,
    ChangeThread,
    ConversationVerb,
    ConversationView,
    EndedAs,
    GetGreeting,
    ListThreads,
    NewEntity,
    TalkMemory,
    ThreadVerb,
)
from shared.contracts.requests.notebook import AnswerByCard, CardAnswer
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.talk_that_ends import (
    NARRATIVE,
    an_entity,
    decided,
    looked_at,
    move,
    talk_told,
    thought,
    waiting,
)

pytestmark = pytest.mark.row("C2")
CLOSE, CONFIRM = ConversationVerb.CLOSE, ConversationVerb.CONFIRM
NOTHING_TO_TELL = ("", "!!!", "My PIN is 4711.")


async def closing(house: House, one: Inhabitant, *entities: Entity, **more: object) -> ConversationView:
    await talk_told(house, one)
    await move(house, one, CLOSE)
    await thought(house, one, *entities, **more)  # type: ignore[arg-type]  # handed on as they came
    return await looked_at(house, one)


async def confirmed(house: House, one: Inhabitant, shown: ConversationView) -> ConversationView:
    assert shown.draft is not None
    return await move(house, one, CONFIRM, version=shown.draft.version)


async def left_by_a_crash(house: House, one: Inhabitant, shown: ConversationView) -> None:
    """It was confirmed, and whoever was to apply it is gone."""

    async def crash(*_: object) -> None:
        pass

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("services.memory.conversations.change_conversation.finish_compressing", crash)
        await confirmed(house, one, shown)
    await house.do("update conversation set closed_at = now() - interval '1 hour' where id = $1", one.conversation_id)


async def next_talk(house: House, one: Inhabitant) -> Inhabitant:
    conversation_id = uuid4()
    await house.do(
        "insert into conversation (tenant_id, person_id, id, status) values ($1, $2, $3, 'active')",
        *(one.who.tenant_id, one.who.person_id, conversation_id),
    )
    return Inhabitant(one.who, one.story_id, conversation_id)


async def expired(house: House, one: Inhabitant) -> ConversationView:
    await house.do("update conversation set ready_at = now() - interval '8 days' where id = $1", one.conversation_id)
    await end_conversations(house.memory)
    return await looked_at(house, one)


async def retracted(house: House, one: Inhabitant, assertion_id: UUID, level: Level = Level.FORGET) -> None:
    async with house.memory.writing(one.who) as connection:
        wanted = LoadPlan(ids=frozenset({assertion_id}))
        opened = await open_book(connection, one.who, wanted, house.memory.clock())
        opened.book.retract(assertion_id, Seen(opened.book.get(assertion_id).version), level)
        await save_book(connection, one.who, opened)


async def known_thread(house: House, one: Inhabitant) -> tuple[TalkMemory, UUID]:
    over = await confirmed(house, one, await closing(house, one, waiting()))
    return over.memories[0], over.memories[0].entities[0].entity.entity_id


def resolving(thread_id: UUID) -> Delta:
    kind = DeltaType.RESOLVED_WAITING_ON
    return Delta(delta_id=uuid4(), delta_type=kind, thread_id=thread_id, text="Ana said so", confidence=0.9)


async def take_out(house: House, one: Inhabitant, memory: TalkMemory, entity_id: UUID) -> None:
    seen = {"assertion_id": memory.assertion_id, "version": memory.version}
    command = {"caller": one.who, "key": a_key(), **seen, "entities_to_remove": (entity_id,)}
    await change_talk_memory(house.memory, ChangeTalkMemory.model_validate(command))


async def test_the_end_of_one_conversation_leaves_the_question_of_the_next(house: House) -> None:
    one = await house.person()
    await left_by_a_crash(house, one, await closing(house, one, decided()))
    second = await next_talk(house, one)
    await closing(house, second, waiting())

    await end_conversations(house.memory)

    assert (await looked_at(house, one)).kept is EndedAs.CONFIRMED
    assert (await looked_at(house, second)).offer is not None


async def test_what_is_taken_back_of_one_leaves_the_question_of_the_next(house: House) -> None:
    one = await house.person()
    await left_by_a_crash(house, one, await closing(house, one, decided()))
    turn = await house.records.value("select id from turn where conversation_id = $1 limit 1", one.conversation_id)
    told = await house.knows(one, "You take the train.", "we take it", turn_id=UUID(str(turn)))
    second = await next_talk(house, one)
    await closing(house, second, waiting(), narrative="You went to the sea.")

    await retracted(house, one, told)

    assert (await looked_at(house, second)).offer is not None


async def test_a_thread_that_was_taken_out_while_a_draft_waited_hinders_nothing(house: House) -> None:
    one = await house.person()
    memory, thread_id = await known_thread(house, one)
    second = await next_talk(house, one)
    await closing(house, second, decided(), deltas=(resolving(thread_id),))

    await take_out(house, one, memory, thread_id)
    shown = await looked_at(house, second)

    assert shown.draft is not None
    assert shown.draft.changed
    assert (await confirmed(house, second, shown)).kept is EndedAs.CONFIRMED


async def test_nor_where_nobody_answered(house: House) -> None:
    one = await house.person()
    memory, thread_id = await known_thread(house, one)
    second = await next_talk(house, one)
    await closing(house, second, decided(), deltas=(resolving(thread_id),))

    await take_out(house, one, memory, thread_id)

    assert (await expired(house, second)).kept is EndedAs.UNCONFIRMED


async def test_a_thread_of_a_memory_that_is_taken_back_is_in_no_draft(house: House) -> None:
    one = await house.person()
    memory, thread_id = await known_thread(house, one)
    second = await next_talk(house, one)
    await closing(house, second, decided(), narrative="You went to the sea.", deltas=(resolving(thread_id),))

    await retracted(house, one, memory.assertion_id)

    assert (await looked_at(house, second)).draft is None


async def test_what_is_not_the_persons_own_is_no_ground(house: House) -> None:
    other = await house.person()
    foreign = await house.said(other, "I moved to Vigo.", "Oh.")
    theirs = decided().model_copy(update={"turn_id": foreign})
    _, their_thread = await known_thread(house, other)
    one, own = await house.person(), decided()
    changes = (resolving(uuid4()), resolving(their_thread))

    shown = await closing(house, one, own, own, theirs, deltas=changes)
    over = await confirmed(house, one, shown)

    assert shown.draft is not None
    assert (shown.draft.entities, shown.draft.deltas) == ((own,), ())
    assert over.kept is EndedAs.CONFIRMED


async def test_a_secret_beside_what_is_named_keeps_it_out_of_a_draft(house: House) -> None:
    why = an_entity(NamedDecision(what="to change the bank", why="my PIN is 4711"))
    quoted = decided().model_copy(update={"quote": "We take the train, my PIN is 4711."})
    _, thread_id = await known_thread(house, one := await house.person())
    change = resolving(thread_id).model_copy(update={"quote": "my PIN is 4711"})

    shown = await closing(house, await next_talk(house, one), why, quoted, deltas=(change,))

    assert shown.draft is not None
    assert (shown.draft.entities, shown.draft.deltas) == ((), ())


async def test_a_draft_names_no_more_than_a_memory_can(house: House) -> None:
    many = [an_entity(NamedTask(description=f"thing {n}")) for n in range(300)]

    shown = await closing(house, await house.person(), *many)

    assert shown.draft is not None
    assert shown.draft.entities == tuple(many[:MOST_ENTITIES])


@pytest.mark.parametrize("day", [date.min, date.max])
@pytest.mark.parametrize("zone", ["America/Los_Angeles", "Pacific/Auckland"])
async def test_a_day_at_the_end_of_all_days_hinders_nothing(house: House, day: date, zone: str) -> None:
    one = await house.person()
    await house.do("update person set time_zone = $1 where id = $2", zone, one.who.person_id)
    owed = an_entity(NamedWaitingOn(who="Ana", what="the key", since=day, due=day))
    named = an_entity(NamedWaitingOn(who="Ana", what="the box", since=day))

    await confirmed(house, one, await closing(house, one, owed, named))

    assert len((await list_threads(house.memory, ListThreads(caller=one.who))).threads) == 2
    assert "the box" in (await get_greeting(house.memory, GetGreeting(caller=one.who))).text


@pytest.mark.parametrize("narrative", NOTHING_TO_TELL)
async def test_where_nothing_is_left_to_tell_nothing_is_asked(house: House, narrative: str) -> None:
    one = await house.person()

    shown = await closing(house, one, narrative=narrative)

    assert shown.offer is None
    with pytest.raises(WritingRuleError):
        await confirmed(house, one, shown)


@pytest.mark.parametrize("narrative", NOTHING_TO_TELL)
async def test_where_nothing_is_left_to_tell_it_ends_all_the_same(house: House, narrative: str) -> None:
    one = await house.person()
    await closing(house, one, narrative=narrative)

    over = await expired(house, one)

    assert (over.kept, over.memories) == (EndedAs.UNCONFIRMED, ())


async def test_a_project_that_is_erased_once_it_was_agreed_to_hinders_nothing(house: House) -> None:
    one, place = await house.person(), uuid4()
    await house.do(
        "insert into engagement (tenant_id, person_id, id, kind, title, seed) values ($1, $2, $3, 'project', 'x', '')",
        *(one.who.tenant_id, one.who.person_id, place),
    )
    await left_by_a_crash(house, one, await closing(house, one, decided(), suggested=place))
    await house.do("delete from engagement where id = $1", place)

    await end_conversations(house.memory)

    over = await looked_at(house, one)
    assert [memory.engagement_id for memory in over.memories] == [one.story_id]


def on_the_card(one: Inhabitant, offer: Offer, answer: str, text: str | None = None) -> AnswerByCard:
    item = offer.items[0]
    seen = {"assertion_id": item.assertion_id, "version": item.version, "text_hash": item.text_hash}
    given = CardAnswer.model_validate({**seen, "answer": answer, "text": text})
    return AnswerByCard(caller=one.who, key=a_key(), offer_id=offer.offer_id, items=(given,))


async def test_what_was_worded_anew_on_the_card_is_theirs_and_the_draft_stays_beside_it(house: House) -> None:
    one = await house.person()
    shown = await closing(house, one, decided())
    assert shown.offer is not None

    reworded = await answer_offer(house.memory, on_the_card(one, shown.offer, "change", "In my own words."))
    assert reworded.offer is not None
    command = on_the_card(one, reworded.offer, "yes")
    answers = [await answer_offer(house.memory, command) for _ in range(2)]

    kept = (await looked_at(house, one)).memories[0]
    label = await house.records.value("select label from assertion where id = $1", kept.assertion_id)
    assert answers[0] == answers[1]
    assert (kept.narrative, kept.original, kept.edited, label) == ("In my own words.", NARRATIVE, True, "written")


async def test_a_draft_that_was_agreed_to_lifts_no_refusal(house: House) -> None:
    one, text = await house.person(), "You moved to Vigo."
    shown = await closing(house, one, narrative=text)
    known = await house.knows(one, text)
    await house.do("alter table assertion disable trigger taken_back")  # as with a refusal that an import brought
    await retracted(house, one, known, Level.NEVER)
    await house.do("alter table assertion enable trigger taken_back")

    await confirmed(house, one, shown)

    refusals = await house.records.value("select count(*) from refusal where person_id = $1", one.who.person_id)
    assert refusals == 1


@pytest.mark.parametrize("text", ["   ", "\u200b", "\u202e", "...", "My PIN is 4711."])
async def test_what_is_named_by_hand_says_something_and_no_secret(house: House, text: str) -> None:
    one = await house.person()
    memory, thread_id = await known_thread(house, one)
    wanted = {"caller": one.who, "key": a_key(), "thread_id": thread_id, "verb": ThreadVerb.EDIT, "text": text}

    with pytest.raises((WritingRuleError, BadMessageError)):
        await change_thread(house.memory, ChangeThread.model_validate(wanted))
    more = (NewEntity(data=NamedTask(description=text)),)
    added = {"assertion_id": memory.assertion_id, "version": memory.version, "entities_to_add": more}
    with pytest.raises(WritingRuleError):
        await change_talk_memory(
            house.memory, ChangeTalkMemory.model_validate({"caller": one.who, "key": a_key(), **added})
        )


async def test_what_the_person_did_without_stays_out_when_their_yes_is_given_once_more(house: House) -> None:
    one, owed = await house.person(), waiting()
    opening = Delta(
        delta_id=uuid4(),
        delta_type=DeltaType.NEW_WAITING_ON,
        entity_id=owed.entity_id,
        text="Ana owes a word",
        confidence=0.9,
    )
    shown = await closing(house, one, owed, decided(), deltas=(opening,))
    assert shown.draft is not None
    over = await move(house, one, CONFIRM, version=shown.draft.version, without_deltas=(opening.delta_id,))
    narrative_id = over.memories[0].assertion_id

    for again in (False, True):
        async with house.memory.writing(one.who) as connection:
            found = await open_book(connection, one.who, LoadPlan(ids=frozenset({narrative_id})), house.memory.clock())
            seen = Seen(found.book.get(narrative_id).version)
            found.book.commit(narrative_id, seen, BY_HAND) if again else found.book.reopen(narrative_id, seen)
            await save_book(connection, one.who, found)

    assert (await list_threads(house.memory, ListThreads(caller=one.who))).threads == ()
