"""What is about the project stays in the project; what is about the person goes to Your Story, and is asked about."""

import pytest

from shared.contracts.assertions import Force
from shared.contracts.operations import Action, OfferKind
from tests.acceptance.memory.person import Person

pytestmark = pytest.mark.row("U3", "M6")
PROJECT = ["The soil pH should be 6.5", "We use PostgreSQL for this project"]
NAMED = "remember that the staging cluster has three nodes"
PERSONAL = ["I prefer working in the mornings", "my sister is vegan"]


@pytest.mark.wires
@pytest.mark.parametrize(("line", "word"), [(PROJECT[0], "6.5"), (PROJECT[1], "PostgreSQL"), (NAMED, "three nodes")])
async def test_a_statement_about_the_project_is_held_in_it_and_acknowledged(
    person: Person, line: str, word: str
) -> None:
    project = await person.project("Garden")
    noted = await person.say(line, project)

    assert (noted.action, noted.intent, noted.offer) == (Action.NOTED, "add_knowledge", None)
    (held,) = await person.memories(project)
    assert (held.force, held.display_number) == (Force.HELD, 1)
    assert word in held.content
    assert await person.memories() == []


@pytest.mark.parametrize(("line", "word"), [(PERSONAL[0], "morning"), (PERSONAL[1], "vegan")])
async def test_a_statement_about_the_person_is_held_in_your_story(person: Person, line: str, word: str) -> None:
    project = await person.project("Garden")
    held_turn = await person.say(line, project)

    assert (held_turn.action, held_turn.intent) == (Action.HELD, "remember_about_me")
    assert held_turn.offer is not None
    (held,) = await person.memories()
    assert word in held.content
    assert await person.memories(project) == []


@pytest.mark.row("M29")
async def test_what_waits_in_a_project_is_settled_in_one_batch(person: Person) -> None:
    project = await person.project("Garden")
    for line in (*PROJECT, "The tomatoes are watered every two days"):
        await person.say(line, project)
    asked = await person.say("Where do we stand?", project)

    assert asked.offer is not None
    assert asked.offer.kind is OfferKind.PROJECT_FACTS
    assert len(asked.offer.items) == 3
    for item in asked.offer.items:
        assert item.shown_text in asked.reply
    kept = await person.say("yes", project)
    assert (kept.action, kept.stored_count) == (Action.COMMITTED, 3)
    assert {one.force for one in await person.memories(project)} == {Force.COMMITTED}
    assert await person.memories() == []


@pytest.mark.wires
async def test_a_question_is_answered_from_what_is_committed_and_names_what_waits(person: Person) -> None:
    project = await person.project("Garden")
    nothing = await person.say("What should the soil pH be?", project)
    assert (nothing.action, nothing.memory) == (Action.NONE, ())
    assert nothing.reply.strip()
    await person.say(PROJECT[0], project)
    (held,) = await person.memories(project)
    await person.act("commit", held)

    found = await person.say("What should the soil pH be?", project)
    assert (found.action, found.intent) == (Action.ANSWERED, "ask_question")
    if person.mind.name == "offline":  # a model's own prose is its own; that it was shown the quote is tested beside
        assert "6.5" in found.reply
        assert f"number {held.display_number}" in found.reply


async def test_a_correction_is_held_beside_what_is_committed_until_it_is_agreed_to(person: Person) -> None:
    project = await person.project("Garden")
    await person.say(PROJECT[0], project)
    (held,) = await person.memories(project)
    await person.act("commit", held)

    corrected = await person.say("Actually the soil pH should be 6.8, not 6.5", project)
    assert corrected.action is Action.CORRECTED
    assert {one.force for one in await person.memories(project)} == {Force.HELD, Force.COMMITTED}
    assert corrected.offer is not None
    await person.say("replace it", project)
    (known,) = await person.memories(project, Force.COMMITTED)
    assert "6.8" in known.content
    assert await person.memories() == []


async def test_past_input_is_quoted_also_when_it_still_waits(person: Person) -> None:
    project = await person.project("Garden")
    await person.say("The tomatoes are watered every two days", project)
    found = await person.say("What did I say about tomatoes?", project)

    assert (found.action, found.intent, found.memory) == (Action.ANSWERED, "ask_about_past_input", ())
    if person.mind.name == "offline":
        assert "every two days" in found.reply


async def test_outside_of_a_project_a_statement_about_one_has_no_place_and_that_is_said(person: Person) -> None:
    said = await person.say(PROJECT[0])
    assert (said.action, said.memory, said.code) == (Action.NONE, (), "no_project")
    assert await person.memories() == []


@pytest.mark.row("U1")
async def test_a_stub_is_answered_honestly_and_does_nothing(person: Person) -> None:
    said = await person.say("Please remind me tomorrow at nine")
    assert (said.intent, said.memory) == ("schedule_task", ())
    assert said.action in {Action.STUB, Action.NONE}
