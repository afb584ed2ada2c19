"""A yes counts only as the answer to the question that stands, and that was there to be seen."""

import asyncio

import httpx
import pytest

from shared.contracts.assertions import Force
from shared.contracts.notices import Closed
from shared.contracts.operations import Action
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.integration.line.eventually import eventually

pytestmark = pytest.mark.row("U4", "M1")
SHELLFISH = "I'm allergic to shellfish"


async def untouched(person: Person, closed: Closed) -> None:
    """Nothing was changed by that turn, and it said something."""
    assert (closed.stored_count, closed.memory) == (0, ())
    assert closed.action in {Action.NONE, Action.ANSWERED}
    assert closed.reply.strip()
    assert await person.memories(force=Force.COMMITTED) == []


async def test_with_no_question_it_is_conversation(person: Person) -> None:
    await untouched(person, await person.say("yes"))
    assert await person.memories() == []


async def test_after_another_subject_it_is_conversation(person: Person) -> None:
    await person.say(SHELLFISH)
    await person.say("How does this work?")
    await untouched(person, await person.say("yes"))
    (held,) = await person.memories()
    assert held.force is Force.HELD


async def test_after_the_question_expired_it_is_conversation(person: Person, house: House) -> None:
    await person.say(SHELLFISH)
    await house.do("update offer set expires_at = now() - interval '1 s' where person_id = $1", person.person_id)
    person.offer = None
    await untouched(person, await person.say("yes"))
    assert (await person.offers()).offers == ()


async def test_a_second_one_commits_nothing_more(person: Person) -> None:
    await person.say(SHELLFISH)
    assert (await person.say("yes")).stored_count == 1
    (before,) = await person.memories()
    again = await person.say("yes")
    assert (again.stored_count, again.memory) == (0, ())
    assert await person.memories() == [before]


@pytest.mark.row("P7")
@pytest.mark.parametrize("house", ["offline", "scripted"], indirect=True)
async def test_two_quick_ones_from_two_devices_commit_once(person: Person) -> None:
    await person.say(SHELLFISH)
    answers = await asyncio.gather(person.send("yes", channel="web"), person.send("yes", channel="cli"))

    closed = [Closed.model_validate_json(answer.content) for answer in answers]
    assert sorted(one.stored_count for one in closed) == [0, 1]
    (known,) = await person.memories()
    assert (known.force, known.version) == (Force.COMMITTED, 2)


@pytest.mark.row("P3")
@pytest.mark.parametrize("house", ["scripted"], indirect=True)
async def test_one_that_was_sent_before_the_question_was_shown_confirms_nothing(house: House, person: Person) -> None:
    before = len(house.model.briefs)
    house.model.says = ("All ", "right.")
    house.model.gate = asyncio.Event()

    async def being_said() -> bool:
        return len(house.model.briefs) > before

    async def accepted() -> bool:
        return await house.records.value("select count(*) from line where person_id = $1", person.person_id) == 2

    telling = asyncio.create_task(person.send(SHELLFISH))
    try:
        await eventually(being_said)
        early = asyncio.create_task(person.send("yes"))
        await eventually(accepted)
    finally:
        house.model.gate.set()
        house.model.gate = None
    told, yes = [Closed.model_validate_json((await task).content) for task in (telling, early)]

    assert told.offer is not None
    assert (yes.stored_count, yes.memory) == (0, ())
    assert yes.offer is not None  # the question still waits, so it is asked again
    assert yes.offer.items == told.offer.items
    assert await person.memories(force=Force.COMMITTED) == []
    person.offer = yes.offer
    assert (await person.say("yes")).stored_count == 1


@pytest.mark.row("P4")
async def test_the_same_one_sent_again_under_its_key_gets_the_same_answer(person: Person) -> None:
    await person.say(SHELLFISH)
    await person.mind.is_going_to_hear("yes", person.offer)
    first, second = [await _yes_with(person, "one-key") for _ in range(2)]
    assert first.json() == second.json()
    (known,) = await person.memories()
    assert known.version == 2


async def _yes_with(person: Person, key: str) -> httpx.Response:
    return await person.post("/v1/converse", {"message": "yes"}, key)
