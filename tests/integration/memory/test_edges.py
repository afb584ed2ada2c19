"""What seldom happens on the line: an offer that has expired, no conversation, a replay that dies, old keys."""

import asyncio
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from shutil import disk_usage
from uuid import uuid4

import asyncpg
import pytest

from services.memory.erasure.erase import erase_me
from services.memory.erasure.ledger_copy import LedgerFile
from services.memory.inflight.queue import load_closing
from services.memory.ops import event_counts
from services.memory.ops import queries as operations
from services.memory.ops.line_status import ping_memory
from services.memory.people import queries as people
from services.memory.people.account import add_person, get_me
from services.memory.people.queries import NewToken
from services.memory.store import database
from services.memory.store.database import DatabaseAwayError, DiskFullError, open_database
from services.memory.turn.accept import accept_line
from services.memory.turn.end import replay_dead_letter
from shared.bus.service import CannotRunError
from shared.clock import system_clock
from shared.contracts.ids import new_id
from shared.contracts.requests.erasure import EraseMe
from shared.contracts.requests.ops import Ping, ReplayDeadLetter
from shared.contracts.requests.people import AddPerson, GetMe, MadeBy
from shared.contracts.requests.turns import Converse
from shared.contracts.turns import Channel
from shared.settings import DEFAULT_TENANT
from tests.integration.memory.house import House, Inhabitant, a_key


@pytest.fixture
async def one(house: House) -> Inhabitant:
    return await house.person()


@pytest.mark.row("P3")
@pytest.mark.parametrize("hours", [-1, 1])
async def test_a_line_that_waited_answers_no_offer_that_has_expired(house: House, one: Inhabitant, hours: int) -> None:
    turn_id, now = await house.said(one, "I like tea", "Shall I keep that?"), system_clock()
    await house.do(
        "insert into offer (tenant_id, person_id, id, turn_id, kind, items, expires_at)"
        " values ($1, $2, $3, $4, 'remember', '[]', $5)",
        *(one.who.tenant_id, one.who.person_id, uuid4(), turn_id, now + timedelta(hours=hours)),
    )
    async with house.memory.writing(one.who) as connection:
        closing = await load_closing(connection, one.who.person_id, turn_id, 1, now)
    assert closing is not None
    assert (closing.offer is not None) == (hours > 0)


@pytest.mark.row("P1")
async def test_a_person_without_an_active_conversation_has_a_new_one_with_the_next_line(
    house: House, one: Inhabitant
) -> None:
    await house.do("update conversation set status = 'archived'")
    request = Converse(
        caller=one.who, line_id=uuid4(), body_hash="", text="hello", project_id=None, channel=Channel.API
    )
    accepted = await accept_line(house.memory, request)
    assert accepted.turn_id is not None
    active = "select id from conversation where status = 'active'"
    found = await house.records.value("select conversation_id from turn where id = $1", accepted.turn_id)
    assert found == await house.records.value(active)


@pytest.mark.row("P6")
async def test_a_replay_and_its_mark_are_one(house: House, one: Inhabitant, monkeypatch: pytest.MonkeyPatch) -> None:
    turn_id, letter = await house.said(one, "I like tea", None, status="failed"), uuid4()
    await house.do(
        "insert into dead_letter (tenant_id, person_id, id, turn_id, step, reason, attempts, form)"
        " values ($1, $2, $3, $4, 'route', 'a reason', 1, '{}')",
        *(one.who.tenant_id, one.who.person_id, letter, turn_id),
    )

    async def dies(*_: object) -> None:
        raise RuntimeError

    state = "select t.status, l.replayed_at is not null as marked from turn t join dead_letter l on l.turn_id = t.id"
    with monkeypatch.context() as dying:
        dying.setattr(operations, "mark_replayed", dies)
        with pytest.raises(RuntimeError):
            await replay_dead_letter(house.memory, ReplayDeadLetter(dead_letter_id=letter))
    assert [tuple(row) for row in await house.records.rows(state)] == [("failed", False)]
    await house.do("update turn set steps = '{open,close}'")
    await replay_dead_letter(house.memory, ReplayDeadLetter(dead_letter_id=letter))
    assert [tuple(row) for row in await house.records.rows(state)] == [("active", True)]


