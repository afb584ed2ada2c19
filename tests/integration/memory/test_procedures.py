"""A procedure is the person's to write and to see; no talk, no quote and no prompt has a part of it."""

import json
from uuid import UUID

import pytest

from services.memory.assertions.policy import safety_patterns
from services.memory.notebook import commands, entries
from services.memory.people.account import add_engagement
from services.memory.store.database import run_for_one
from shared.contracts.assertions import AssertionView, Kind
from shared.contracts.errors import WritingRuleError
from shared.contracts.requests.notebook import ListAssertions, WriteAssertion
from shared.contracts.requests.people import AddEngagement
from tests.integration.memory.a_turn import opened, performed
from tests.integration.memory.house import House, Inhabitant, a_key

pytestmark = pytest.mark.row("M21")

TEA = "Brew tea:\n1. Boil the water.\n2. Wait for three minutes."


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


async def wrote(house: House, one: Inhabitant, content: str, place: UUID | None = None) -> AssertionView:
    asked = WriteAssertion(
        caller=one.who, key=a_key(), engagement_id=place or one.story_id, content=content, kind=Kind.PROCEDURE
    )
    return await commands.write_memory(house.memory, asked)


async def test_it_is_written_by_hand_and_seen_in_the_notebook(house: House, person: Inhabitant) -> None:
    written = await wrote(house, person, TEA)
    assert (written.content, written.category, written.force.value) == (TEA, "procedural", "committed")
    page = await entries.list_assertions(house.memory, ListAssertions(caller=person.who, kind=Kind.PROCEDURE))
    assert [one.content for one in page.assertions] == [TEA]
    with pytest.raises(WritingRuleError, match="numbered steps"):
        await wrote(house, person, "Just brew it.")


async def test_no_talk_has_a_part_of_it(house: House, person: Inhabitant) -> None:
    await wrote(house, person, TEA)
    await house.knows(person, "You like tea.")
    turn = await opened(house, person, "tea?")
    assert [near.content for near in turn.near] == ["You like tea."]
    for needs in ("quotes", "summary"):
        told = await performed(house, turn, needs, "spoken", query=turn.text)
        assert [quote.content for quote in told.context.quotes] == ["You like tea."]
        await house.do("delete from applied_step")


async def test_a_projects_prompt_is_not_told_of_it(house: House, person: Inhabitant) -> None:
    garden = await add_engagement(house.memory, AddEngagement(caller=person.who, key=a_key(), title="garden"))
    await wrote(house, person, TEA)
    await wrote(house, person, TEA.replace("tea", "coffee"), garden.engagement_id)
    nothing = {
        "turn_id": garden.engagement_id,
        "exchanges": 5,
        "write": True,
        "words": [],
        "allowed": None,
        "safety": list(safety_patterns()),
    }
    asked = {"person_id": person.who.person_id, "conversation_id": person.conversation_id, "personal": True}
    async with house.memory.reading(person.who) as connection:
        row = await run_for_one(
            connection, "turn/load_reply_context", {**nothing, **asked, "engagement_id": garden.engagement_id}
        )
    assert row is not None
    assert (json.loads(row["personal"]), json.loads(row["moved"])) == ([], [])
