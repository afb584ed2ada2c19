"""That the chosen model had no part in a reply is seen beside it, by whoever said the line and whoever comes back."""

from collections.abc import AsyncIterator

import pytest

from shared.contracts.notices import Closed
from shared.contracts.requests.turns import TurnView
from shared.contracts.understanding import ModelUse
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person

pytestmark = [pytest.mark.row("U6"), pytest.mark.parametrize("house", ["scripted"], indirect=True)]
AWAY = ModelUse(
    provider="offline",
    model="engine 1",
    latency_ms=0,
    fallback_from="openai:llama3.1",
    fallback_why="key_refused",
    host="localhost",
)


@pytest.fixture
async def refused(house: House) -> AsyncIterator[None]:
    """The key of the chosen model is refused."""
    house.model.taken = AWAY
    yield
    house.model.taken = None


async def shown_later(person: Person, closed: Closed) -> Closed | None:
    answer = await person.get(f"/v1/turns/{closed.turn_id}", {})
    return TurnView.model_validate_json(answer.content).closed


@pytest.mark.usefixtures("refused")
async def test_a_reply_without_the_model_says_why_and_what_to_do(person: Person) -> None:
    closed = await person.say("hello")
    assert closed.answered_by == "offline:engine 1"
    assert closed.notice.startswith("Answered without the model: the key was refused.")
    later = await shown_later(person, closed)
    assert later is not None
    assert (later.notice, later.answered_by) == (closed.notice, closed.answered_by)
    me = await person.me()
    assert me.speaker is not None
    assert (me.speaker.model, me.speaker.place) == ("llama3.1", "machine")


@pytest.mark.usefixtures("house")
async def test_a_reply_of_the_model_says_whose_it_is_and_nothing_more(person: Person) -> None:
    closed = await person.say("hello")
    assert (closed.answered_by, closed.notice) == ("scripted:script", "")
    later = await shown_later(person, closed)
    assert later is not None
    assert (later.notice, later.answered_by) == ("", "scripted:script")
