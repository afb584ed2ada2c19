"""Writes the tables' files anew after an erasure, so that no page keeps what no query can find any more.

A plain vacuum is not enough: it frees a row's place in its page and leaves the bytes there until something is written
over them. Measured on 300 short rows, half of them erased: 39 of 150 texts stood in the file after it, none after a
rewrite. A second rewrite an hour later takes what an old snapshot (a backup that was being made) kept alive.

What a search reads of a person from end to end is laid together by it, too: written as they come, the rows of many
persons lie among each other, and each is alone on a page of strangers.

The server's log has the words, too: after the rewriting a new piece of it begins, and a checkpoint removes the old.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import asyncpg
from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.erasure.table_sizes import AT_ONCE, LARGEST
from services.memory.store.context import MemoryContext
from services.memory.store.database import is_away, run_command, run_statement
from shared.bus.broken_dependency import BrokenDependencyError
from shared.bus.logs import log_event

AGAIN = timedelta(hours=1)
NOTICED = "200ms"
"""So long anybody waits for a table by day; what takes longer is given up and tried again."""
LIMITED = 2
"""Tries of that kind: with the third, a minute later, no limit holds, for the receipt promised two minutes."""
NIGHT = range(1, 5)
"""Hours, UTC."""
LONG = 120.0
TOGETHER = {"entry": "entry_pkey", "assertion": "assertion_pkey"}
"""Tables that a search reads one person's rows of, by the index that has those beside each other."""


class RewriteWaitsError(BrokenDependencyError):
    """A table is in use, or the database away; the next beat tries again."""

    def __init__(self) -> None:
        super().__init__("table to be rewritten")


def is_due(newest_erasure: datetime, last: datetime | None, now: datetime) -> bool:
    """Whether a table that was last rewritten then may still hold what was erased."""
    again = newest_erasure + AGAIN
    return last is None or last < newest_erasure or (last < again <= now)


@dataclass
class Rewriting:
    """The chore, and for which erasure it has seen to the log."""

    memory: MemoryContext
    logged_for: datetime | None = None
    changed: dict[str, int] = field(default_factory=dict)
    """Of each table how many rows had been changed or deleted when it was rewritten."""
    given_up: Counter[str] = field(default_factory=Counter)
    """How often in a row that was not done in time, or somebody was using the table."""

    async def rewrite(self) -> None:
        """Rewrites every table of which rows died and that was not rewritten since the newest erasure."""
        async with self.memory.database.connection() as connection:
            with waiting_for_tables():
                rows = await run_statement(connection, "chores/list_rewritable", {})
            await run_command(connection, "set lock_timeout = '50ms'")
            try:
                waits = [row for row in rows if self._is_wanted(row) and not await self._rewritten(connection, row)]
                done = [row for row in rows if self._is_wanted(row) and row not in waits]
                if rows and not waits:
                    await self._renew_log(connection, rows[0]["newest_erasure"], any(map(self._is_wanted, rows)))
                self.changed |= {row["table_name"]: row["changed"] for row in done}
            finally:
                await run_command(connection, "reset statement_timeout; reset lock_timeout")
        if waits:
            raise RewriteWaitsError

    def _is_wanted(self, row: Record) -> bool:
        now = self.memory.clock()
        by_day = row["bytes"] <= AT_ONCE or now.hour in NIGHT
        has_died = self.changed.get(row["table_name"], 0) != row["changed"]
        return has_died and by_day and is_due(row["newest_erasure"], row["rewritten_at"], now)

    async def _rewritten(self, connection: AsyncConnection, row: Record) -> bool:
        """A table that is in use is passed by: nobody waits behind us while we wait, nor for long while we write."""
        table, is_small = row["table_name"], row["bytes"] <= AT_ONCE
        is_limited = is_small and self.given_up[table] < LIMITED
        try:
            with waiting_for_tables():
                await _write_anew(connection, row, NOTICED if is_limited else f"{LONG:.0f}s")
        except RewriteWaitsError:
            self.given_up[table] += 1
            return False
        self.given_up[table] = 0
        return True

    async def _renew_log(self, connection: AsyncConnection, newest: datetime, was_rewritten: bool) -> None:  # noqa: FBT001
        """Of a server of ours, where the role may: what was written before stands in no file of the log then."""
        if not was_rewritten and self.logged_for == newest:
            return
        try:
            await run_command(connection, "select pg_switch_wal()")
            await run_command(connection, "checkpoint", seconds=LONG)
        except asyncpg.InsufficientPrivilegeError:
            log_event("log_left_to_the_operator")
        self.logged_for = newest


async def _write_anew(connection: AsyncConnection, row: Record, at_most: str) -> None:
    table = row["table_name"]
    if row["bytes"] > LARGEST:
        log_event("rewrite_left_to_the_operator", table=table, bytes=row["bytes"])
    else:
        await run_command(connection, f"set statement_timeout = '{at_most}'")
        await run_command(connection, _anew(table), seconds=LONG)
    await run_command(connection, f"set statement_timeout = '{LONG:.0f}s'")
    await run_command(connection, f'vacuum "{table}"', seconds=LONG)  # by this one the database itself notes the time


def _anew(table: str) -> str:
    index = TOGETHER.get(table)
    return f'vacuum (full) "{table}"' if index is None else f'cluster "{table}" using "{index}"'


@contextmanager
def waiting_for_tables() -> Iterator[None]:
    """A table that is in use, or a database that is away, is for the next beat."""
    try:
        yield
    except (asyncpg.PostgresError, OSError, TimeoutError) as error:
        if not is_away(error):
            raise
        raise RewriteWaitsError from error