@pytest.mark.row("P4")
async def test_what_was_spent_goes_after_a_month_and_an_old_key_names_the_same_person(
    house: House, one: Inhabitant
) -> None:
    key, now = a_key(), system_clock()
    added = await add_person(house.memory, AddPerson(tenant_id=DEFAULT_TENANT, key=key))
    async with house.memory.writing(one.who) as connection:
        await people.add_token(connection, one.who, NewToken(new_id(), "gone", now, MadeBy.SIGN_IN))
        await people.add_code(connection, one.who, "gone", now)
    await house.do("update applied_command set created_at = now() - interval '31 days'")
    await house.do("update api_token set expires_at = now() - interval '31 days' where digest = 'gone'")
    await house.do("update sign_in_code set expires_at = now() - interval '31 days'")
    await event_counts.drop_old(house.memory)
    assert await house.records.value("select count(*) from applied_command") == 0
    assert await house.records.value("select count(*) from sign_in_code") == 0
    assert await house.records.value("select count(*) from api_token where digest = 'gone'") == 0
    again = await add_person(house.memory, AddPerson(tenant_id=DEFAULT_TENANT, key=key))
    assert (again.person_id, again.personal_engagement_id) == (added.person_id, added.personal_engagement_id)


@pytest.mark.row("O6")
async def test_a_full_disk_is_no_readiness(house: House, one: Inhabitant, monkeypatch: pytest.MonkeyPatch) -> None:
    await ping_memory(house.memory, Ping())
    with pytest.raises(DatabaseAwayError):
        async with house.memory.writing(one.who):
            raise asyncpg.DiskFullError
    with pytest.raises(DiskFullError):
        await ping_memory(house.memory, Ping())
    assert (await get_me(house.memory, GetMe(caller=one.who))).person_id == one.who.person_id
    monkeypatch.setattr("services.memory.store.database.FULL_FOR", 0.0)
    await ping_memory(house.memory, Ping())


@pytest.mark.row("O6")
@pytest.mark.parametrize(("missing", "is_ready"), [(0, True), (1, False)])
async def test_a_disk_that_is_nearly_full_is_no_readiness_before_anything_was_refused(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, missing: int, *, is_ready: bool
) -> None:
    free = disk_usage(tmp_path)._replace(free=database.LEAST_FREE - missing)
    monkeypatch.setattr(database, "disk_usage", {tmp_path: free}.__getitem__)
    seen = open_database(house.database.app_url, 1, tmp_path)
    memory = replace(house.memory, database=seen)
    try:
        with nullcontext() if is_ready else pytest.raises(DiskFullError):
            await ping_memory(memory, Ping())
    finally:
        await seen.dispose()


@pytest.mark.row("M9")
async def test_a_ledger_that_cannot_be_written_stops_the_start_and_is_no_readiness(
    house: House, one: Inhabitant, tmp_path: Path
) -> None:
    with pytest.raises(CannotRunError, match="HOLDFAST_LEDGER_FILE is wrong"):
        LedgerFile(tmp_path).require()
    ledger = LedgerFile(tmp_path / "ledger")
    ledger.require()
    await erase_me(house.memory, EraseMe(caller=one.who))
    await ledger.keep(house.memory)
    await ledger.check()
    (tmp_path / "ledger").unlink()
    (tmp_path / "ledger").mkdir()
    with pytest.raises(OSError, match="directory"):
        await ledger.keep(house.memory)
    with pytest.raises(OSError, match="directory"):
        await ledger.check()
    (tmp_path / "ledger").rmdir()
    await ledger.keep(house.memory)
    await ledger.check()


@pytest.mark.row("O6")
async def test_what_fails_afterwards_keeps_nothing_else_from_its_end(house: House) -> None:
    ended = asyncio.Event()

    async def fails() -> None:
        raise ValueError

    async def ends() -> None:
        await asyncio.sleep(0)
        ended.set()

    house.memory.spawn(fails())
    house.memory.spawn(ends())
    await house.memory.drain()
    assert ended.is_set()
