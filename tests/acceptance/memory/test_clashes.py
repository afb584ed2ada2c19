"""What contradicts something known goes to the person: replace, keep both, drop."""

import pytest

from shared.assertions import AssertionView, Because, Force
from shared.operations import Action, OfferKind
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


@pytest.mark.parametrize("yes", ["yes", "replace it"])
async def test_replacing_keeps_the_new_and_takes_the_old_back(person: Person, yes: str) -> None:
    known, new = await miami_then_lisbon(person)
    done = await person.say(yes)

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
