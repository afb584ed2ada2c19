"""Found, asked about, taken back by id; listed when it is several, and said when it is none."""

import json
from uuid import uuid4

import pytest

from shared.contracts.assertions import AssertionView, Because, Force
from shared.contracts.operations import Action, OfferKind
from shared.testing.scripted_model import ScriptedReply
from tests.acceptance.memory.house import House
from tests.acceptance.memory.person import Person

pytestmark = pytest.mark.row("M2")
ALLERGIES = ("You're allergic to shellfish.", "You're allergic to peanuts.", "You're allergic to pollen.")
FORGET = "Forget that I'm allergic"


async def known(person: Person, *texts: str) -> list[AssertionView]:
    """These are known, in this order."""
    return [await person.write(text) for text in texts]


def under_new_ids(file: bytes) -> bytes:
    """The same file with other ids, so that nothing is recognised by them."""
    export = json.loads(file)
    for row in export["assertions"]:
        row["assertion_id"] = str(uuid4())
    return json.dumps(export | {"history": []}).encode()


async def test_one_match_is_asked_about_and_taken_back_after_the_yes(person: Person) -> None:
    allergy, maps = await known(person, ALLERGIES[0], "You collect old maps.")
    asked = await person.say(FORGET)

    assert asked.action is Action.CONFIRM_RETRACTION
    assert asked.matched is not None
    assert asked.matched.assertion_id == allergy.assertion_id
    assert asked.offer is not None
    assert asked.offer.kind is OfferKind.RETRACT
    assert allergy.content in asked.reply
    assert (await person.memory(allergy.assertion_id)).force is Force.COMMITTED  # nothing before the yes

    done = await person.say("yes, that's the one")
    gone = await person.memory(allergy.assertion_id)
    assert done.action is Action.RETRACTED
    assert (gone.force, gone.reason) == (Force.RETRACTED, Because.FORGOTTEN)
    assert (await person.history(allergy.assertion_id)).entries[-1].reason
    assert (await person.memory(maps.assertion_id)).force is Force.COMMITTED
    if person.mind.name == "offline":
        assert "eras" in done.reply.lower()  # where it goes for good is said


async def test_a_no_changes_nothing(person: Person) -> None:
    (allergy,) = await known(person, ALLERGIES[0])
    await person.say(FORGET)
    kept = await person.say("no, keep it")

    assert (kept.memory, kept.offer) == ((), None)
    assert await person.memory(allergy.assertion_id) == allergy


@pytest.mark.wires
async def test_three_matches_are_listed_with_their_numbers_and_the_second_is_taken(person: Person) -> None:
    allergies = await known(person, *ALLERGIES)
    asked = await person.say(FORGET)

    assert asked.action is Action.AMBIGUOUS
    assert {one.assertion_id for one in asked.candidates} == {one.assertion_id for one in allergies}
    for one in allergies:
        assert one.content in asked.reply
        assert f"{one.display_number}." in asked.reply
    second = asked.candidates[1]

    done = await person.say("the second one")
    assert done.action is Action.RETRACTED
    (gone,) = await person.memories(force=Force.RETRACTED)
    assert gone.assertion_id == second.assertion_id


async def test_a_bare_yes_to_several_takes_none(person: Person) -> None:
    await known(person, *ALLERGIES)
    await person.say(FORGET)
    again = await person.say("yes")

    assert again.memory == ()
    assert again.offer is not None
    assert len(await person.memories(force=Force.COMMITTED)) == 3


async def test_none_is_said_and_nothing_happens(person: Person) -> None:
    await known(person, ALLERGIES[0])
    said = await person.say("Forget what I said about my motorbike")

    assert (said.action, said.memory, said.offer) == (Action.NO_MATCH, (), None)
    assert said.reply.strip()
    assert len(await person.memories(force=Force.COMMITTED)) == 1


async def test_everything_about_a_subject_goes_after_one_yes(person: Person) -> None:
    await known(person, *ALLERGIES, "You collect old maps.")
    asked = await person.say("Forget everything about my allergies")

    assert asked.action is Action.CONFIRM_RETRACTION
    assert asked.offer is not None
    assert len(asked.offer.items) == 3
    done = await person.say("yes")
    assert done.action is Action.RETRACTED
    (left,) = await person.memories(force=Force.COMMITTED)
    assert "maps" in left.content


@pytest.mark.parametrize("house", ["offline"], indirect=True)
@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (
            "please delete everything you know about Dana",
            ("Your sister Dana lives in Leeds.", "Dana's birthday is May 4th."),
        ),
        ("delete number 3 and 1", ("Your brother Daniel plays chess.", "Your sister Dana lives in Leeds.")),
        ("the one about Daniel can go", ("Your brother Daniel plays chess.",)),
        ("lösche bitte das mit Daniel", ("Your brother Daniel plays chess.",)),
        ("borra todo lo que sabes de Dana", ("Your sister Dana lives in Leeds.", "Dana's birthday is May 4th.")),
    ],
)
async def test_everyday_orders_are_understood_at_the_first_sentence(
    person: Person, said: str, meant: tuple[str, ...]
) -> None:
    await known(
        person, "Your sister Dana lives in Leeds.", "Dana's birthday is May 4th.", "Your brother Daniel plays chess."
    )
    asked = await person.say(said)
    assert asked.action is Action.CONFIRM_RETRACTION
    assert asked.offer is not None
    assert {item.shown_text for item in asked.offer.items} == set(meant)
    assert await person.memories(force=Force.RETRACTED) == []
    await person.say("yes")
    assert {one.content for one in await person.memories(force=Force.RETRACTED)} == set(meant)


