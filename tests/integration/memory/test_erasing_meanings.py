"""What conversations left tells nothing of what is erased, and no draft tells what is taken back."""

from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import nats
import pytest
from nats.js import JetStreamContext

from services.memory.chores.clear_broker import clear_broker
from services.memory.erasure.conversation_out import erase_one_conversation
from services.memory.erasure.erase import erase_conversation, erase_me
from services.memory.erasure.line_out import take_line_out
from services.memory.erasure.project_out import erase_engagement
from services.memory.erasure.texts_to_erase import MARK
from services.memory.notebook.commands import change_memory, erase_by_hand
from services.memory.work.take_result import take_result
from shared.bus.broker import jetstream_of
from shared.contracts.errors import ConversationNotFoundError
from shared.contracts.pipeline import DONE, WORK, work_subject
from shared.contracts.requests.erasure import (
    EraseConversation,
    EraseEngagement,
    EraseMe,
    EraseOneConversation,
    TakeLineOut,
)
from shared.contracts.requests.notebook import ChangeAssertion, Verb
from shared.contracts.work import BackgroundWork
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.talk_left import ended_talk, waiting_draft, work_in_flight
from tests.integration.memory.test_erasing import dump
from tests.servers import Servers

pytestmark = [pytest.mark.row("M9"), pytest.mark.row("C9")]

CONTENT = "You're allergic to shellfish."
OWN_WORDS = "I'm allergic to shellfish"
NARRATIVE = (
    "You planned the party with Anna. You said: I'm allergic to shellfish, so the buffet changes. It will be fine."
)


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


def changing(one: Inhabitant, assertion_id: UUID, verb: Verb, version: int = 1) -> ChangeAssertion:
    return ChangeAssertion(caller=one.who, key=a_key(), assertion_id=assertion_id, verb=verb, version=version)


async def told(house: House, one: Inhabitant) -> tuple[UUID, UUID]:
    """A memory with all that conversations may say of it; and the works that read it."""
    talk = await ended_talk(house, one, f"By the way, {OWN_WORDS}!", NARRATIVE, "Order a buffet without shellfish")
    assertion_id = await house.knows(one, CONTENT, OWN_WORDS, turn_id=talk.turn_id)
    await waiting_draft(house, one, f"You said that {OWN_WORDS}.")
    return assertion_id, await work_in_flight(house, one, OWN_WORDS)


async def test_a_memory_leaves_all_that_conversations_left(house: House, person: Inhabitant) -> None:
    assertion_id, work_id = await told(house, person)
    changed = await erase_by_hand(house.memory, changing(person, assertion_id, Verb.ERASE))
    assert "shellfish" not in (await dump(house)).lower()
    assert changed.receipt is not None
    assert (changed.receipt.status, [one for one in changed.receipt.checked if one.found]) == ("gone", [])
    assert {"drafts", "meanings", "themes"} <= set(changed.receipt.removed)
    narrative = await house.records.value("select content from assertion where kind = 'narrative'")
    assert narrative == f"You planned the party with Anna. {MARK} It will be fine."
    history = await house.records.rows("select event from assertion_history where verb = 'erase'")
    assert len(history) == 1  # that the narrative lost a sentence is in its history
    assert await house.records.value("select version from assertion where kind = 'narrative'") == 2
    works = await house.records.rows("select id, state, step, attempt, form, steps_done from work order by created_at")
    assert [tuple(row)[1:] for row in works] == [("waiting", "gather", 2, None, []), ("waiting", "gather", 2, None, [])]
    assert work_id not in {row["id"] for row in works}
    assert await house.records.value("select status from offer where kind = 'closing'") == "lapsed"


