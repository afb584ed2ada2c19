"""A file too long for one request lands batch by batch, by whoever comes to it, and what lands is the same."""

import asyncio
import json
from collections.abc import Sequence
from uuid import UUID, uuid4

import pytest

from services.memory.chores.index_waiting import catch_up
from services.memory.erasure.erase import erase_me
from services.memory.notebook.commands import erase_by_hand
from services.memory.transfer import import_landing, import_requests, import_restoring
from services.memory.transfer.import_batches import finish_import, go_on
from services.memory.transfer.import_under_way import Import
from shared.contracts.assertions import Force
from shared.contracts.errors import ImportMismatchError, ImportNotFoundError
from shared.contracts.requests.erasure import EraseMe
from shared.contracts.requests.notebook import ChangeAssertion, GetImport, ListImports, Verb
from shared.contracts.requests.transfer import ConfirmImport, ImportState
from tests.integration.memory.bringing import accepted, brought, confirmed
from tests.integration.memory.house import House, Inhabitant, a_key

pytestmark = pytest.mark.row("S6")
MANY = 23


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a short file takes many, and no file is done within its request."""
    monkeypatch.setattr(import_requests, "AT_ONCE", 0)
    monkeypatch.setattr(import_restoring, "AT_ONCE", 4)
    monkeypatch.setattr(import_landing, "AT_ONCE", dict.fromkeys(import_landing.AT_ONCE, 4))


def rows_of(count: int = MANY) -> list[str]:
    """Memories against the order of their numbers, each with a past and with the one after it as its source."""
    memories = [
        {
            "assertion_id": str(UUID(int=n + 1)),
            "content": f"You like number {n}.",
            "force": "committed",
            "display_number": count - n,
            "source_assertion_id": str(UUID(int=n + 2)),
        }
        for n in range(count)
    ]
    past = {"event": "ADD", "verb": "write", "actor": "person", "version": 1, "force_to": "committed"}
    entries = [
        {**past, "assertion_id": row["assertion_id"], "new": row["content"], "at": "2026-01-01T00:00:00Z"}
        for row in memories
    ]
    return [json.dumps(row) for row in (*memories, *entries)]


def named(one: Inhabitant, state: ImportState) -> Import:
    """As another process takes it on."""
    return Import(one.who, state.import_id)


async def stands(house: House, one: Inhabitant, state: ImportState) -> ImportState:
    return await import_requests.get_import(house.memory, GetImport(caller=one.who, import_id=state.import_id))


async def kept(house: House, one: Inhabitant) -> list[tuple[object, ...]]:
    """What a file left behind, without the ids and times that each import has of its own."""
    rows = await house.records.rows(
        "select a.id, a.display_number, a.content, a.force, a.version, a.source_assertion_id,"
        " (select string_agg(h.verb, ',' order by h.moment) from assertion_history h"
        "  where h.person_id = a.person_id and h.assertion_id = a.id) as history,"
        " (select count(*) from audit u where u.person_id = a.person_id and u.assertion_id = a.id) as audited"
        " from assertion a where a.person_id = $1 order by a.display_number",
        one.who.person_id,
    )
    return [tuple(row.values()) for row in rows]


async def test_it_is_accepted_at_once_and_tells_how_far_it_is(house: House) -> None:
    one = await house.person()
    state = await accepted(house, one, rows_of())
    assert (state.status, state.received, state.done, state.total) == ("landing", MANY, 0, 2 * MANY)
    early = ConfirmImport(
        caller=one.who, key=a_key(), import_id=state.import_id, file_hash=state.file_hash, count=state.count
    )
    with pytest.raises(ImportMismatchError, match="not landed whole"):
        await import_requests.confirm_import(house.memory, early)
    assert await go_on(house.memory, named(one, state))
    assert (await stands(house, one, state)).done == 4
    assert await house.records.value("select count(*) from assertion") == 4
    assert await accepted(house, one, rows_of()) == await stands(house, one, state)  # the same file is the same import
    await finish_import(house.memory, named(one, state))
    landed = await stands(house, one, state)
    assert (landed.status, landed.done, landed.skipped) == ("held", 2 * MANY, 0)


@pytest.mark.parametrize("batches", [1, 3, 7])
async def test_whoever_comes_to_it_goes_on_where_another_died(house: House, batches: int) -> None:
    """Each batch is another process's, which has nothing in mind of the one before."""
    one, other = await house.person(), await house.person()
    whole = await confirmed(house, other, await brought(house, other, rows_of()))
    state = await accepted(house, one, rows_of())
    for _ in range(batches):
        await go_on(house.memory, named(one, state))
    await finish_import(house.memory, named(one, state))
    yes = ConfirmImport(
        caller=one.who, key=a_key(), import_id=state.import_id, file_hash=state.file_hash, count=state.count
    )
    assert (await import_requests.confirm_import(house.memory, yes)).status == "restoring"
    while await go_on(house.memory, named(one, state)):
        pass
    assert (await stands(house, one, state)).status == whole.status == "confirmed"
    assert await kept(house, one) == await kept(house, other)
    assert await house.records.value("select count(*) from import_row") == 0


async def test_two_at_once_land_each_row_once(house: House) -> None:
    one = await house.person()
    state = await accepted(house, one, rows_of())
    await asyncio.gather(*(finish_import(house.memory, named(one, state)) for _ in range(3)))
    rows = await kept(house, one)
    assert [row[1] for row in rows] == list(range(1, MANY + 1))
    assert [row[2] for row in rows] == [f"You like number {n}." for n in reversed(range(MANY))]
    assert {row[6:] for row in rows} == {("import", 1)}
    landed = await stands(house, one, state)
    assert (landed.status, landed.done, landed.skipped) == ("held", 2 * MANY, 0)


