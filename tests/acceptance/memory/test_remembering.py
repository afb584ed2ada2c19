"""Told, held, asked; kept after a yes, amended after a correction, dropped after a no."""

import pytest

from shared.contracts.assertions import Because, Force
from shared.contracts.operations import Action, OfferKind
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person, until_expired

SHELLFISH = "I'm allergic to shellfish"
MAPS = "I collect old maps"
offline = pytest.mark.parametrize("house", ["offline"], indirect=True)

pytestmark = pytest.mark.row("M1")


async def test_a_fact_told_in_a_project_is_held_in_your_story_and_asked_about(person: Person, house: House) -> None:
    kitchen = await person.project("Kitchen")
    told = await person.say(SHELLFISH, kitchen)

    (held,) = await person.memories()
    assert (told.action, told.stored_count, told.code) == (Action.HELD, 0, None)
    assert (held.force, held.engagement_id, held.turn_id) == (Force.HELD, person.story_id, told.turn_id)
    assert "shellfish" in held.content.lower()
    assert held.own_words in SHELLFISH
    assert told.offer is not None
    (item,) = told.offer.items
    assert told.offer.kind is OfferKind.REMEMBER
    assert (item.assertion_id, item.version, item.text_hash) == (held.assertion_id, held.version, held.text_hash)
    assert held.content in told.reply  # what is bound is what is shown
    assert await house.records.value("select actor from assertion where id = $1", held.assertion_id) == "companion"
    assert await person.memories(kitchen) == []


@pytest.mark.wires
@pytest.mark.row("M24")
async def test_a_yes_commits_it_and_the_history_says_on_which_word(person: Person) -> None:
    kitchen = await person.project("Kitchen")
    told = await person.say(SHELLFISH, kitchen)
    agreed = await person.say("yes", kitchen)

    (known,) = await person.memories()
    assert (agreed.action, agreed.stored_count, agreed.offer) == (Action.COMMITTED, 1, None)
    assert (known.force, known.expires_at, known.label) == (Force.COMMITTED, None, "stated")
    entries = (await person.history(known.assertion_id)).entries
    assert [(entry.verb, entry.actor, entry.turn_id) for entry in entries] == [
        ("hold", "companion", told.turn_id),
        ("commit", "person", agreed.turn_id),
    ]
    assert entries[1].decision
    assert await person.memories(kitchen) == []


@pytest.mark.wires
@pytest.mark.row("U4")
async def test_a_refinement_amends_what_is_held_and_asks_again(person: Person) -> None:
    kitchen = await person.project("Kitchen")
    await person.say(SHELLFISH, kitchen)
    (before,) = await person.memories()
    refined = await person.say("no, just shrimp", kitchen)

    (held,) = await person.memories()
    assert (refined.action, held.force) == (Action.REFINED, Force.HELD)
    assert held.assertion_id == before.assertion_id
    assert held.version > before.version
    assert "shrimp" in held.content.lower()
    assert "shellfish" not in held.content.lower()
    assert refined.offer is not None
    assert [item.text_hash for item in refined.offer.items] == [held.text_hash]
    assert held.content in refined.reply

    agreed = await person.say("yes", kitchen)
    (known,) = await person.memories()
    assert agreed.action is Action.COMMITTED
    assert (known.force, known.content, known.created_at) == (Force.COMMITTED, held.content, before.created_at)


@pytest.mark.wires
@pytest.mark.parametrize("no", ["never mind", "forget it"])
async def test_a_no_takes_it_back(person: Person, no: str) -> None:
    await person.say(SHELLFISH)
    declined = await person.say(no)

    (gone,) = await person.memories()
    assert (declined.action, declined.offer) == (Action.REJECTED, None)
    assert (gone.force, gone.reason) == (Force.RETRACTED, Because.REJECTED)


@pytest.mark.row("U4", "M2")
async def test_forget_it_as_an_answer_is_no_forgetting(person: Person) -> None:
    await person.say(MAPS)
    await person.say("yes")
    await person.say(SHELLFISH)
    declined = await person.say("forget it")

    assert declined.action is Action.REJECTED
    assert {one.content: one.force for one in await person.memories() if "map" in one.content} == {
        "You collect old maps.": Force.COMMITTED
    }


@offline
@pytest.mark.row("U4", "U10")
async def test_a_yes_keeps_what_was_asked_about_and_what_is_told_behind_it_waits(person: Person) -> None:
    await person.say(SHELLFISH)
    answered = await person.say("yesss keep it, and my daughter Anaïs plays the oboe")
    assert [one.content for one in await person.memories(force=Force.COMMITTED)] == ["You're allergic to shellfish."]
    (held,) = await person.memories(force=Force.HELD)
    assert held.content == "You said: “my daughter Anaïs plays the oboe”"
    assert answered.offer is not None
    assert [item.assertion_id for item in answered.offer.items] == [held.assertion_id]


@pytest.mark.row("U4", "U10")
async def test_another_fact_instead_of_an_answer_is_held_beside_the_first(person: Person) -> None:
    first = await person.say(SHELLFISH)
    second = await person.say("also, my birthday is the 3rd")

    held = await person.memories(force=Force.HELD)
    assert len(held) == 2
    assert first.offer is not None
    (shown,) = first.offer.items
    before = next(one for one in held if one.assertion_id == shown.assertion_id)
    assert (before.version, before.content) == (shown.version, shown.shown_text)
    assert second.offer is not None
    (item,) = second.offer.items
    assert "birthday" in item.shown_text
    await person.say("yes")
    known = await person.memories(force=Force.COMMITTED)
    assert [one.assertion_id for one in known] == [item.assertion_id]


@pytest.mark.row("U4", "M31")
async def test_saying_what_is_held_again_makes_no_second_copy_and_asks_again(person: Person) -> None:
    first = await person.say(SHELLFISH)
    again = await person.say(SHELLFISH)

    (held,) = await person.memories()
    assert held.force is Force.HELD
    assert first.offer is not None
    assert again.offer is not None
    assert [item.text_hash for item in again.offer.items] == [item.text_hash for item in first.offer.items]
    assert (await person.say("yes")).stored_count == 1


@pytest.mark.row("U4", "M31")
async def test_saying_what_is_known_again_changes_nothing_but_its_touch(person: Person, house: House) -> None:
    await person.say(SHELLFISH)
    await person.say("yes")
    (before,) = await person.memories()
    revision = (await person.me()).revision
    touched = "select access_count from assertion where id = $1"
    assert await house.records.value(touched, before.assertion_id) == 0

    again = await person.say(SHELLFISH)
    assert (again.action, again.offer, again.stored_count) == (Action.KNOWN, None, 0)
    assert await person.memories() == [before]
    assert (await person.me()).revision == revision
    assert await house.records.value(touched, before.assertion_id) == 1


@pytest.mark.row("M7")
async def test_what_nobody_confirms_expires_and_says_why(person: Person, house: House) -> None:
    await person.say(SHELLFISH)
    await house.do("update assertion set expires_at = now() - interval '1 s' where person_id = $1", person.person_id)
    gone = await until_expired(person)

    assert gone.reason == Because.NOT_CONFIRMED
    assert (await person.say("yes")).stored_count == 0
    assert await person.memories(force=Force.COMMITTED) == []
    assert (await person.say(SHELLFISH)).action is Action.HELD  # expiry is no refusal
