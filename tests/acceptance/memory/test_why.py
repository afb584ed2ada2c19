"""Every companion turn explains itself, without asking a model."""

from uuid import UUID

import pytest

from shared.contracts.operations import Action
from shared.contracts.pipeline import LINE
from shared.contracts.understanding import Influence
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
        assert why.answered_by.provider == person.mind.name
        assert why.understood_by.provider in {person.mind.name, "offline"}  # a plain answer is read by no model
        assert why.answered_by.prompt
        assert [stamp.step for stamp in why.stamps] == [step for step in LINE if step in {s.step for s in why.stamps}]
        assert {"classify", "perform", "respond"} <= {stamp.step for stamp in why.stamps}
        assert {change.assertion_id for change in turn.memory} or not why.did
        if turn.action in {Action.HELD, Action.REFINED, Action.COMMITTED, Action.REJECTED, Action.RETRACTED}:
            assert why.did
            assert {entry.turn_id for entry in why.did} == {turn.turn_id}
    assert not person.mind.scripted or len(house.model.prompts) == asked


@pytest.mark.wires
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


FACTS = ["You're allergic to shellfish.", "You live in Lisbon.", "You play the cello.", "Your sister is called Ana."]


@pytest.mark.row("U7")
@pytest.mark.parametrize("house", ["offline"], indirect=True)
async def test_what_is_near_to_a_line_is_at_hand_and_what_has_nothing_to_do_with_it_is_not(person: Person) -> None:
    allergy, home, *_ = [await person.write(fact) for fact in FACTS]

    async def at_hand(line: str) -> dict[UUID, float]:
        why = await person.why((await person.say(line)).turn_id)
        return {reference.assertion_id: reference.score for reference in why.references}

    near = await at_hand("We had prawns and other shellfish at the harbour yesterday")
    assert near[allergy.assertion_id] > 0
    assert home.assertion_id not in near
    assert await at_hand("hello") == {}


@pytest.mark.row("U7", "K7")
@pytest.mark.parametrize("house", ["offline"], indirect=True)
async def test_an_answer_names_what_it_was_found_by(person: Person) -> None:
    allergy, *_ = [await person.write(fact) for fact in FACTS]
    turn = await person.say("What am I allergic to?")
    assert "shellfish" in turn.reply
    (reference,) = (await person.why(turn.turn_id)).references
    assert reference.assertion_id == allergy.assertion_id
    assert reference.influence is Influence.KNOWN
    assert reference.score > 0.5
    assert reference.reason.startswith("found for the question by ")


@pytest.mark.row("M28")
@pytest.mark.parametrize("house", ["offline"], indirect=True)
async def test_a_question_that_nothing_answers_gets_no_memory(person: Person) -> None:
    for fact in FACTS:
        await person.write(fact)
    turn = await person.say("What is my blood type?")
    assert not any(fact in turn.reply for fact in FACTS)
    assert (await person.why(turn.turn_id)).references == ()


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
