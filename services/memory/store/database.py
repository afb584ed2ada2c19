"""The database as the memory service holds it: one pool, short transactions, a person set in each."""

import asyncio
import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import disk_usage
from uuid import UUID

import asyncpg
from sqlalchemy import text
from sqlalchemy.dialects.postgresql.asyncpg import dialect as asyncpg_dialect
from sqlalchemy.exc import DBAPIError, InterfaceError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from shared.bus.broken_dependency import BrokenDependencyError
from shared.bus.failpoints import pass_failpoint
from shared.contracts.envelope import Caller
from shared.contracts.errors import HoldfastError
from shared.fair_queues import Queues

ASYNCPG = asyncpg_dialect()  # type: ignore[no-untyped-call]
ROOMS = Path(__file__).parents[1]
CONNECT_WAIT = 1.0
"""Seconds for a connection, from the pool or anew, unless the settings say otherwise."""
COMMAND_WAIT = 5.0
"""A statement that gets no answer for so long has lost its server without a word."""
LEAST_FREE = 128 * 1024 * 1024
"""Bytes on the database's disk: eight segments of its log, which it makes one after the other while people talk."""
LONGEST_KEPT = 65_536
"""Characters of a statement that the driver prepares once: of itself it would read and plan a longer one each time."""
FULL_FOR = 30.0
"""Seconds for which a disk that was full is believed to be: reading goes on, and nothing can be said."""
EACH = 2
"""Connections of one person: what waits for them waits before it takes one, so that the others have theirs."""


class DatabaseAwayError(BrokenDependencyError):
    """The database does not answer, and nothing was written."""

    def __init__(self) -> None:
        super().__init__("database")


class DiskFullError(BrokenDependencyError):
    """There is no room for what would be said."""

    def __init__(self) -> None:
        super().__init__("disk")


class CommitUnknownError(DatabaseAwayError):
    """The connection was lost while committing: whether it took effect shows when the same is tried again."""

    uncertain = True


def driver_url(url: str) -> str:
    """The URL with the driver that SQLAlchemy is to use."""
    return url.replace("postgresql://", "postgresql+asyncpg://", 1)


class Connections:
    """The pool. Connections are not tested before use: every operation may be tried again, and is.

    SQLAlchemy's own takes a greenlet for each way out of it, and a task and two greenlets for each way back.
    """

    def __init__(self, engine: AsyncEngine, most: int, folder: Path | None = None, wait: float = CONNECT_WAIT) -> None:
        """Makes connections when they are asked for; `folder` has the server's files, where that is on this machine."""
        self._engine = engine
        self._places = asyncio.Semaphore(most)
        self._wait = wait
        self._idle: list[AsyncConnection] = []
        self._of_each = Queues(EACH)
        self._changing = Queues(1)
        self._full_at: float | None = None
        self._folder = folder

    def require_room(self) -> None:
        """Nothing was refused of late because the server's disk is full, and where we see it, it is not nearly so."""
        was_full = self._full_at is not None and time.monotonic() <= self._full_at + FULL_FOR
        if was_full or (self._folder is not None and disk_usage(self._folder).free < LEAST_FREE):
            raise DiskFullError

    def is_full(self) -> None:
        """Something could not be written."""
        self._full_at = time.monotonic()

    @asynccontextmanager
    async def waited_for(self, person_id: UUID, *, locked: bool) -> AsyncIterator[None]:
        """A place among this person's own; nothing of the pool is held while somebody waits for it."""
        async with AsyncExitStack() as places:
            async with asyncio.timeout(COMMAND_WAIT):
                if locked:
                    await places.enter_async_context(self._changing.turn_of(person_id))
                await places.enter_async_context(self._of_each.turn_of(person_id))
            yield

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[AsyncConnection]:
        """One for whoever asks; it is rolled back for a refusal, and thrown away for anything else."""
        async with asyncio.timeout(self._wait):
            await self._places.acquire()
        try:
            connection = self._idle.pop() if self._idle else await self._engine.connect()
            usable = False
            try:
                yield connection
                usable = True
            except HoldfastError:
                await driver_of(connection).execute("rollback")
                usable = True
                raise
            finally:
                if usable:
                    self._idle.append(connection)
                else:
                    # In which state a statement that failed or was cancelled left it is not worth finding out.
                    await connection.invalidate()
                    await connection.close()
        finally:
            self._places.release()

    async def dispose(self) -> None:
        """Closes what is open."""
        while self._idle:
            await self._idle.pop().close()
        await self._engine.dispose()


def open_database(url: str, pool: int, folder: Path | None = None, wait: float = CONNECT_WAIT) -> Connections:
    """So many connections at most, each waited for so long."""
    engine = create_async_engine(
        driver_url(url),
        isolation_level="AUTOCOMMIT",  # that is: begin and commit are said here, not by SQLAlchemy
        poolclass=NullPool,
        connect_args={
            "timeout": wait,
            "command_timeout": COMMAND_WAIT,
            "max_cacheable_statement_size": LONGEST_KEPT,
            "server_settings": {"application_name": "holdfast-memory"},
        },
    )
    return Connections(engine, pool, folder, wait)


@dataclass(frozen=True, slots=True)
class Statement:
    """A named SQL text as the driver takes it: numbered places, and which parameter goes where."""

    sql: str
    names: tuple[str, ...]


@cache
def load_statement(name: str) -> Statement:
    """`turn/load_to_accept` is the file `services/memory/turn/load_to_accept.sql`."""
    compiled = text(_written(ROOMS / f"{name}.sql")).compile(dialect=ASYNCPG)
    return Statement(str(compiled), tuple(compiled.positiontup or ()))


def _written(file: Path) -> str:
    """With the files in it that it names, as psql would read it."""
    return _NAMED.sub(lambda found: _written(file.parent / found[1]), file.read_text(encoding="utf-8"))


