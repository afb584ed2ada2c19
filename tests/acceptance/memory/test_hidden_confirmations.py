"""What the companion said when it kept, changed or took back something goes the way of the words themselves."""

import pytest

from services.memory.index.edition import EDITION
from shared.contracts.assertions import Force
from shared.contracts.requests.recall import QueryAnswer
from shared.testing.scripted_model import ScriptedReply
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.integration.line.eventually import eventually

pytestmark = pytest.mark.row("M2")
scripted = pytest.mark.parametrize("house", ["scripted"], indirect=True)
TELLING = "It is kept that you're allergic to shellfish."


async def found_in_the_talk(house: House, person: Person, words: str) -> str:
    """All that a search of the talk finds, once the index has all of it."""

    async def indexed() -> bool:
        left = "select count(*) from message where person_id = $1 and role <> 'system' and edition < $2"
        return await house.records.value(left, person.person_id, EDITION) == 0

    await eventually(indexed)
    answer = await person.post("/v1/memory/query", {"query": words, "search_type": "conversations"})
    hits = QueryAnswer.model_validate_json(answer.content).hits
    return " ".join(hit.exchange.content for hit in hits if hit.exchange is not None).casefold()


async def kept(house: House, person: Person) -> None:
    """A memory, and a reply that says so word for word."""
    await person.say("I'm allergic to shellfish")
    house.model.next_replies.append(ScriptedReply((TELLING,)))
    assert (await person.say("yes")).reply == TELLING
    assert TELLING.casefold() in await found_in_the_talk(house, person, "shellfish")


@scripted
async def test_what_confirmed_a_memory_is_hidden_once_it_is_forgotten(house: House, person: Person) -> None:
    await kept(house, person)
    (known,) = await person.memories(force=Force.COMMITTED)
    await person.act("retract", known)
    assert "shellfish" not in await found_in_the_talk(house, person, "shellfish")


@scripted
async def test_what_confirmed_it_is_hidden_once_it_reads_otherwise(house: House, person: Person) -> None:
    await kept(house, person)
    (known,) = await person.memories(force=Force.COMMITTED)
    await person.act("correct", known, content="You're allergic to prawns.")
    assert "shellfish" not in await found_in_the_talk(house, person, "shellfish")
