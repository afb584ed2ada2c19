"""Whoever waits no longer stops the reply: the model is left alone, and what was done stays done."""

import asyncio
from collections.abc import AsyncIterator
from uuid import UUID, uuid4

import httpx
import pytest

from shared.contracts.assertions import Force
from shared.contracts.requests.turns import TurnState, TurnView
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.integration.line.eventually import eventually

pytestmark = [pytest.mark.row("P1"), pytest.mark.parametrize("house", ["scripted"], indirect=True)]


@pytest.fixture
async def slow(house: House) -> AsyncIterator[None]:
    """The model says a word and then thinks for ever."""
    house.model.says, house.model.gate = ("All ", "right."), asyncio.Event()
    yield
    house.model.says, house.model.gate = ("All right.",), None


async def under_way(house: House, person: Person, text: str) -> tuple[UUID, asyncio.Task[httpx.Response]]:
    """The turn that answers this line, and the answer to come."""
    before = len(house.model.briefs)
    sending = asyncio.create_task(person.send(text))

    async def begun() -> bool:
        return len(house.model.briefs) > before

    await eventually(begun)
    return house.model.briefs[-1].turn_id, sending


async def stopped(person: Person, turn_id: UUID) -> TurnView:
    answer = await person.post(f"/v1/turns/{turn_id}/stop", {})
    assert answer.status_code == 200, answer.text
    return TurnView.model_validate_json(answer.content)


@pytest.mark.usefixtures("slow")
async def test_a_stopped_reply_ends_for_everybody_and_leaves_the_model_alone(house: House, person: Person) -> None:
    turn_id, sending = await under_way(house, person, "hello")
    view = await stopped(person, turn_id)
    assert view.failed is not None
    assert (view.state, view.failed.code, view.failed.saved) == (TurnState.FAILED, "stopped", False)
    answer = await sending
    assert answer.json()["code"] == "stopped"

    async def left_alone() -> bool:
        return turn_id in house.model.cut_short

    await eventually(left_alone)
    house.model.gate = None
    assert (await person.say("hello again")).reply == "All right."


@pytest.mark.usefixtures("slow")
async def test_what_was_done_before_stays_done_and_is_told(house: House, person: Person) -> None:
    turn_id, sending = await under_way(house, person, "I collect old maps")
    view = await stopped(person, turn_id)
    assert view.failed is not None
    assert view.failed.saved
    assert (await sending).json()["saved"] is True
    assert [one.force for one in await person.memories()] == [Force.HELD]


@pytest.mark.usefixtures("house")
async def test_a_turn_that_is_over_stays_as_it_is_and_that_of_others_is_not_there(person: Person, house: House) -> None:
    closed = await person.say("hello")
    view = await stopped(person, closed.turn_id)
    assert view.closed is not None
    assert view.closed.reply == closed.reply
    other = await house.person()
    for turn_id in (closed.turn_id, uuid4()):
        assert (await other.post(f"/v1/turns/{turn_id}/stop", {})).status_code == 404
