"""What one door does, another one of the same person hears of: that something changed, and nothing of what it says."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from uuid import uuid4

import httpx
import pytest

from shared.contracts.assertions import Force
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.integration.line.eventually import eventually

pytestmark = [pytest.mark.row("P7"), pytest.mark.parametrize("house", ["scripted"], indirect=True)]

Step = Callable[[Person], Awaitable[object]]
SHELLFISH = "I'm allergic to shellfish"


@dataclass
class Ear:
    """All events that one door heard."""

    heard: list[dict[str, object]] = field(default_factory=list)

    @property
    def names(self) -> list[object]:
        return [event["event"] for event in self.heard]

    async def is_told(self, what: str) -> None:
        """Waits until it is told that this changed; the notice says no more than that."""
        notice = {"event": "changed", "what": what}

        async def told() -> bool:
            return notice in self.heard

        await eventually(told)
        assert all(event == {"event": "changed", "what": event["what"]} for event in self.heard if "what" in event)

    async def listen(self, response: httpx.Response) -> None:
        async for line in response.aiter_lines():
            if line.startswith("data: "):
                self.heard.append(json.loads(line.removeprefix("data: ")))


@asynccontextmanager
async def another_door(person: Person) -> AsyncIterator[Ear]:
    ear, token = Ear(), {"Authorization": f"Bearer {person.token}"}
    async with person.http.stream("GET", "/v1/events", headers=token) as response:
        assert response.status_code == 200
        listening = asyncio.create_task(ear.listen(response))
        try:
            yield ear
        finally:
            listening.cancel()
            await asyncio.wait([listening])


async def _nothing(_: Person) -> None:
    """There is nothing to be done before."""


async def _asked(person: Person) -> None:
    await person.say(SHELLFISH)


async def _answer(person: Person, answer: str) -> None:
    assert person.offer is not None
    (item,) = person.offer.items
    named = {"assertion_id": str(item.assertion_id), "version": item.version, "text_hash": item.text_hash}
    answered = await person.post(f"/v1/offers/{person.offer.offer_id}", {"items": [{**named, "answer": answer}]})
    assert answered.status_code == 200, answered.text


async def _asked_to_forget(person: Person) -> None:
    await person.write("You collect old maps.")
    await person.say("Forget that I collect old maps")


async def _known(person: Person) -> None:
    await person.write("You collect old maps.")


async def _acts(person: Person, verb: str, **more: bool | int | str) -> None:
    (one,) = await person.memories()
    await person.act(verb, one, **more)


async def _never_again(person: Person) -> None:
    await person.write("You collect old maps.")
    await _acts(person, "retract", never_again=True)


async def _lift(person: Person) -> None:
    (refusal,) = (await person.refusals()).refusals
    lifted = await person.delete(f"/v1/refusals/{refusal.refusal_id}")
    assert lifted.status_code == 200, lifted.text


async def _bring(person: Person) -> None:
    row = {"assertion_id": str(uuid4()), "engagement_id": str(person.story_id), "display_number": 1, "kind": "fact"}
    more = {"category": "interests", "content": "You sing.", "own_words": "", "force": "committed", "importance": 3}
    file = {"holdfast_export": 1, "assertions": [{**row, **more, "label": "stated"}]}
    state = await person.bring(json.dumps(file).encode())
    assert (await person.confirm_import(state)).status_code == 200


STEPS: dict[str, tuple[Step, Step, str]] = {
    "told": (_nothing, _asked, "memory"),
    "yes by words": (_asked, lambda person: person.say("yes"), "memory"),
    "yes by card": (_asked, lambda person: _answer(person, "yes"), "memory"),
    "no by card": (_asked, lambda person: _answer(person, "no"), "memory"),
    "no to forgetting": (_asked_to_forget, lambda person: _answer(person, "no"), "memory"),
    "written": (_nothing, _known, "memory"),
    "corrected": (_known, lambda person: _acts(person, "correct", content="You collect maps."), "memory"),
    "retracted": (_known, lambda person: _acts(person, "retract"), "memory"),
    "pinned": (_known, lambda person: _acts(person, "pin"), "memory"),
    "weighed": (_known, lambda person: _acts(person, "importance", importance=5), "memory"),
    "erased": (_known, lambda person: _acts(person, "erase"), "memory"),
    "lifted": (_never_again, _lift, "memory"),
    "brought": (_nothing, _bring, "memory"),
    "talk erased": (_asked, lambda person: person.delete("/v1/conversation"), "memory"),
    "incognito": (_nothing, lambda person: person.set(write=False), "me"),
    "named": (_nothing, lambda person: person.set(companion_name="Ada"), "me"),
    "a project": (_nothing, lambda person: person.project("Garden"), "engagements"),
}


@pytest.mark.usefixtures("house")
@pytest.mark.parametrize("name", STEPS)
async def test_whatever_changes_on_one_door_is_told_on_another(person: Person, name: str) -> None:
    before, step, what = STEPS[name]
    await before(person)
    async with another_door(person) as ear:
        await step(person)
        await ear.is_told(what)


async def test_what_was_not_confirmed_in_time_is_told(house: House, person: Person) -> None:
    await _asked(person)
    async with another_door(person) as ear:
        await house.do("update assertion set expires_at = now() - interval '1 hour' where force = 'held'")
        await ear.is_told("memory")

    async def is_retracted() -> bool:  # the notice may be the one of what was held
        return [one.force for one in await person.memories()] == [Force.RETRACTED]

    await eventually(is_retracted)


async def test_a_turn_of_another_door_is_heard_to_its_end(house: House, person: Person) -> None:
    stranger = await house.person()
    async with another_door(person) as ear, another_door(stranger) as theirs:
        turn = await person.say("hello")

        async def is_over() -> bool:
            return "closed" in ear.names

        await eventually(is_over)
    assert ear.names[0] == "started"
    assert {event["turn_id"] for event in ear.heard} == {str(turn.turn_id)}
    assert theirs.heard == []
