"""What is known of the person is known in every project, in its section of the prompt, and nowhere else."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from shared.contracts.assertions import Because, Force
from shared.contracts.notices import Closed
from shared.contracts.operations import Action, OfferKind
from shared.text.quotation import words_quoted
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person

MOST_CHARACTERS = 2_000
AGES = [
    ("You moved house.", timedelta(minutes=1), "just now"),
    ("You sing in a choir.", timedelta(hours=2), "2 hours ago"),
    ("You own a red kayak.", timedelta(days=3), "3 days ago"),
    ("You keep two hens.", timedelta(weeks=2), "2 weeks ago"),
    ("You studied botany.", timedelta(days=95), "3 months ago"),
]
only_scripted = pytest.mark.parametrize("house", ["scripted"], indirect=True)


def section(house: House, closed: Closed, name: str) -> str:
    """A part of the prompt that this reply was made from; empty when it is absent."""
    (brief,) = [brief for brief in house.model.briefs if brief.turn_id == closed.turn_id]
    return next((part.text for part in brief.prompt().sections if part.name == name), "")


@only_scripted
@pytest.mark.row("M3")
async def test_what_is_told_in_one_project_is_known_in_another(house: House, person: Person) -> None:
    one, other = await person.project("Kitchen"), await person.project("Garden")
    held = await person.say("I'm allergic to shellfish", one)
    assert "shellfish" not in section(house, held, "personal_memory")
    await person.say("yes", one)

    elsewhere = section(house, await person.say("hello", other), "personal_memory")
    assert elsewhere.startswith("PERSONAL MEMORY\n")
    assert "You're allergic to shellfish. (noted just now)" in elsewhere
    assert "PERSONAL MEMORY" not in section(house, await person.say("hello"), "personal_memory")  # its own, outside


@only_scripted
@pytest.mark.row("M3")
async def test_newest_first_with_coarse_times(house: House, person: Person) -> None:
    project = await person.project("Kitchen")
    for text, age, _ in reversed(AGES):
        written = await person.write(text)
        await aged(house, written.assertion_id, age)
    told = section(house, await person.say("hello", project), "personal_memory")

    places = [told.index(text) for text, _, _ in AGES]
    assert places == sorted(places)
    for text, _, when in AGES:
        (line,) = [line for line in told.splitlines() if text in line]
        assert line.startswith("- ")
        assert when in line


@only_scripted
@pytest.mark.row("M3")
async def test_with_sixty_long_facts_the_oldest_are_missing_and_no_bullet_is_cut(house: House, person: Person) -> None:
    project = await person.project("Kitchen")
    texts = [f"You once told a story of {'many words and ' * 12}the number {number}." for number in range(60)]
    for number, text in enumerate(texts):
        written = await person.write(text)
        await aged(house, written.assertion_id, timedelta(hours=70 - number))
    closed = await person.say("hello", project)

    (brief,) = [brief for brief in house.model.briefs if brief.turn_id == closed.turn_id]
    block = brief.turn.context.personal_memory
    assert len(block) <= MOST_CHARACTERS
    shown = [text for text in texts if text in block]
    assert shown == texts[-len(shown) :]
    assert 5 < len(shown) < 20
    assert sum(line.startswith("- ") for line in block.splitlines()) == len(shown)


@only_scripted
@pytest.mark.row("M3")
async def test_with_nothing_known_the_section_is_absent(house: House, person: Person) -> None:
    project = await person.project("Kitchen")
    closed = await person.say("hello", project)
    (brief,) = [brief for brief in house.model.briefs if brief.turn_id == closed.turn_id]
    assert "personal_memory" not in {part.name for part in brief.prompt().sections}
    assert "PERSONAL MEMORY" not in "".join(part.text for part in brief.prompt().sections)


@only_scripted
@pytest.mark.row("M5")
async def test_the_part_that_providers_cache_moves_only_with_memory(house: House, person: Person) -> None:
    project = await person.project("Kitchen", "Soups and stews.")
    await person.write("You sing in a choir.")
    first, second = [stable(house, await person.say(text, project)) for text in ("hello", "How does this work?")]
    assert first == second
    assert "Soups and stews." in first
    await person.write("You own a red kayak.")
    assert stable(house, await person.say("hello", project)) != first


@only_scripted
@pytest.mark.row("M11")
async def test_the_delta_names_what_was_committed_and_never_what_is_held_or_was_taken_back(
    house: House, person: Person
) -> None:
    project = await person.project("Kitchen")
    await person.say("hello", project)
    revision = (await person.me()).revision
    choir = await person.write("You sing in a choir.")
    delta = section(house, await person.say("I'm allergic to shellfish", project), "memory_delta")
    assert f"rev {revision}" in delta
    assert "+[" in delta
    assert "You sing in a choir." in delta
    assert "shellfish" not in delta
    assert section(house, await person.say("hello", project), "memory_delta") == ""
    await person.act("retract", choir)
    gone = section(house, await person.say("hello", project), "memory_delta")
    assert "choir" not in gone
    assert str(choir.display_number) in gone


@pytest.mark.wires
@pytest.mark.row("M4", "M24")
async def test_a_personal_fact_of_project_talk_is_offered_for_all_projects_and_one_yes_keeps_it(
    person: Person, house: House
) -> None:
    project = await person.project("Cooking")
    offered = await person.say("My oven runs hot", project)
    assert offered.offer is not None
    assert offered.offer.kind is OfferKind.CROSS_PROMOTE
    (item,) = offered.offer.items
    assert (words_quoted(item.shown_text) or item.shown_text) in offered.reply
    assert (await person.memory(item.assertion_id)).force is Force.HELD

    kept = await person.say("yes", project)
    assert (kept.action, kept.stored_count, kept.offer) == (Action.COMMITTED, 1, None)
    known = await person.memory(item.assertion_id)
    assert (known.force, known.engagement_id) == (Force.COMMITTED, person.story_id)
    assert known.turn_id == offered.turn_id
    noted = {one.assertion_id for one in await person.memories(project)}
    from_project = "select source_engagement_id from assertion where id = $1"
    assert await house.records.value(from_project, known.assertion_id) == project
    if noted and person.mind.name != "scripted":  # the script proposes without naming a source
        assert known.source_assertion_id is None or known.source_assertion_id in noted


@pytest.mark.row("M4")
async def test_just_this_project_leaves_nothing_personal_and_refuses_nothing(person: Person) -> None:
    project = await person.project("Cooking")
    offered = await person.say("My oven runs hot", project)
    assert offered.offer is not None
    await person.say("no, just this project", project)

    (declined,) = await person.memories()
    assert (declined.force, declined.reason) == (Force.RETRACTED, Because.DECLINED)
    assert (await person.refusals()).refusals == ()
    assert [one.force for one in await person.memories(project)] == [Force.HELD]


async def aged(house: House, assertion_id: UUID, age: timedelta) -> None:
    """It was noted so long ago."""
    then = datetime.now(UTC) - age
    await house.do("update assertion set created_at = $2, updated_at = $2 where id = $1", assertion_id, then)


def stable(house: House, closed: Closed) -> str:
    """What comes before the part that moves with every turn."""
    (brief,) = [brief for brief in house.model.briefs if brief.turn_id == closed.turn_id]
    return "\n".join(part.text for part in brief.prompt().sections if part.stable)
