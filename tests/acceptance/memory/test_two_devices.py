"""Two devices at the same time: one wins, the other is told how things stand now."""

import asyncio
import json
from uuid import UUID, uuid4

import httpx
import pytest

from shared.contracts.assertions import AssertionView, Category, Force, Kind, Label, text_hash
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person
from tests.tiers import sized

TIMES = sized(40, 1_000)
AT_ONCE = 8
pytestmark = [
    pytest.mark.row("M1", "M22"),
    pytest.mark.parametrize("house", ["scripted"], indirect=True),
    pytest.mark.timeout(sized(180, 900)),
]


async def many_held(person: Person, count: int) -> list[AssertionView]:
    """So many held memories at once: what is imported lands held."""
    rows = [
        {
            "assertion_id": str(uuid4()),
            "engagement_id": str(person.story_id),
            "display_number": number,
            "kind": Kind.FACT.value,
            "category": Category.INTERESTS.value,
            "content": f"You have seen the film called {spelled(number)}.",
            "own_words": "",
            "force": Force.COMMITTED.value,
            "importance": 3,
            "label": Label.STATED.value,
        }
        for number in range(1, count + 1)
    ]
    state = await person.bring(json.dumps({"holdfast_export": 1, "assertions": rows}).encode())
    assert (state.status, state.count, state.skipped) == ("held", count, 0)
    return await all_of(person)


def spelled(number: int) -> str:
    """In letters: statements that differ in a number alone speak against each other."""
    return "".join("abcdefghij"[int(digit)] for digit in str(number)) + "x"


async def all_of(person: Person) -> list[AssertionView]:
    """Every page of the list."""
    found: list[AssertionView] = []
    cursor = None
    while True:
        query = {"engagement": str(person.story_id), "limit": "100", **({"cursor": cursor} if cursor else {})}
        page = (await person.get("/v1/assertions", query)).json()
        found += [AssertionView.model_validate_json(json.dumps(row)) for row in page["assertions"]]
        if (cursor := page["cursor"]) is None:
            return found


async def test_a_yes_and_a_refinement_at_the_same_time_a_thousand_times(house: House) -> None:
    person = await house.person()
    held = await many_held(person, TIMES)
    assert len(held) == TIMES
    places = asyncio.Semaphore(AT_ONCE)

    async def race(number: int, seen: AssertionView) -> str:
        async with places:
            yes = person.try_to("commit", seen)
            other = person.try_to("refine", seen, content=f"You own the film called {spelled(number)}.")
            both = (yes, other) if number % 2 else (other, yes)
            answers = await asyncio.gather(*both)
            committed, refined = answers if number % 2 else reversed(answers)
        return judged(seen, committed, refined)

    winners = await asyncio.gather(*(race(number, seen) for number, seen in enumerate(held)))
    assert set(winners) == {"commit", "refine"}  # both orders were seen


def judged(seen: AssertionView, committed: httpx.Response, refined: httpx.Response) -> str:
    """Who won; exactly one did, and the other was told what it is now."""
    assert sorted((committed.status_code, refined.status_code)) == [200, 409], (committed.text, refined.text)
    won, lost = (committed, refined) if committed.status_code == 200 else (refined, committed)
    problem = lost.json()
    assert (problem["code"], problem["saved"]) == ("stale_version", False)
    now = AssertionView.model_validate_json(json.dumps(won.json()["assertion"]))
    assert problem["current"]["version"] == now.version == seen.version + 1
    if won is committed:
        assert (now.force, now.text_hash) == (Force.COMMITTED, seen.text_hash)
        return "commit"
    assert (now.force, now.text_hash) == (Force.HELD, text_hash(now.content))
    return "refine"


@pytest.mark.parametrize("verbs", [("commit", "reject"), ("retract", "erase"), ("commit", "commit")])
async def test_any_two_actions_on_what_was_seen_happen_one_after_the_other(
    person: Person, verbs: tuple[str, str]
) -> None:
    told = await person.say("I collect old maps")
    seen = await person.memory(told.memory[0].assertion_id)
    if verbs[0] == "retract":
        await person.act("commit", seen)
        seen = await person.memory(seen.assertion_id)
    answers = await asyncio.gather(*(person.try_to(verb, seen) for verb in verbs))
    codes = sorted(answer.status_code for answer in answers)
    assert codes in ([200, 409], [200, 404])


async def test_a_yes_to_another_text_than_the_one_shown_is_refused(person: Person) -> None:
    told = await person.say("I collect old maps")
    seen = await person.memory(told.memory[0].assertion_id)
    wrong = await person.try_to("commit", seen.model_copy(update={"text_hash": text_hash("You collect stamps.")}))
    assert wrong.status_code == 409
    assert wrong.json()["code"] == "stale_confirmation"
    assert (await person.memory(seen.assertion_id)).force is Force.HELD


@pytest.mark.row("O5")
async def test_somebody_elses_memory_is_not_found_whatever_is_tried(house: House, person: Person) -> None:
    told = await person.say("I collect old maps")
    seen = await person.memory(told.memory[0].assertion_id)
    stranger = await house.person()
    for verb in ("commit", "reject", "retract", "restore", "pin", "erase"):
        refused = await stranger.try_to(verb, seen)
        unknown = await stranger.try_to(verb, seen.model_copy(update={"assertion_id": UUID(int=7)}))
        assert (refused.status_code, unknown.status_code) == (404, 404)
        assert refused.json()["detail"] == unknown.json()["detail"]
    assert (await person.memory(seen.assertion_id)) == seen
