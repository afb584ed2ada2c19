"""What contradicts something known goes to the person: replace, keep both, drop."""

import pytest

from shared.contracts.assertions import AssertionView, Because, Force
from shared.contracts.operations import Action, OfferKind
from shared.contracts.requests.notebook import OfferAnswered
from tests.acceptance.memory.person import Person

pytestmark = pytest.mark.row("M25")


async def miami_then_lisbon(person: Person) -> tuple[AssertionView, AssertionView]:
    """Known, then told something else; both as they stand when the question is asked."""
    await person.say("I live in Miami")
    await person.say("yes")
    told = await person.say("I moved to Lisbon")
    (known,) = await person.memories(force=Force.COMMITTED)
    (new,) = await person.memories(force=Force.HELD)
    assert told.action is Action.HELD
    assert told.offer is not None
    assert told.offer.kind is OfferKind.CLASH
    assert [item.assertion_id for item in told.offer.items] == [known.assertion_id, new.assertion_id]
    assert "Miami" in told.reply
    assert "Lisbon" in told.reply
    assert told.reply.count("?") == 1
    return known, new


async def test_it_is_asked_and_not_kept_twice(person: Person) -> None:
    known, new = await miami_then_lisbon(person)
    assert "Miami" in known.content
    assert new.replaces_id == known.assertion_id


@pytest.mark.wires
async def test_replacing_keeps_the_new_and_takes_the_old_back(person: Person) -> None:
    known, new = await miami_then_lisbon(person)
    assert (await person.say("yes")).code == "which_stands"
    done = await person.say("replace it")

    assert (done.action, done.stored_count) == (Action.COMMITTED, 1)
    assert (await person.memory(new.assertion_id)).force is Force.COMMITTED
    gone = await person.memory(known.assertion_id)
    assert (gone.force, gone.reason) == (Force.RETRACTED, Because.REPLACED)


async def test_both_can_stay(person: Person) -> None:
    known, new = await miami_then_lisbon(person)
    await person.say("keep both")
    for one in (known, new):
        assert (await person.memory(one.assertion_id)).force is Force.COMMITTED


async def test_the_new_one_can_be_dropped(person: Person) -> None:
    known, new = await miami_then_lisbon(person)
    done = await person.say("drop the new one")

    assert done.action is Action.REJECTED
    assert await person.memory(known.assertion_id) == known
    assert (await person.memory(new.assertion_id)).force is Force.RETRACTED


@pytest.mark.parametrize("said", ["neither", "ninguno", "yes"])
async def test_what_names_none_of_the_two_decides_nothing(person: Person, said: str) -> None:
    known, new = await miami_then_lisbon(person)
    again = await person.say(said)
    assert again.memory == ()
    assert await person.memory(known.assertion_id) == known
    assert (await person.memory(new.assertion_id)).force is Force.HELD
    assert (await person.say("the old one")).action is Action.REJECTED  # it could still be answered


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ("You live in Leeds.", "I moved from Leeds to York"),
        ("Tu hermana se llama Marta.", "mi hermana se llama María"),
    ],
)
async def test_another_word_for_the_same_subject_is_asked_about_too(person: Person, known: str, said: str) -> None:
    written = await person.write(known)
    asked = await person.say(said)
    assert asked.offer is not None
    assert asked.offer.kind is OfferKind.CLASH
    assert asked.offer.items[0].assertion_id == written.assertion_id
    assert known in asked.reply


async def test_something_else_meanwhile_leaves_both_as_they_were(person: Person) -> None:
    known, new = await miami_then_lisbon(person)
    await person.say("How does this work?")
    assert await person.memory(known.assertion_id) == known
    assert (await person.memory(new.assertion_id)).force is Force.HELD


@pytest.mark.row("M22")
async def test_a_yes_by_hand_in_the_notebook_replaces_too(person: Person) -> None:
    known, new = await miami_then_lisbon(person)
    assert (await person.act("commit", new)).action is Action.COMMITTED
    gone = await person.memory(known.assertion_id)
    assert (gone.force, gone.reason) == (Force.RETRACTED, Because.REPLACED)
    after = await person.say("yes")  # the question was settled on another door
    assert (after.stored_count, after.memory) == (0, ())