async def test_what_a_model_said_of_it_in_other_words_goes_with_it(house: House, person: Inhabitant) -> None:
    narrative = "You planned the party. Shellfish is off the table for you, as ever. Anna comes at six."
    talk = await ended_talk(house, person, f"By the way, {OWN_WORDS}!", narrative, "Order something else")
    elsewhere = await ended_talk(house, person, "Hello.", "Shellfish was the theme of the film.", "See it again")
    assertion_id = await house.knows(person, CONTENT, OWN_WORDS, turn_id=talk.turn_id)
    await erase_by_hand(house.memory, changing(person, assertion_id, Verb.ERASE))
    contents = await house.records.rows("select id, content from assertion order by created_at")
    assert {row["id"]: row["content"] for row in contents} == {
        talk.narrative_id: f"You planned the party. {MARK} Anna comes at six.",
        elsewhere.narrative_id: "Shellfish was the theme of the film.",
    }


async def test_what_has_nothing_to_do_with_it_stays_as_it_is(house: House, person: Inhabitant) -> None:
    talk = await ended_talk(house, person, "We paint the shed.", "You decided to paint the shed.", "Paint the shed")
    work = await waiting_draft(house, person, "You decided to paint the shed.")
    assertion_id = await house.knows(person, CONTENT, OWN_WORDS)
    tables = ("narrative", "memory_entity", "state_delta", "theme", "closing_draft")
    before = [await house.records.rows(f"select t::text from {table} t") for table in tables]
    await erase_by_hand(house.memory, changing(person, assertion_id, Verb.ERASE))
    assert [await house.records.rows(f"select t::text from {table} t") for table in tables] == before
    assert await house.records.value("select version from assertion where id = $1", talk.narrative_id) == 1
    assert await house.records.value("select id from work") == work


async def test_a_narrative_goes_with_all_that_it_names(house: House, person: Inhabitant) -> None:
    talk = await ended_talk(house, person, "Anna owes me the keys.", "You wait for keys.", "Get the keys")
    later = await ended_talk(house, person, "Anna came.", "Anna came by.", "See Anna again")
    await house.do("update state_delta set thread_id = $1 where id = $2", talk.entity_id, later.delta_id)
    await erase_by_hand(house.memory, changing(person, talk.narrative_id, Verb.ERASE))
    assert [row["id"] for row in await house.records.rows("select id from memory_entity")] == [later.entity_id]
    assert await house.records.rows("select id from state_delta") == []  # the later one changed a thread that is gone
    assert [row["label"] for row in await house.records.rows("select label from theme")] == ["again"]


async def test_a_line_that_is_taken_out_is_quoted_nowhere(house: House, person: Inhabitant) -> None:
    said = "The keys are with Anna. She lives by the river."
    talk = await ended_talk(house, person, said, "You said: “The keys are with Anna.” You were glad.", "Get the keys")
    line_id = await house.records.value("select id from line where turn_id = $1", talk.turn_id)
    command = TakeLineOut(caller=person.who, key=a_key(), turn_id=talk.turn_id, line_id=UUID(str(line_id)))
    receipt = await take_line_out(house.memory, command)
    assert receipt.status == "gone"
    assert "with Anna" not in await dump(house)
    assert await house.records.value("select content from assertion") == f"{MARK} You were glad."
    assert await house.records.value("select label from memory_entity") == "Get the keys"


@pytest.mark.parametrize("memories", ["keep", "erase"])
async def test_one_conversation_goes_and_its_memories_as_the_person_says(
    house: House, person: Inhabitant, memories: str
) -> None:
    talk = await ended_talk(house, person, "Anna owes me the keys.", "You wait for keys.", "Get the keys")
    other = await ended_talk(house, person, "We paint the shed.", "You decided to paint.", "Paint the shed")
    fact = await house.knows(person, "Anna has your keys.", "Anna owes me the keys", turn_id=talk.turn_id)
    await work_in_flight(house, person, "Anna owes me the keys.")
    await house.do("update work set subject_id = $1", talk.conversation_id)
    command = EraseOneConversation.model_validate(
        {"caller": person.who, "key": a_key(), "conversation_id": talk.conversation_id, "memories": memories}
    )
    receipt = await erase_one_conversation(house.memory, command)
    assert (receipt.status, receipt.scope) == ("gone", "conversation")
    left = await dump(house)
    assert "owes me" not in left
    assert str(talk.turn_id) not in left
    assert await house.records.rows("select id from work") == []
    kept = {row["id"] for row in await house.records.rows("select id from assertion")}
    assert kept == {other.narrative_id} | ({talk.narrative_id, fact} if memories == "keep" else set())
    stay = await house.records.rows("select id from conversation order by id")
    assert {row["id"] for row in stay} == {person.conversation_id, other.conversation_id}
    assert await house.records.conversation(person.who.person_id) == [
        ("person", "We paint the shed."),
        ("companion", "I see."),
    ]


