"""A line is compared together with what it was said to; what was erased, hidden or quiet does not live on in it."""

from uuid import UUID

import pytest

from services.memory.chores.index_waiting import index_waiting
from services.memory.index.spoken_context import in_context
from services.memory.recall.search_candidates import Meanings, Within, load_candidates
from services.memory.store.rows import vector_of
from tests.integration.memory.house import House, Inhabitant

pytestmark = pytest.mark.row("M15", "K1")

ASKED, ANSWERED = "Do you keep bees?", "I do, on the roof."


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


async def nearness(house: House, content: str, *before: str) -> float:
    """Of a line's stored vector to the one that its words and those before it have; 1 is the same."""
    text = in_context(content, before)
    vector = (await house.memory.embed_all([text]))[text]
    stored = await house.records.value(
        "select e.embedding::text from entry e join message m on m.id = e.message_id where m.content = $1", content
    )
    return sum(a * b for a, b in zip(vector, vector_of(str(stored)) or (), strict=True))


async def meaning_of(house: House, one: Inhabitant, question: str, content: str) -> float:
    (vector,) = (await house.memory.embed_all([question])).values()
    async with house.memory.reading(one.who) as connection:
        found, _ = await load_candidates(connection, one.who, [], Meanings(vector, vector), Within(talk=True))
    message = await house.records.value("select id from message where content = $1", content)
    return next(one.entry.meaning for one in found if one.message_id == UUID(str(message)))


async def test_a_line_is_kept_with_the_two_before_it(house: House, person: Inhabitant) -> None:
    await house.said(person, "Hello", ASKED)
    await house.said(person, ANSWERED, None)
    await index_waiting(house.memory)
    assert await nearness(house, ANSWERED, ASKED, "Hello") > 0.999
    assert await nearness(house, "Hello") > 0.999
    assert await nearness(house, ANSWERED) < 0.99


async def test_an_old_talk_is_no_context(house: House, person: Inhabitant) -> None:
    await house.said(person, "Hello", ASKED)
    await house.do("update message set created_at = now() - interval '7 hours'")
    await house.said(person, ANSWERED, None)
    await index_waiting(house.memory)
    assert await nearness(house, ANSWERED) > 0.999


async def test_what_was_said_on_the_quiet_is_no_context(house: House, person: Inhabitant) -> None:
    quiet = await house.said(person, "Hello", ASKED)
    await house.do("update turn set write = false where id = $1", quiet)
    await house.said(person, ANSWERED, None)
    await index_waiting(house.memory)
    assert await nearness(house, ANSWERED) > 0.999


async def test_an_erased_line_is_gone_from_what_followed_it(house: House, person: Inhabitant) -> None:
    await house.said(person, "Hello", ASKED)
    await house.said(person, ANSWERED, None)
    await index_waiting(house.memory)
    await house.do("update message set content = '…' where content = $1", ASKED)
    waiting = await house.records.value("select count(*) from entry e join message m on m.id = e.message_id"
                                        " where m.content = $1", ANSWERED)  # fmt: skip
    assert waiting == 0, "it is found no more until it is entered anew"
    await index_waiting(house.memory)
    assert await nearness(house, ANSWERED, "…", "Hello") > 0.999


async def test_a_hidden_line_leads_to_none_that_followed_it(house: House, person: Inhabitant) -> None:
    turn = await house.said(person, "I keep bees", "Shall I keep that?")
    await house.said(person, "No", None)
    await house.knows(person, "You keep bees.", "I keep bees", turn_id=turn)
    await index_waiting(house.memory)
    assert await meaning_of(house, person, "bees", "No") > 0
    await house.do("update assertion set force = 'held'")
    assert await meaning_of(house, person, "bees", "No") == 0
