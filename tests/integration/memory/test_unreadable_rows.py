"""A row of memory that another release wrote, and this one cannot read, takes nothing from all the others."""

from datetime import timedelta
from uuid import UUID

import pytest

from services.memory.chores import expire_held
from services.memory.notebook import commands, entries
from services.memory.recall import memory_query
from shared.bus.metrics import UNREADABLE_ROWS
from shared.contracts.assertions import Force
from shared.contracts.errors import AssertionNotFoundError
from shared.contracts.requests.notebook import ChangeAssertion, GetAssertion, GetHistory, ListAssertions, Verb
from shared.contracts.requests.recall import QueryMemory
from tests.integration.memory.a_turn import closed, opened, performed
from tests.integration.memory.house import House, Inhabitant, a_key

UNKNOWN = {
    "kind": "haiku",
    "label": "rumoured",
    "about": "nobody",
    "actor": "oracle",
    "category": "Not a name!",
    "reason": "lost at sea",
    "content": "x" * 4_001,
}


async def written_by_another(house: House, assertion_id: UUID, column: str) -> None:
    """As only a release could whose rules are others."""
    for rule in await house.records.rows(
        "select conname as name from pg_constraint where conrelid = 'assertion'::regclass and contype = 'c'"
    ):
        await house.do(f'alter table assertion drop constraint "{rule["name"]}"')
    await house.do(f'update assertion set "{column}" = $2 where id = $1', assertion_id, UNKNOWN[column])


async def listed(house: House, one: Inhabitant, limit: int = 50) -> list[str]:
    """All pages of the list."""
    found, cursor = list[str](), None
    while True:
        asked = ListAssertions(caller=one.who, limit=limit, cursor=cursor)
        page = await entries.list_assertions(house.memory, asked)
        found += [one.content for one in page.assertions]
        if (cursor := page.cursor) is None:
            return found


def left_out() -> float:
    (metric,) = UNREADABLE_ROWS.collect()
    return sum(sample.value for sample in metric.samples if sample.name.endswith("_total"))


@pytest.mark.parametrize("column", UNKNOWN)
async def test_a_row_that_cannot_be_read_is_left_out_of_lists_searches_and_books(house: House, column: str) -> None:
    one = await house.person()
    tea = await house.knows(one, "You like green tea.")
    strange = await house.knows(one, "You like strong green tea with milk.")
    await house.knows(one, "You live in Lisbon.")
    await written_by_another(house, strange, column)
    before = left_out()

    assert await listed(house, one) == ["You live in Lisbon.", "You like green tea."]
    assert await listed(house, one, limit=1) == ["You live in Lisbon.", "You like green tea."]
    found = await memory_query.query_memory(house.memory, QueryMemory(caller=one.who, query="green tea"))
    assert [hit.assertion.content for hit in found.hits if hit.assertion] == ["You like green tea."]
    forgotten = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=tea, verb=Verb.RETRACT, version=1)
    changed = await commands.change_memory(house.memory, forgotten)
    assert changed.assertion is not None
    assert changed.assertion.force is Force.RETRACTED
    assert left_out() > before


async def test_who_asks_for_such_a_row_by_its_id_is_told_that_it_is_not_there_and_can_erase_it(house: House) -> None:
    one = await house.person()
    strange = await house.knows(one, "You like strange tea.")
    await written_by_another(house, strange, "kind")
    with pytest.raises(AssertionNotFoundError):
        await entries.get_assertion(house.memory, GetAssertion(caller=one.who, assertion_id=strange))
    gone = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=strange, verb=Verb.ERASE, version=1)
    receipt = (await commands.change_memory(house.memory, gone)).receipt
    assert receipt is not None
    assert receipt.status == "gone"
    assert await house.records.value("select count(*) from assertion where id = $1", strange) == 0


async def test_a_history_with_a_force_that_nobody_knows_is_told_without_it(house: House) -> None:
    one = await house.person()
    tea = await house.knows(one, "You like tea.")
    await house.do("update assertion_history set force_to = 'frozen' where assertion_id = $1", tea)
    (entry,) = (await entries.get_history(house.memory, GetHistory(caller=one.who, assertion_id=tea))).entries
    assert (entry.force_to, entry.new) == (None, "You like tea.")


async def test_what_waits_for_nobody_is_dropped_beside_a_row_that_cannot_be_read(house: House) -> None:
    one = await house.person()
    strange, waiting = [await house.knows(one, f"You like {what}.", force="held") for what in ("rum", "tea")]
    await written_by_another(house, strange, "label")
    past = house.memory.clock() - timedelta(days=1)
    await house.do("update assertion set expires_at = $1", past)
    await expire_held.expire_held(house.memory)
    assert await house.records.value("select force from assertion where id = $1", waiting) == "retracted"
    assert await house.records.value("select force from assertion where id = $1", strange) == "held"


@pytest.mark.parametrize("column", ["label", "actor"])
async def test_a_reply_says_that_a_note_could_not_be_read(house: House, column: str) -> None:
    """An allergy that another release wrote must not look like none."""
    one = await house.person()
    await house.knows(one, "You like strong green tea.")
    strange = await house.knows(one, "You are allergic to green tea.")
    await written_by_another(house, strange, column)
    turn = await performed(house, await opened(house, one, "What do you know about green tea?"), "quotes")
    assert [outcome.code for outcome in turn.outcomes] == ["unreadable"]
    await house.do("delete from assertion where id = $1", strange)
    await closed(house, turn)
    again = await performed(house, await opened(house, one, "What do you know about green tea?"), "quotes")
    assert [outcome.code for outcome in again.outcomes] == []