async def test_the_open_conversation_is_emptied_and_goes_on(house: House, person: Inhabitant) -> None:
    await house.said(person, "Anna owes me the keys.", "I see.")
    await waiting_draft(house, person, "Anna owes you the keys.")
    command = EraseOneConversation(
        caller=person.who, key=a_key(), conversation_id=person.conversation_id, memories="keep"
    )
    await erase_one_conversation(house.memory, command)
    assert "owes" not in await dump(house)
    rows = await house.records.rows("select id, status, message_count, closed_at from conversation")
    assert [tuple(row) for row in rows] == [(person.conversation_id, "active", 0, None)]
    assert await house.records.rows("select id from work") == []


async def test_a_conversation_of_somebody_else_is_not_found(house: House, person: Inhabitant) -> None:
    other = await house.person()
    for conversation_id in (other.conversation_id, uuid4()):
        command = EraseOneConversation(
            caller=person.who, key=a_key(), conversation_id=conversation_id, memories="erase"
        )
        with pytest.raises(ConversationNotFoundError):
            await erase_one_conversation(house.memory, command)


async def test_all_talk_goes_and_what_it_meant_stays_without_its_words(house: House, person: Inhabitant) -> None:
    talk = await ended_talk(house, person, "Anna owes me the keys.", "You wait for keys.", "Get the keys")
    await waiting_draft(house, person, "Anna owes you the keys.")
    await work_in_flight(house, person, "Anna owes me the keys.")
    receipt = await erase_conversation(house.memory, EraseConversation(caller=person.who, key=a_key()))
    assert receipt.status == "gone"
    assert "owes" not in await dump(house)
    assert await house.records.value("select content from assertion") == "You wait for keys."
    assert await house.records.value("select label from memory_entity") == "Get the keys"
    conversations = await house.records.rows("select id, status from conversation")
    assert [tuple(row) for row in conversations] == [(person.conversation_id, "active")]
    assert await house.records.value("select conversation_id from narrative") is None
    assert talk.conversation_id not in {row["id"] for row in conversations}


async def test_a_project_leaves_no_draft_and_no_suggestion(house: House, person: Inhabitant) -> None:
    in_person, project = (person.who.tenant_id, person.who.person_id), uuid4()
    await house.do(
        "insert into engagement (tenant_id, person_id, id, kind, title, seed)"
        " values ($1, $2, $3, 'project', 'Shed', '')",
        *(*in_person, project),
    )
    talk = await ended_talk(house, person, "We paint the shed.", "You decided to paint the shed.", "Paint the shed")
    await house.do("update narrative set suggested_engagement_id = $1, reason = 'It was about it.'", project)
    await waiting_draft(house, person, f"Belongs to {project}")
    command = EraseEngagement(caller=person.who, key=a_key(), engagement_id=project, memories="erase")
    assert (await erase_engagement(house.memory, command)).status == "gone"
    assert await house.records.rows("select version from closing_draft") == []
    assert await house.records.value("select suggested_engagement_id from narrative") is None
    assert await house.records.value("select content from assertion where id = $1", talk.narrative_id) is not None