async def test_what_points_at_a_later_batch_points_at_it_and_at_nothing_else(house: House) -> None:
    one = await house.person()
    await brought(house, one, rows_of())
    by_id = {row[0]: row[5] for row in await kept(house, one)}
    assert by_id == {UUID(int=n): UUID(int=n + 1) if n < MANY else None for n in range(1, MANY + 1)}


async def test_what_is_said_between_two_batches_is_there_already(house: House) -> None:
    one = await house.person()
    state = await accepted(house, one, rows_of())
    mine = named(one, state)
    await go_on(house.memory, mine)
    await house.knows(one, "You like number 3.")  # whose turn would have come later
    await house.do("update person set revision = revision + 1 where id = $1", one.who.person_id)
    await finish_import(house.memory, mine)
    assert (await stands(house, one, state)).skipped == 1
    assert await house.records.value("select count(*) from assertion where content = 'You like number 3.'") == 1


@pytest.mark.row("M23")
async def test_words_erased_while_it_lands_do_not_come_any_more(house: House) -> None:
    one = await house.person()
    state = await accepted(house, one, rows_of())
    said = await house.knows(one, "You like number 3.")
    erase = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=said, verb=Verb.ERASE, version=1)
    await erase_by_hand(house.memory, erase)
    await finish_import(house.memory, named(one, state))
    landed = await stands(house, one, state)
    assert (landed.status, landed.done, landed.skipped) == ("held", 2 * MANY, 1)
    assert "You like number 3." not in [row[2] for row in await kept(house, one)]


@pytest.mark.row("M23")
async def test_what_a_file_refuses_is_refused_in_every_batch_of_it(house: House) -> None:
    one = await house.person()
    never = {"refusal_id": str(uuid4()), "level": "never", "text": "You are afraid of dogs."}
    taken_back = {"force": "retracted", "previous_force": "held", "reason": "forgotten", "display_number": 98}
    dogs = [
        {"assertion_id": str(uuid4()), "content": "You are scared of dogs.", "display_number": 99},
        {"assertion_id": str(uuid4()), "content": "You are afraid of dogs.", **taken_back},
    ]
    state = await brought(house, one, [json.dumps(never), *rows_of(9), *map(json.dumps, dogs)])
    assert (state.status, state.skipped, state.refusals) == ("held", 1, 1)
    forces = {row[2]: row[3] for row in await kept(house, one)}
    assert forces.pop("You are afraid of dogs.") == Force.RETRACTED
    assert set(forces.values()) == {Force.HELD}


async def test_a_no_of_the_person_that_comes_meanwhile_holds_for_the_rest(house: House) -> None:
    one = await house.person()
    state = await accepted(house, one, rows_of())
    mine = named(one, state)
    await go_on(house.memory, mine)
    last = await house.knows(one, "You like number 0.")
    erase = {"caller": one.who, "key": a_key(), "assertion_id": last, "verb": Verb.ERASE, "version": 1}
    await erase_by_hand(house.memory, ChangeAssertion.model_validate(erase | {"never_again": True}))
    await finish_import(house.memory, mine)
    assert (await stands(house, one, state)).status == "held"
    assert "You like number 0." not in [row[2] for row in await kept(house, one)]


async def test_it_is_nobody_elses_and_goes_with_its_person(house: House) -> None:
    one, other = await house.person(), await house.person()
    state = await accepted(house, one, rows_of())
    mine = named(one, state)
    await go_on(house.memory, mine)
    with pytest.raises(ImportNotFoundError):
        await stands(house, other, state)
    assert (await import_requests.list_imports(house.memory, ListImports(caller=other.who))).imports == ()
    (listed,) = (await import_requests.list_imports(house.memory, ListImports(caller=one.who))).imports
    assert (listed.import_id, listed.status, listed.done) == (state.import_id, "landing", 4)
    await erase_me(house.memory, EraseMe(caller=one.who, key=a_key()))
    assert not await go_on(house.memory, mine)
    for table in ("import_batch", "import_row", "assertion"):
        assert await house.records.value(f'select count(*) from "{table}"') == 0


async def test_nothing_of_it_is_embedded_before_all_of_it_is_there(house: House) -> None:
    one = await house.person()
    state = await accepted(house, one, rows_of(9))
    await go_on(house.memory, named(one, state))
    assert await catch_up(house.memory, one.who) == 0
    await finish_import(house.memory, named(one, state))
    assert await catch_up(house.memory, one.who) == 9


async def refused(house: House, one: Inhabitant, rows: Sequence[str], **more: int) -> str:
    with pytest.raises(ImportMismatchError) as error:
        await accepted(house, one, rows, **more)
    for table in ("import_batch", "import_row", "assertion"):
        assert await house.records.value(f'select count(*) from "{table}"') == 0
    return str(error.value)


async def test_a_broken_file_is_refused_when_its_last_row_is_here(house: House) -> None:
    one = await house.person()
    misplaced = json.dumps({"assertion_id": str(uuid4()), "content": "x", "engagement_id": str(uuid4())})
    assert "its “engagement_id” is not in the file" in await refused(house, one, [*rows_of(), misplaced])
    assert "more than were announced" in await refused(house, one, rows_of(), count=MANY + 1)
    assert "cannot be read" in await refused(house, one, [*rows_of(), '{"content": 1}'])
