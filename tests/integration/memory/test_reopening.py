"""A yes that is taken back was no wish to forget: it waits for a word again, and what it had replaced is back."""

from uuid import UUID

import pytest

from services.memory.assertions.assertion import Actor, Seen
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.consent import BY_CARD
from services.memory.assertions.repository import LoadPlan
from services.memory.audit.report import check_audit
from services.memory.notebook import commands, entries
from shared.clock import system_clock
from shared.contracts.assertions import AssertionView, Force, text_hash
from shared.contracts.errors import ForceError, StaleVersionError
from shared.contracts.operations import Action
from shared.contracts.requests.notebook import (
    AssertionChanged,
    ChangeAssertion,
    GetAssertion,
    GetHistory,
    Verb,
    WriteAssertion,
)
from shared.contracts.requests.ops import CheckAudit
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.on_postgres import operate

pytestmark = pytest.mark.row("M2", "M22")


@pytest.fixture
async def one(house: House) -> Inhabitant:
    return await house.person()


async def held(house: House, one: Inhabitant, content: str, replaces_id: UUID | None = None) -> AssertionView:
    def hold(book: Book) -> UUID:
        new = NewAssertion(engagement_id=one.story_id, content=content, own_words=content, replaces_id=replaces_id)
        return book.hold(new, Actor.COMPANION, spoken=True).assertion_id

    made = await operate(house.memory.database, one.who, LoadPlan(personal=True), hold, system_clock())
    return await now(house, one, made)


async def now(house: House, one: Inhabitant, assertion_id: UUID) -> AssertionView:
    return await entries.get_assertion(house.memory, GetAssertion(caller=one.who, assertion_id=assertion_id))


async def do(house: House, one: Inhabitant, verb: Verb, of: AssertionView) -> AssertionChanged:
    command = ChangeAssertion(
        caller=one.who,
        key=a_key(),
        assertion_id=of.assertion_id,
        verb=verb,
        version=of.version,
        text_hash=text_hash(of.content),
    )
    return await commands.change_memory(house.memory, command)


async def done(house: House, one: Inhabitant, verb: Verb, of: AssertionView) -> AssertionView:
    changed = (await do(house, one, verb, of)).assertion
    assert changed is not None
    return changed


async def test_it_waits_again_and_nothing_says_that_it_was_to_be_forgotten(house: House, one: Inhabitant) -> None:
    known = await done(house, one, Verb.COMMIT, await held(house, one, "You ski."))
    changed = await do(house, one, Verb.REOPEN, known)
    assert changed.action is Action.HELD
    assert changed.assertion is not None
    assert (changed.assertion.force, changed.assertion.reason) == (Force.HELD, None)
    assert changed.assertion.expires_at is not None
    assert changed.receipt is None
    assert [(entry.force, entry.content) for entry in changed.memory] == [("held", "You ski.")]
    history = await entries.get_history(house.memory, GetHistory(caller=one.who, assertion_id=known.assertion_id))
    last = history.entries[-1]
    assert (last.verb, last.reason, last.decision) == ("reopen", None, "their yes taken back by hand")
    assert await house.records.value("select count(*) from refusal") == 0
    again = await done(house, one, Verb.COMMIT, changed.assertion)
    assert again.force is Force.COMMITTED
    assert all(not person.faults for person in (await check_audit(house.memory, CheckAudit())).people)


async def test_what_it_had_taken_the_place_of_is_back_until_the_next_yes(house: House, one: Inhabitant) -> None:
    miami = await commands.write_memory(
        house.memory,
        WriteAssertion(caller=one.who, key=a_key(), engagement_id=one.story_id, content="You live in Miami."),
    )
    lisbon = await done(house, one, Verb.COMMIT, await held(house, one, "You live in Lisbon.", miami.assertion_id))
    assert (await now(house, one, miami.assertion_id)).force is Force.RETRACTED
    changed = await do(house, one, Verb.REOPEN, lisbon)
    assert {(entry.content, entry.force) for entry in changed.memory} == {
        ("You live in Miami.", "committed"),
        ("You live in Lisbon.", "held"),
    }
    assert changed.assertion is not None
    assert changed.assertion.replaces_id == miami.assertion_id
    await do(house, one, Verb.COMMIT, changed.assertion)
    assert (await now(house, one, miami.assertion_id)).force is Force.RETRACTED


async def test_what_was_replaced_by_another_stays(house: House, one: Inhabitant) -> None:
    ski = await done(house, one, Verb.COMMIT, await held(house, one, "You ski."))
    miami = await done(house, one, Verb.COMMIT, await held(house, one, "You live in Miami."))
    await done(house, one, Verb.COMMIT, await held(house, one, "You live in Lisbon.", miami.assertion_id))
    await do(house, one, Verb.REOPEN, ski)
    assert (await now(house, one, miami.assertion_id)).force is Force.RETRACTED


async def test_of_several_agreed_to_at_once_each_brings_back_what_it_replaced_itself(
    house: House, one: Inhabitant
) -> None:
    acid = await done(house, one, Verb.COMMIT, await held(house, one, "The soil has pH 6.5."))
    sweet = await held(house, one, "The soil has pH 6.8.", acid.assertion_id)
    beds = await held(house, one, "The beds are 1.2 m wide.")

    def yes_to_both(book: Book) -> None:
        for each in (sweet, beds):
            book.commit(each.assertion_id, Seen(each.version), BY_CARD)

    ids = LoadPlan(ids=frozenset({sweet.assertion_id, beds.assertion_id}))
    await operate(house.memory.database, one.who, ids, yes_to_both, system_clock())
    other = await done(house, one, Verb.REOPEN, await now(house, one, beds.assertion_id))
    assert (other.force, other.replaces_id) == (Force.HELD, None)
    assert (await now(house, one, acid.assertion_id)).force is Force.RETRACTED

    again = await done(house, one, Verb.REOPEN, await now(house, one, sweet.assertion_id))
    assert (again.force, again.replaces_id) == (Force.HELD, acid.assertion_id)
    assert (await now(house, one, acid.assertion_id)).force is Force.COMMITTED


async def test_what_came_back_by_hand_and_went_for_another_stays_gone(house: House, one: Inhabitant) -> None:
    miami = await done(house, one, Verb.COMMIT, await held(house, one, "You live in Miami."))
    lisbon = await done(house, one, Verb.COMMIT, await held(house, one, "You live in Lisbon.", miami.assertion_id))
    await done(house, one, Verb.RESTORE, await now(house, one, miami.assertion_id))
    await done(house, one, Verb.COMMIT, await held(house, one, "You live in Porto.", miami.assertion_id))
    again = await done(house, one, Verb.REOPEN, lisbon)
    assert again.replaces_id is None
    assert (await now(house, one, miami.assertion_id)).force is Force.RETRACTED


async def test_only_what_is_known_as_it_was_seen_is_reopened(house: House, one: Inhabitant) -> None:
    waiting = await held(house, one, "You ski.")
    with pytest.raises(ForceError):
        await do(house, one, Verb.REOPEN, waiting)
    known = await done(house, one, Verb.COMMIT, waiting)
    with pytest.raises(StaleVersionError):
        await do(house, one, Verb.REOPEN, waiting)
    await do(house, one, Verb.RETRACT, known)
    with pytest.raises(ForceError):
        await do(house, one, Verb.REOPEN, await now(house, one, known.assertion_id))