async def test_all_that_is_known_is_asked_about_with_how_much_it_is_and_goes_after_one_yes(person: Person) -> None:
    await known(person, *ALLERGIES, "You collect old maps.")
    asked = await person.say("Forget everything you know about me")

    assert asked.action is Action.CONFIRM_RETRACTION
    assert asked.offer is not None
    assert len(asked.offer.items) == 4
    if person.mind.name == "offline":
        assert "4 " in asked.reply
        assert "holdfast erase everything" in asked.reply
    assert len(await person.memories(force=Force.COMMITTED)) == 4
    await person.say("yes")
    assert await person.memories(force=Force.COMMITTED) == []


async def test_several_subjects_in_one_order_are_asked_about_together(person: Person) -> None:
    await known(person, "You work as a baker.", "You live at 5 Oak Street.", "You collect old maps.")
    asked = await person.say("Forget my job and my address")

    assert asked.offer is not None
    assert {item.shown_text for item in asked.offer.items} == {"You work as a baker.", "You live at 5 Oak Street."}
    await person.say("yes")
    (left,) = await person.memories(force=Force.COMMITTED)
    assert left.content == "You collect old maps."


async def test_what_is_misspelled_is_found(person: Person) -> None:
    _, maps = await known(person, ALLERGIES[0], "You collect old maps.")
    asked = await person.say("Forget that I collect old mapps")
    assert asked.matched is not None
    assert asked.matched.assertion_id == maps.assertion_id
    assert (await person.memory(maps.assertion_id)).force is Force.COMMITTED


async def test_what_is_not_meant_lets_the_others_stay(person: Person) -> None:
    await known(person, *ALLERGIES)
    await person.say(FORGET)
    again = await person.say("not the peanuts")
    assert again.memory == ()
    assert again.offer is not None
    assert len(await person.memories(force=Force.COMMITTED)) == 3


@pytest.mark.row("M8")
async def test_what_was_taken_back_can_be_restored_as_it_was(person: Person) -> None:
    (allergy,) = await known(person, ALLERGIES[0])
    pinned = (await person.act("pin", allergy)).assertion
    assert pinned is not None
    await person.say(FORGET)
    await person.say("yes")
    gone = await person.memory(allergy.assertion_id)
    back = (await person.act("restore", gone)).assertion

    assert back is not None
    assert (back.force, back.content, back.pinned, back.category, back.importance) == (
        Force.COMMITTED,
        allergy.content,
        True,
        allergy.category,
        allergy.importance,
    )
    assert back.display_number == allergy.display_number


@pytest.mark.row("M23")
async def test_what_is_never_to_be_remembered_is_listed_and_does_not_come_back_by_an_import(person: Person) -> None:
    await known(person, "You collect old maps.", ALLERGIES[0])
    file = await person.exported()
    await person.say("Forget that I collect old maps, and never bring it up again")
    assert (await person.say("yes")).action is Action.RETRACTED
    (refusal,) = (await person.refusals()).refusals
    assert refusal.text == "You collect old maps."

    state = await person.bring(under_new_ids(file))
    assert state.skipped == 2  # the one is refused, the other is there already
    paraphrase = under_new_ids(file.replace(b"You collect old maps.", b"Old maps are something that you collect."))
    assert (await person.bring(paraphrase)).skipped == 2
    texts = [one.content for force in (Force.HELD, Force.COMMITTED) for one in await person.memories(force=force)]
    assert texts == [ALLERGIES[0]]


@pytest.mark.row("M23")
async def test_the_person_saying_it_again_brings_it_back_after_asking(person: Person) -> None:
    await known(person, "You collect old maps.")
    await person.say("Forget that I collect old maps, and never bring it up again")
    await person.say("yes")

    again = await person.say("I collect old maps")
    assert again.action is Action.HELD
    assert again.offer is not None
    assert (await person.say("yes")).stored_count == 1
    assert (await person.refusals()).refusals == ()


@pytest.mark.row("M23")
async def test_what_was_refused_twice_is_listed_once_and_lifted_with_it(person: Person) -> None:
    garden = await person.project("Garden")
    for written in [await person.write("You collect old maps.", where) for where in (None, garden)]:
        await person.act("retract", written, never_again=True)
    (refusal,) = (await person.refusals()).refusals
    lifted = await person.delete(f"/v1/refusals/{refusal.refusal_id}")
    assert lifted.json() == {"refusals": []}


@pytest.mark.row("M23")
async def test_a_refusal_can_be_lifted(person: Person) -> None:
    await known(person, "You collect old maps.")
    await person.say("Forget that I collect old maps, and never bring it up again")
    await person.say("yes")
    (refusal,) = (await person.refusals()).refusals
    lifted = await person.delete(f"/v1/refusals/{refusal.refusal_id}")
    assert lifted.json() == {"refusals": []}


@pytest.mark.row("M9", "M23")
async def test_what_was_erased_and_never_again_stays_refused_and_nothing_else_is_kept(person: Person) -> None:
    (maps,) = await known(person, "You collect old maps.")
    file = await person.exported()
    await person.act("erase", maps, never_again=True)

    state = await person.bring(under_new_ids(file))
    assert state.skipped == 1
    assert await person.memories() == []


@pytest.mark.row("M9")
@pytest.mark.parametrize("house", ["scripted"], indirect=True)
async def test_a_reply_that_told_it_in_other_words_goes_with_it_when_it_is_erased(house: House, person: Person) -> None:
    (allergy,) = await known(person, ALLERGIES[0])
    house.model.next_replies.append(ScriptedReply(("Whatever grows in shells is off your table.",)))
    told = await person.say("What do you know about me?")
    assert "off your table" in told.reply
    await person.act("erase", allergy)

    assert "off your table" not in (await person.get(f"/v1/turns/{told.turn_id}")).text
    assert "off your table" not in (await person.exported()).decode()
