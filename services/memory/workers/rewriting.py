"""Writes the tables' files anew after an erasure, so that no page keeps what no query can find any more.

A plain vacuum is not enough: it frees a row's place in its page and leaves the bytes there until something is written
over them. Measured on 300 short rows, half of them erased: 39 of 150 texts stood in the file after it, none after a
rewrite. A second rewrite an hour later takes what an old snapshot (a backup that was being made) kept alive.

What a search reads of a person from end to end is laid together by it, too: written as they come, the rows of many
persons lie among each other, and each is alone on a page of strangers.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import asyncpg

from services.memory.database import driver_of, is_away, run
from services.memory.operation import Memory
from shared.stage.broken import BrokenDependencyError
from shared.stage.logs import record

AGAIN = timedelta(hours=1)
LARGEST = 512 * 1024 * 1024
"""Bytes of a table that is rewritten as a matter of course; nobody can use it meanwhile."""
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


async def rewrite(memory: Memory) -> None:
    """Rewrites every table with personal rows that was not rewritten since the newest erasure."""
    async with memory.database.connection() as connection:
        driver = driver_of(connection)
        with waiting_for_tables():
            for row in await run(connection, "workers/rewritable", {}):
                if not is_due(row["newest_erasure"], row["rewritten_at"], memory.clock()):
                    continue
                if row["bytes"] > LARGEST:
                    record("rewrite_left_to_the_operator", table=row["table_name"], bytes=row["bytes"])
                else:
                    await driver.execute("set statement_timeout = '120s'")
                    await driver.execute(_anew(row["table_name"]), timeout=LONG)
                # By this one the database itself notes the time.
                await driver.execute(f'vacuum "{row["table_name"]}"', timeout=LONG)
        await driver.execute("reset statement_timeout")


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
