"""After an erasure the words are in no file of the database either, nor in what its planner remembers."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import groupby
from pathlib import Path
from uuid import UUID, uuid4

import asyncpg
import pytest

from services.memory.chores import rewrite_tables
from services.memory.chores.clear_broker import clear_broker
from services.memory.chores.index_waiting import index_waiting
from services.memory.chores.rewrite_tables import AGAIN, TOGETHER, RewriteWaitsError, Rewriting, is_due
from services.memory.erasure import table_sizes
from services.memory.erasure.erase import erase_conversation, erase_me
from services.memory.notebook.commands import erase_by_hand
from services.memory.store.context import MemoryContext
from services.memory.store.database import driver_of
from shared.bus.broker import jetstream_of
from shared.contracts.pipeline import REPLIES, reply_subject
from shared.contracts.requests.erasure import EraseConversation, EraseMe
from shared.contracts.requests.notebook import ChangeAssertion, Verb
from tests.integration.line.eventually import eventually
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.servers import wants_containers

pytestmark = [pytest.mark.row("M9"), pytest.mark.alone]

NOW = datetime(2026, 5, 1, tzinfo=UTC)


async def rewrite(memory: MemoryContext) -> None:
    """What of the statistics has not been told yet is told first."""
    async with memory.database.connection() as connection:
        await driver_of(connection).execute("select pg_stat_force_next_flush()")
    await Rewriting(memory).rewrite()


async def files_with(house: House, word: str) -> list[str]:
    """The files of this database in which a word stands, in any case; what is in memory only is written first."""
    await house.do("checkpoint")
    folder = Path(str(await house.records.value("show data_directory")))
    number = await house.records.value("select oid from pg_database where datname = current_database()")
    files = [path for path in (folder / "base" / str(number)).iterdir() if path.is_file()]
    return [path.name for path in files if word.casefold().encode() in path.read_bytes().lower()]


@pytest.mark.skipif(wants_containers(), reason="the files of a database in a container are not ours to read")
async def test_the_words_are_in_no_file_of_the_server_nor_in_its_log(house: House) -> None:
    one = await house.person()
    assertion_id = await house.knows(one, "You keep a CanaryNewt.", "I keep a CanaryNewt")
    await house.said(one, "I keep a CanaryNewt", "You keep a CanaryNewt. Shall I keep that?")
    await house.do("checkpoint")
    assert await all_files_with(house, "CanaryNewt") != set()
    erased = await erase_by_hand(
        house.memory,
        ChangeAssertion(caller=one.who, key=a_key(), assertion_id=assertion_id, verb=Verb.ERASE, version=1),
    )
    assert erased.receipt is not None
    assert erased.receipt.files == "within_two_minutes"
    await erase_conversation(house.memory, EraseConversation(caller=one.who, key=a_key()))

    async def are_gone() -> bool:
        await rewrite(house.memory)
        return await all_files_with(house, "CanaryNewt") == set()

    await eventually(are_gone)  # the server counts what died a moment later


async def all_files_with(house: House, word: str) -> set[str]:
    folder = Path(str(await house.records.value("show data_directory")))
    return {path.name for path in folder.rglob("*") if path.is_file() and word.encode() in path.read_bytes()}


@pytest.mark.parametrize("foreign", ["alter system set wal_keep_size = 16", "revoke pg_checkpoint from holdfast_app"])
async def test_a_server_that_is_not_ours_to_clear_is_said_so(house: House, foreign: str) -> None:
    one = await house.person()
    back = {
        "alter": "alter system reset wal_keep_size",
        "revoke": "grant pg_checkpoint to holdfast_app with inherit true",
    }
    await house.do(foreign)
    await house.do("select pg_reload_conf()")
    try:

        async def is_known() -> bool:
            erased = await erase_conversation(house.memory, EraseConversation(caller=one.who, key=a_key()))
            return erased.files == "as_the_server_keeps_them"

        await eventually(is_known)
        await rewrite(house.memory)
    finally:
        await house.do(back[foreign.split(maxsplit=1)[0]])
        await house.do("select pg_reload_conf()")


async def test_a_large_table_is_written_anew_at_night_and_the_receipt_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_sizes, "AT_ONCE", 1)
    monkeypatch.setattr(rewrite_tables, "AT_ONCE", 1)
    one = await house.person()
    await house.said(one, "I keep a newt", "Good.")
    erased = await erase_conversation(house.memory, EraseConversation(caller=one.who, key=a_key()))
    assert erased.files == "tonight"
    vacuumed = "select count(*) from pg_stat_user_tables where last_vacuum is not null"
    today = datetime.now(UTC)
    await rewrite(replace(house.memory, clock=lambda: today.replace(hour=12)))
    assert await house.records.value(vacuumed) == 0
    await rewrite(replace(house.memory, clock=lambda: today.replace(hour=2)))
    assert await house.records.value(vacuumed) != 0


async def test_what_takes_too_long_is_given_up_twice_and_then_done(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rewrite_tables, "NOTICED", "1ms")
    one = await house.person()
    await house.said(one, "I keep a newt", "Good.")
    await erase_conversation(house.memory, EraseConversation(caller=one.who, key=a_key()))
    await house.do("select pg_stat_force_next_flush()")
    chore = Rewriting(house.memory)
    vacuumed = "select count(*) from pg_stat_user_tables where last_vacuum is not null"

    async def some_died() -> bool:
        return bool(
            await house.records.value("select count(*) from pg_stat_user_tables where n_tup_upd + n_tup_del > 0")
        )

    await eventually(some_died)
    for _ in range(rewrite_tables.LIMITED):
        with pytest.raises(RewriteWaitsError):
            await chore.rewrite()
    assert await house.records.value(vacuumed) == 0

    async def is_done() -> bool:
        """A table that something else is using just then waits for the next beat."""
        try:
            await chore.rewrite()
        except RewriteWaitsError:
            return False
        return True

    await eventually(is_done)
    assert await house.records.value(vacuumed) != 0


@pytest.mark.skipif(wants_containers(), reason="the files of a database in a container are not ours to read")
async def test_the_words_are_in_no_file(house: House) -> None:
    one, neighbour = await house.person(), await house.person()
    assertion_id = await _told(house, one, "CanaryBird")
    await _told(house, neighbour, "CanaryFish")
    await index_waiting(house.memory)
    await house.do("analyze")  # the planner takes its samples
    assert await index_file(house) in await files_with(house, "CanaryBird")
    command = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=assertion_id, verb=Verb.ERASE, version=1)
    await erase_by_hand(house.memory, command)
    await eventually(partial(are_gone, house, "CanaryBird"))
    assert await files_with(house, "CanaryFish") != []
    await erase_me(house.memory, EraseMe(caller=neighbour.who))
    await eventually(partial(are_gone, house, "CanaryFish"))


async def are_gone(house: House, word: str) -> bool:
    """The server counts what died a moment later; each beat looks again."""
    await rewrite(house.memory)
    return await files_with(house, word) == []


async def index_file(house: House) -> str:
    """Where the terms of the index stand."""
    return str(await house.records.value("select pg_relation_filenode('posting')"))


async def _told(house: House, one: Inhabitant, word: str) -> object:
    first = None
    for n in range(30):
        words = f"My word number {n} is {word}"
        turn_id = await house.said(one, f"{words}, you see", f"Your word number {n} is {word}. Shall I keep that?")
        told = await house.knows(one, f"Your word number {n} is {word}.", words, turn_id=turn_id)
        if n:
            number = {"caller": one.who, "key": a_key(), "assertion_id": told, "verb": Verb.ERASE, "version": 1}
            if word == "CanaryBird":
                await erase_by_hand(house.memory, ChangeAssertion.model_validate(number))
        first = first or told
    return first


async def test_no_words_are_sampled_for_the_planner(house: House) -> None:
    one = await house.person()
    for n in range(40):
        turn_id = await house.said(one, f"canary number {n}", f"canary reply {n}")
        await house.knows(one, f"You said canary {n}.", f"canary number {n}", turn_id=turn_id)
    await house.do("analyze")
    samples = "concat(most_common_vals::text, histogram_bounds::text)"
    assert await house.records.rows(f"select attname from pg_stats where {samples} like '%canary%'") == []


async def test_every_column_that_may_hold_words_or_meanings_leaves_no_samples(house: House) -> None:
    rows = await house.records.rows(
        "select c.relname || '.' || a.attname as name, a.attstattarget as target from pg_attribute a"
        " join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid"
        " where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relrowsecurity and a.attnum > 0"
        " and t.typname in ('text', 'jsonb', 'halfvec')"
    )
    sampled = {row["name"] for row in rows if row["target"] != 0}
    assert {name.partition(".")[2] for name in sampled} == CODES
    assert sampled.isdisjoint({"narrative.reason", "memory_entity.label", "theme.label"})


CODES = {
    "about", "action", "actor", "agent", "answered_by", "asking", "axes", "body_hash", "category", "channel", "code",
    "decision", "delta_type", "digest", "entity_type", "event", "failure_code", "file_hash", "force", "force_from",
    "force_to", "influence", "intent", "kept", "key", "kind", "label", "language", "level", "line", "made_by",
    "message_id", "model", "node", "operation", "origin", "previous_force", "reason", "relation_type", "report",
    "role", "scope", "search_type", "stamps", "state", "status", "step", "subject", "time_zone", "understood_by",
    "verb",
}  # fmt: skip
"""Columns of text that hold words of ours only."""


async def test_nothing_is_rewritten_before_anything_was_erased_and_everything_once_after(house: House) -> None:
    vacuumed = "select count(*) from pg_stat_user_tables where last_vacuum is not null"
    one = await house.person()
    await rewrite(house.memory)
    assert await house.records.value(vacuumed) == 0
    await erase_me(house.memory, EraseMe(caller=one.who))
    await rewrite(house.memory)
    first = await house.records.value(vacuumed)
    assert 3 < int(str(first)) < 20  # of which rows died, and no other
    latest = "select max(last_vacuum) from pg_stat_user_tables"
    before = await house.records.value(latest)
    await rewrite(house.memory)
    assert await house.records.value(latest) == before


@pytest.mark.row("M15")
async def test_each_persons_rows_lie_together_after_it_and_are_all_there(house: House) -> None:
    """Two who write in turn, and one who is erased."""
    one, other, gone = await house.person(), await house.person(), await house.person()
    for number in range(6):
        for each in (one, other):
            await house.knows(each, f"You like number {number}.")
    for table in TOGETHER:
        assert len(await runs(house, table)) == 12, "as they were written"
    before = {table: await rows_of(house, table) for table in TOGETHER}
    await house.knows(gone, "You like number 7.")
    await erase_me(house.memory, EraseMe(caller=gone.who))
    await rewrite(house.memory)
    for table in TOGETHER:
        assert len(await runs(house, table)) == 2, "those of one, then those of the other"
    assert {table: await rows_of(house, table) for table in TOGETHER} == before


async def runs(house: House, table: str) -> list[UUID]:
    """Whose the rows are as they lie on the disk; rows of one person beside each other count once."""
    rows = await house.records.rows(f"select person_id from {table} order by ctid")
    return [person_id for person_id, _ in groupby(row["person_id"] for row in rows)]


async def rows_of(house: House, table: str) -> list[str]:
    return [row["row"] for row in await house.records.rows(f"select t::text as row from {table} t order by 1")]


async def test_a_table_in_use_is_waited_for(house: House) -> None:
    one = await house.person()
    await erase_me(house.memory, EraseMe(caller=one.who))
    busy = await asyncpg.connect(house.database.admin_url)
    async with busy.transaction():
        await busy.execute("select * from api_token")
        with pytest.raises(RewriteWaitsError):
            await rewrite(house.memory)
    await busy.close()
    await rewrite(house.memory)


def test_a_table_is_due_until_it_was_rewritten_after_the_erasure_and_once_more() -> None:
    assert is_due(NOW, None, NOW)
    assert is_due(NOW, NOW - timedelta(seconds=1), NOW)
    assert not is_due(NOW, NOW + timedelta(seconds=1), NOW + timedelta(minutes=59))
    assert is_due(NOW, NOW + timedelta(seconds=1), NOW + AGAIN)
    assert not is_due(NOW, NOW + AGAIN, NOW + AGAIN * 5)


async def test_what_a_worker_still_says_of_an_ended_turn_is_cleared_away(house: House) -> None:
    one = await house.person()
    assertion_id = await house.knows(one, "You like tea.")
    turn_id = await house.said(one, "Hello", None, status="active")
    await house.do("update person set active_turn_id = $1", turn_id)
    command = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=assertion_id, verb=Verb.ERASE, version=1)
    await erase_by_hand(house.memory, command)
    await house.memory.drain()
    js, other = jetstream_of(house.memory.broker), uuid4()
    for turn in (turn_id, other):
        await js.publish(reply_subject(one.who.person_id, turn), b"You like tea.")
    await clear_broker(house.memory)
    state = (await js.stream_info(REPLIES, subjects_filter="reply.>")).state
    assert list(state.subjects or {}) == [reply_subject(one.who.person_id, other)]
