"""What got a no keeps its text for a week, for Undo; then only the refusal's hash, and the talk stays hidden."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from services.memory.chores.drop_rejected import KEPT_FOR, let_rejected_go
from services.memory.notebook import commands, entries
from services.memory.transfer.export import export_part
from shared.contracts.assertions import Force
from shared.contracts.errors import MemoryGoneError
from shared.contracts.requests.notebook import ChangeAssertion, GetAssertion, ListAssertions, Verb
from shared.contracts.requests.transfer import ExportMemory, ExportPart
from shared.contracts.turns import NOT_KEPT
from tests.integration.memory.a_turn import opened
from tests.integration.memory.house import House, Inhabitant, a_key

pytestmark = pytest.mark.row("M8", "M23")

SAID, CONTENT = "I collect zanthoquills.", "You collect zanthoquills."


async def rejected(house: House, one: Inhabitant) -> UUID:
    """Told in the talk, held, and not agreed to."""
    turn_id = await house.said(one, SAID, f"Shall I remember that: {CONTENT}")
    assertion_id = await house.knows(one, CONTENT, SAID, turn_id=turn_id, force="held")
    await decide(house, one, assertion_id, Verb.REJECT, 1)
    return assertion_id


async def decide(house: House, one: Inhabitant, assertion_id: UUID, verb: Verb, version: int) -> Force | None:
    command = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=assertion_id, verb=verb, version=version)
    changed = await commands.change_memory(house.memory, command)
    return changed.assertion.force if changed.assertion is not None else None


async def days_later(house: House, wait: timedelta) -> None:
    now = house.memory.clock()
    await let_rejected_go(replace(house.memory, clock=lambda: now + wait))


async def places_with_it(house: House, one: Inhabitant) -> set[str]:
    """The tables in which the word stands."""
    found = set()
    for table in ("assertion", "assertion_history", "mention", "classification", "offer", "applied_command", "message"):
        told = f'select count(*) from "{table}" t where t.person_id = $1 and t::text ilike $2'  # ours
        if await house.records.value(told, one.who.person_id, "%zanthoquill%"):
            found.add(table)
    return found


async def test_within_a_week_a_no_can_be_undone(house: House) -> None:
    one = await house.person()
    assertion_id = await rejected(house, one)
    await days_later(house, KEPT_FOR - timedelta(hours=1))
    assert await decide(house, one, assertion_id, Verb.RESTORE, 2) is Force.HELD


async def test_after_a_week_only_the_talk_has_the_words_and_a_restore_says_that_it_is_gone(house: House) -> None:
    one = await house.person()
    assertion_id = await rejected(house, one)
    await days_later(house, KEPT_FOR + timedelta(hours=1))

    assert await places_with_it(house, one) == {"message"}
    with pytest.raises(MemoryGoneError):
        await decide(house, one, assertion_id, Verb.RESTORE, 2)
    with pytest.raises(MemoryGoneError):
        await entries.get_assertion(house.memory, GetAssertion(caller=one.who, assertion_id=assertion_id))
    listed = await entries.list_assertions(house.memory, ListAssertions(caller=one.who, force=Force.RETRACTED))
    assert listed.assertions == ()
    for part in (ExportPart.ASSERTIONS, ExportPart.HISTORY):
        assert (await export_part(house.memory, ExportMemory(caller=one.who, part=part))).rows == ()
    assert await house.records.value("select count(*) from refusal where person_id = $1", one.who.person_id) == 1
    shown = await opened(house, one, "hello")
    assert (shown.history[0].said, shown.history[0].replied) == (NOT_KEPT, NOT_KEPT)


async def test_what_was_committed_once_stays_restorable(house: House) -> None:
    one = await house.person()
    assertion_id = await house.knows(one, CONTENT, SAID)
    await decide(house, one, assertion_id, Verb.RETRACT, 1)
    await days_later(house, KEPT_FOR * 50)
    assert await decide(house, one, assertion_id, Verb.RESTORE, 2) is Force.COMMITTED
