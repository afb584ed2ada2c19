"""The cases that personal memory was asked for with, by number: what is read, what it does, what a prompt holds."""

import pytest

from shared.contracts.assertions import Force
from shared.contracts.notices import Closed
from shared.contracts.operations import Action
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person

pytestmark = pytest.mark.row("M1", "U4")
SHELLFISH = "I'm allergic to shellfish"
scripted = pytest.mark.parametrize("house", ["scripted"], indirect=True)


# ---- 1 to 6: what is read, stored with the turn ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "line", "intent"),
    [
        (1, SHELLFISH, "remember_about_me"),
        (2, "my sister is vegan", "remember_about_me"),
        (3, "Forget that I'm allergic", "forget_about_me"),
        (4, "The soil pH should be 6.5", "add_knowledge"),
        (5, "I prefer working in the mornings", "remember_about_me"),
    ],
)
async def test_each_line_is_read_as_meant(person: Person, number: int, line: str, intent: str) -> None:
    project = await person.project("Farm") if intent == "add_knowledge" else None
    said = await person.say(line, project)
    assert (number, said.intent, (await person.why(said.turn_id)).intent) == (number, intent, intent)


@pytest.mark.parametrize("yes", ["yes", "that's right", "correct", "that's the one"])
async def test_6_and_8_a_yes_is_the_same_intent_with_the_fact_of_the_turn_before(person: Person, yes: str) -> None:
    await person.say(SHELLFISH)
    agreed = await person.say(yes)
    assert (agreed.intent, agreed.action, agreed.stored_count) == ("remember_about_me", Action.COMMITTED, 1)
    assert (await person.why(agreed.turn_id)).intent == "remember_about_me"
    (known,) = await person.memories(force=Force.COMMITTED)
    assert "shellfish" in known.content


# ---- 7 to 13: what it does -------------------------------------------------------------------------------------------


async def test_7_a_new_fact_is_held_by_the_companion_in_your_story(person: Person, house: House) -> None:
    told = await person.say(SHELLFISH, await person.project("Kitchen"))
    (held,) = await person.memories()
    assert (told.action, held.force, held.engagement_id) == (Action.HELD, Force.HELD, person.story_id)
    assert await house.records.value("select actor from assertion where id = $1", held.assertion_id) == "companion"


async def test_9_a_refinement_amends_at_once_without_a_further_question(person: Person) -> None:
    await person.say(SHELLFISH)
    refined = await person.say("no, just shrimp")
    (held,) = await person.memories()
    assert (refined.action, refined.intent, held.force) == (Action.REFINED, "remember_about_me", Force.HELD)
    assert ("shrimp" in held.content, "shellfish" in held.content) == (True, False)
    assert (await person.say("yes")).stored_count == 1


@pytest.mark.parametrize("no", ["never mind", "forget it", "no, just this project"])
async def test_a_no_is_conversation_and_takes_back_what_was_held(person: Person, no: str) -> None:
    await person.say(SHELLFISH)
    declined = await person.say(no)
    assert (declined.intent, declined.stored_count) == ("general_conversation", 0)
    assert [one.force for one in await person.memories()] == [Force.RETRACTED]


async def found(person: Person, *contents: str) -> Closed:
    for content in contents:
        await person.write(content)
    return await person.say("Forget that I'm allergic")


async def test_10_one_match_is_asked_about(person: Person) -> None:
    asked = await found(person, "You're allergic to shellfish.", "You collect old maps.")
    assert (asked.action, asked.intent) == (Action.CONFIRM_RETRACTION, "forget_about_me")
    assert asked.matched is not None
    assert "shellfish" in asked.matched.content


@pytest.mark.parametrize("yes", ["yes", "that's the one"])
async def test_11_a_yes_takes_it_back_with_its_reason(person: Person, yes: str) -> None:
    asked = await found(person, "You're allergic to shellfish.")
    assert asked.matched is not None
    gone = await person.say(yes)
    memory = await person.memory(asked.matched.assertion_id)
    assert (gone.action, gone.intent) == (Action.RETRACTED, "forget_about_me")
    assert (memory.force, memory.reason) == (Force.RETRACTED, "forgotten")


async def test_a_no_to_forgetting_changes_nothing(person: Person) -> None:
    asked = await found(person, "You're allergic to shellfish.")
    assert asked.matched is not None
    kept = await person.say("no, keep it")
    assert (kept.intent, kept.memory) == ("general_conversation", ())
    assert (await person.memory(asked.matched.assertion_id)).force is Force.COMMITTED


async def test_12_nothing_that_fits_is_said_so(person: Person) -> None:
    asked = await found(person, "You collect old maps.")
    assert (asked.action, asked.offer) == (Action.NO_MATCH, None)


async def test_13_several_that_fit_are_listed(person: Person) -> None:
    asked = await found(person, "You're allergic to shellfish.", "You're allergic to nuts.")
    assert asked.action is Action.AMBIGUOUS
    assert len(asked.candidates) == 2


# ---- 14 to 19, 25: what a prompt holds -------------------------------------------------------------------------------


def prompt_of(house: House, said: Closed) -> str:
    (brief,) = [brief for brief in house.model.briefs if brief.turn_id == said.turn_id]
    return "\n".join(section.text for section in brief.prompt().sections)


@scripted
async def test_14_to_18_the_block_stands_in_projects_only_and_holds_the_newest_within_its_budget(
    house: House, person: Person
) -> None:
    garden = await person.project("Garden")
    assert "PERSONAL MEMORY" not in prompt_of(house, await person.say("Good morning", garden))
    for number in range(40):
        await person.write(f"You keep a seed tin with the label {number} on the shelf beside the door of the shed.")
    inside = prompt_of(house, await person.say("Good morning", garden))
    block = inside[inside.index("PERSONAL MEMORY") :]
    bullets = [line for line in block.splitlines() if line.startswith("- You keep a seed tin")]
    assert 0 < len(bullets) < 40
    assert "label 39 " in bullets[0]
    assert all("(noted " in bullet for bullet in bullets)
    assert "PERSONAL MEMORY" not in prompt_of(house, await person.say("Good morning"))


@scripted
async def test_19_and_25_the_seed_of_your_story_stands_where_the_engagement_does(house: House, person: Person) -> None:
    outside = prompt_of(house, await person.say("Good morning"))
    assert "travels with them" in outside or "belongs to" in outside


# ---- 20 to 24, 26, 27: the whole way ---------------------------------------------------------------------------------


async def test_20_to_22_told_agreed_and_forgotten_again(person: Person) -> None:
    await person.say(SHELLFISH)
    await person.say("yes")
    asked = await person.say("Forget that I'm allergic")
    assert asked.action is Action.CONFIRM_RETRACTION
    assert (await person.say("yes")).action is Action.RETRACTED
    assert await person.memories(force=Force.COMMITTED) == []


async def test_23_and_24_a_fact_of_project_talk_is_kept_in_your_story_and_says_where_it_was_told(
    person: Person,
) -> None:
    kitchen = await person.project("Kitchen")
    await person.say(SHELLFISH, kitchen)
    await person.say("yes", kitchen)
    (known,) = await person.memories(force=Force.COMMITTED)
    assert known.engagement_id == person.story_id
    assert await person.memories(kitchen) == []


async def test_26_and_27_project_knowledge_stays_in_the_project(person: Person) -> None:
    project = await person.project("Farm")
    noted = await person.say("The soil pH should be 6.5", project)
    assert (noted.intent, noted.action) == ("add_knowledge", Action.NOTED)
    assert [one.force for one in await person.memories(project)] == [Force.HELD]
    assert await person.memories() == []