async def test_a_person_goes_with_all_of_it(house: House, person: Inhabitant) -> None:
    await told(house, person)
    receipt = await erase_me(house.memory, EraseMe(caller=person.who, key=a_key()))
    assert receipt.status == "gone"
    left = await dump(house)
    assert "shellfish" not in left
    assert "Anna" not in left


@pytest.mark.row("C2")
async def test_what_is_taken_back_is_told_by_no_draft_and_no_theme(house: House, person: Inhabitant) -> None:
    talk = await ended_talk(house, person, f"By the way, {OWN_WORDS}!", NARRATIVE, "Order no shellfish")
    assertion_id = await house.knows(person, CONTENT, OWN_WORDS)
    work_id = await waiting_draft(house, person, f"You said that {OWN_WORDS}.")
    await change_memory(house.memory, changing(person, assertion_id, Verb.RETRACT))
    assert await house.records.rows("select version from closing_draft") == []
    assert await house.records.rows("select label from theme") == []
    work = await house.records.rows("select id, state, step, attempt from work")
    assert [tuple(row) for row in work] == [(work_id, "waiting", "gather", 2)]
    assert await house.records.value("select status from offer where kind = 'closing'") == "lapsed"
    # What the person confirmed stays as they confirmed it.
    assert await house.records.value("select content from assertion where id = $1", talk.narrative_id) == NARRATIVE


async def test_taking_back_something_else_leaves_the_draft_alone(house: House, person: Inhabitant) -> None:
    await waiting_draft(house, person, "You decided to paint the shed.")
    assertion_id = await house.knows(person, CONTENT, OWN_WORDS)
    await change_memory(house.memory, changing(person, assertion_id, Verb.RETRACT))
    assert await house.records.value("select version from closing_draft") == 1


@pytest.fixture
async def speakers(servers: Servers) -> AsyncIterator[dict[str, JetStreamContext]]:
    """Who may put something on the line of works."""
    opened = {
        name: await nats.connect(servers.nats_url(name), inbox_prefix=f"_INBOX.{name}".encode())
        for name in ("workers", "reflector")
    }
    yield {name: connection.jetstream() for name, connection in opened.items()}
    for connection in opened.values():
        await connection.close()


@pytest.mark.parametrize("late", [False, True])
async def test_what_is_on_its_way_of_its_work_is_cleared_away(
    house: House, person: Inhabitant, speakers: dict[str, JetStreamContext], *, late: bool
) -> None:
    assertion_id, work_id = await told(house, person)
    other = work_subject("compression", "narrate", uuid4())

    async def speak() -> None:
        await speakers["workers"].publish(work_subject("compression", "narrate", work_id), OWN_WORDS.encode())
        await speakers["reflector"].publish(work_subject("compression", DONE, work_id), OWN_WORDS.encode())

    await speakers["workers"].publish(other, OWN_WORDS.encode())
    if not late:
        await speak()
    changed = await erase_by_hand(house.memory, changing(person, assertion_id, Verb.ERASE))
    assert changed.receipt is not None
    assert changed.receipt.status == "gone"
    if late:  # the reflector had it in hand, and says what it thought only now
        await speak()
        await clear_broker(house.memory)
    left = (await jetstream_of(house.memory.broker).stream_info(WORK, subjects_filter=">")).state
    assert left.subjects == {other: 1}


@pytest.mark.row("C3")
async def test_a_step_that_read_it_has_no_effect_any_more(house: House, person: Inhabitant) -> None:
    assertion_id, work_id = await told(house, person)
    mine = BackgroundWork(
        work_id=work_id, tenant_id=person.who.tenant_id, person_id=person.who.person_id, line="compression",
        step="narrate", subject_id=person.conversation_id, attempt=1, offered=1, epoch=0, deadline=house.memory.clock(),
    )  # fmt: skip
    await erase_by_hand(house.memory, changing(person, assertion_id, Verb.ERASE))

    async def keep(*_: object) -> None:
        raise AssertionError

    await take_result(house.memory, mine, keep)
    assert {row["form"] for row in await house.records.rows("select form from work")} == {None}
