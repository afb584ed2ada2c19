"""Every companion turn explains itself, without asking a model."""

import pytest

from shared.operations import Action
from shared.pipeline import LINE
from shared.understanding import Influence
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person

pytestmark = pytest.mark.row("S1")
TALK = [
    ("hello", False),
    ("I'm allergic to shellfish", True),
    ("no, just shrimp", True),
    ("yes", True),
    ("I'm allergic to peanuts", True),
    ("never mind", True),
    ("The soil pH should be 6.5", True),
    ("What should the soil pH be?", True),
    ("What do you know about me?", False),
    ("Forget that I'm allergic", False),
    ("yes, that's the one", False),
    ("Where do we stand?", True),
    ("Please remind me tomorrow at nine", False),
    ("How does this work?", False),
]


async def test_every_turn_says_how_it_came_about(house: House, person: Person) -> None:
    project = await person.project("Garden")
    turns = [await person.say(line, project if inside else None) for line, inside in TALK]
    assert len({turn.action for turn in turns}) >= 6
    asked = len(house.model.prompts) if person.mind.scripted else 0

    for (line, _), turn in zip(TALK, turns, strict=True):
        why = await person.why(turn.turn_id)
        assert (why.turn_id, why.said, why.reply) == (turn.turn_id, (line,), turn.reply)
        assert (why.intent, why.action) == (turn.intent, turn.action)
        assert 0 < why.confidence <= 1
        assert set(why.axes) == {"destination", "consumer", "semantics"}
        assert {why.understood_by.provider, why.answered_by.provider} == {person.mind.name}
        assert why.answered_by.prompt
        assert [stamp.step for stamp in why.stamps] == [step for step in LINE if step in {s.step for s in why.stamps}]
        assert {"classify", "perform", "respond"} <= {stamp.step for stamp in why.stamps}
        assert {change.assertion_id for change in turn.memory} or not why.did
        if turn.action in {Action.HELD, Action.REFINED, Action.COMMITTED, Action.REJECTED, Action.RETRACTED}:
            assert why.did
            assert {entry.turn_id for entry in why.did} == {turn.turn_id}
    assert not person.mind.scripted or len(house.model.prompts) == asked


@pytest.mark.row("U5")
async def test_the_version_of_the_prompt_is_stored_with_the_understanding(house: House, person: Person) -> None:
    turn = await person.say("I'm allergic to shellfish")
    understood = (await person.why(turn.turn_id)).understood_by
    if person.mind.server is not None:
        assert understood.prompt.startswith("classifier/classify")
        assert understood.prompt_version >= 1
    stored = "select understood_by->>'provider' from classification where turn_id = $1"
    assert await house.records.value(stored, turn.turn_id) == person.mind.name


@pytest.mark.parametrize("house", ["offline"], indirect=True)
async def test_it_names_the_memories_that_had_a_part(person: Person) -> None:
    allergy = await person.write("You're allergic to shellfish.")
    turn = await person.say("Forget that I'm allergic to shellfish")
    references = (await person.why(turn.turn_id)).references

    assert allergy.assertion_id in {reference.assertion_id for reference in references}
    for reference in references:
        assert reference.influence in Influence
        assert 0 <= reference.score <= 1
        assert reference.reason


async def test_somebody_elses_turn_is_not_explained(house: House, person: Person) -> None:
    turn = await person.say("hello")
    stranger = await house.person()
    refused = await stranger.get(f"/v1/turns/{turn.turn_id}/why")
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")


async def test_what_is_erased_is_not_told_by_it_either(person: Person) -> None:
    turn = await person.say("I'm allergic to shellfish")
    seen = await person.memory(turn.memory[0].assertion_id)
    await person.act("erase", seen)
    answer = await person.get(f"/v1/turns/{turn.turn_id}/why")
    assert answer.status_code == 200
    assert "shellfish" not in answer.text.lower()