async def lisbon_before_miami_was_answered(person: Person) -> AssertionView:
    """It waits for a yes, and meanwhile something becomes known that speaks against it."""
    await person.say("I live in Miami")
    (waits,) = await person.memories(force=Force.HELD)
    await person.write("You live in Lisbon.")
    return waits


async def test_a_yes_in_words_is_not_taken_before_the_clash_is_shown(person: Person) -> None:
    waits = await lisbon_before_miami_was_answered(person)
    asked = await person.say("yes")
    assert (asked.action, asked.stored_count) == (Action.HELD, 0)
    assert asked.offer is not None
    assert asked.offer.kind is OfferKind.CLASH
    assert "Miami" in asked.reply
    assert "Lisbon" in asked.reply
    assert asked.reply.count("?") == 1
    assert (await person.memory(waits.assertion_id)).force is Force.HELD
    await person.say("keep both")
    assert len(await person.memories(force=Force.COMMITTED)) == 2


@pytest.mark.row("M22")
async def test_a_yes_by_hand_is_not_taken_before_the_clash_is_shown(person: Person) -> None:
    waits = await lisbon_before_miami_was_answered(person)
    (known,) = await person.memories(force=Force.COMMITTED)
    refused = await person.try_to("commit", waits)
    assert (refused.status_code, refused.json()["code"], refused.json()["saved"]) == (409, "clash", False)
    shown = AssertionView.model_validate(refused.json()["current"])
    assert (shown.force, shown.replaces_id) == (Force.HELD, known.assertion_id)
    assert await person.memory(waits.assertion_id) == shown

    await person.act("commit", shown)
    gone = await person.memory(known.assertion_id)
    assert (gone.force, gone.reason) == (Force.RETRACTED, Because.REPLACED)
    await person.act("restore", gone)
    assert len(await person.memories(force=Force.COMMITTED)) == 2


async def test_a_yes_on_the_card_is_not_taken_before_the_clash_is_shown(person: Person) -> None:
    waits = await lisbon_before_miami_was_answered(person)
    (asked,) = (await person.offers()).offers
    answered = await person.post(f"/v1/offers/{asked.offer.offer_id}", {"items": [a_yes(waits)]})
    became = OfferAnswered.model_validate_json(answered.content)
    assert (became.action, became.stored_count) == (Action.ASKED, 0)
    assert became.offer is not None
    assert became.offer.kind is OfferKind.CLASH

    both = [a_yes(await person.memory(item.assertion_id)) for item in became.offer.items]
    await person.post(f"/v1/offers/{became.offer.offer_id}", {"items": both})
    assert len(await person.memories(force=Force.COMMITTED)) == 2


def a_yes(seen: AssertionView) -> dict[str, object]:
    """As a card sends it."""
    named = {"assertion_id": str(seen.assertion_id), "version": seen.version, "text_hash": seen.text_hash}
    return {**named, "answer": "yes"}


@pytest.mark.row("M6")
async def test_a_statement_that_speaks_against_a_known_one_of_its_project_is_asked_about(person: Person) -> None:
    garden = await person.project("Garden")
    known = await person.write("The soil pH should be 6.8.", garden)
    asked = await person.say("The soil pH should be 6.5", garden)
    assert asked.offer is not None
    assert asked.offer.kind is OfferKind.CLASH
    assert asked.offer.items[0].assertion_id == known.assertion_id
    assert asked.reply.count("?") == 1
    await person.say("replace it", garden)
    assert (await person.memory(known.assertion_id)).force is Force.RETRACTED


@pytest.mark.row("M4")
async def test_what_is_proposed_for_all_projects_is_shown_beside_what_speaks_against_it(person: Person) -> None:
    cooking = await person.project("Cooking")
    known = await person.write("Your oven does not run hot.")
    offered = await person.say("My oven runs hot", cooking)
    assert offered.offer is not None
    assert offered.offer.kind is OfferKind.CLASH
    assert offered.offer.items[0].assertion_id == known.assertion_id
    assert known.content in offered.reply
    assert offered.reply.count("?") == 1
    await person.say("keep both", cooking)
    assert len(await person.memories(force=Force.COMMITTED)) == 2