_NAMED = re.compile(r"^\\ir (\S+)$", re.MULTILINE)


async def run_statement(
    connection: AsyncConnection, name: str, parameters: Mapping[str, object], *, seconds: float | None = None
) -> list[asyncpg.Record]:
    """Runs a named text; gives its rows.

    Straight on the driver, which prepares it once for each connection: through SQLAlchemy's own execution a
    statement costs 0.13 ms of CPU, so 0.05 ms, and every turn runs nine of them. `seconds` is for what may take long.
    """
    wanted = load_statement(name)
    rows: list[asyncpg.Record] = await driver_of(connection).fetch(
        wanted.sql, *(parameters[name] for name in wanted.names), timeout=seconds
    )
    return rows


async def run_for_one(
    connection: AsyncConnection, name: str, parameters: Mapping[str, object], *, seconds: float | None = None
) -> asyncpg.Record | None:
    """Runs a named text that gives one row or none."""
    rows = await run_statement(connection, name, parameters, seconds=seconds)
    return rows[0] if rows else None


async def call_function(connection: AsyncConnection, name: str, *values: object) -> list[asyncpg.Record]:
    """Calls a function of ours in the database, `migrations/functions/<name>.sql`; gives its rows."""
    places = ", ".join(f"${place}" for place in range(1, len(values) + 1))
    return await run_composed(connection, f"select * from {name}({places})", *values)  # noqa: S608  # a name of ours


async def call_for_one(connection: AsyncConnection, name: str, *values: object) -> asyncpg.Record | None:
    """Calls a function that gives one row or none."""
    return next(iter(await call_function(connection, name, *values)), None)


async def run_composed(
    connection: AsyncConnection, sql: str, *values: object, seconds: float | None = None
) -> list[asyncpg.Record]:
    """Runs what has no name, for it is composed of the catalogue's names or is one of a cursor's; gives its rows."""
    rows: list[asyncpg.Record] = await driver_of(connection).fetch(sql, *values, timeout=seconds)
    return rows


async def run_command(connection: AsyncConnection, command: str, *, seconds: float | None = None) -> None:
    """Runs what is no statement with places (a setting, a vacuum, a checkpoint, a cursor), and gives nothing."""
    await driver_of(connection).execute(command, timeout=seconds)


def driver_of(connection: AsyncConnection) -> asyncpg.Connection:
    """The driver's connection under SQLAlchemy's."""
    return connection.sync_connection.connection.driver_connection  # type: ignore[union-attr]  # it is connected


BEGIN = "begin"
ENTER = "begin; select set_config('app.tenant', '{tenant}', true), set_config('app.person', '{person}', true)"
LOCKED = ", pg_advisory_xact_lock(hashtextextended('{person}', 0))"
"""With the person's lock. The statements after it see what its former holder committed.

One journey to the database instead of two; the ids are UUIDs, written by us.
"""
PLANNED_ONCE = ", set_config('plan_cache_mode', 'force_generic_plan', true), set_config('work_mem', '16MB', true)"
"""For a few large statements that take as long to plan as to run, and that no value makes another plan better for. With
room enough to look through a hundred thousand memories without a file on the disk."""


@asynccontextmanager
async def person_transaction(
    database: Connections, who: Caller, *, locked: bool, planned_once: bool = False
) -> AsyncIterator[AsyncConnection]:
    """One transaction as one person: row-level security lets through what is theirs."""
    enter = f"{ENTER}{PLANNED_ONCE if planned_once else ''}{LOCKED if locked else ''}"
    begin = enter.format(tenant=who.tenant_id, person=who.person_id)
    async with _transaction(database, begin, database.waited_for(who.person_id, locked=locked)) as connection:
        yield connection


@asynccontextmanager
async def plain_transaction(database: Connections) -> AsyncIterator[AsyncConnection]:
    """One transaction of nobody in particular."""
    async with _transaction(database, BEGIN, nullcontext()) as connection:
        yield connection


@asynccontextmanager
async def _transaction(
    database: Connections, begin: str, waited: AbstractAsyncContextManager[None]
) -> AsyncIterator[AsyncConnection]:
    """A database that is away is said so, and whether the commit may have happened."""
    committing = False
    try:
        async with waited, database.connection() as connection:
            await driver_of(connection).execute(begin)
            yield connection
            await pass_failpoint("memory.before_commit")
            committing = True
            await driver_of(connection).execute("commit")
            await pass_failpoint("memory.after_commit")
    except HoldfastError:
        raise
    except Exception as error:
        if not is_away(error):
            raise
        if is_full(error):
            database.is_full()
        if committing:
            raise CommitUnknownError from error
        raise DatabaseAwayError from error


PASSING = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.SerializationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.LockNotAvailableError,
    asyncpg.QueryCanceledError,
    asyncpg.DiskFullError,
    asyncpg.IdleInTransactionSessionTimeoutError,
    asyncpg.InvalidAuthorizationSpecificationError,
    asyncpg.InvalidPasswordError,
)
"""What says nothing about the statement, only about the moment."""


def is_full(error: BaseException) -> bool:
    """Whether it was the disk of the server that had no room left."""
    below = (error.orig.__cause__ if error.orig is not None else None) if isinstance(error, DBAPIError) else error
    return isinstance(below, asyncpg.DiskFullError)


def is_away(error: BaseException) -> bool:
    """Whether an error means that the database is away or busy, and trying again may help."""
    if isinstance(error, DBAPIError):
        return (
            error.connection_invalidated
            or isinstance(error, InterfaceError)
            or (error.orig is not None and error.orig.__cause__ is not None and is_away(error.orig.__cause__))
        )
    return isinstance(error, (OSError, TimeoutError, *PASSING))
