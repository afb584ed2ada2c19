"""The database as the memory service holds it: one pool, short transactions, a person set in each."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import asyncpg
from sqlalchemy import TextClause, text
from sqlalchemy.exc import DBAPIError, InterfaceError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from shared.errors import HoldfastError
from shared.queries import Caller
from shared.stage.broken import BrokenDependencyError
from shared.stage.failpoints import failpoint

POOL_WAIT = 1.0
CONNECT_WAIT = 1.0
COMMAND_WAIT = 5.0
"""A statement that gets no answer for so long has lost its server without a word."""


class DatabaseAwayError(BrokenDependencyError):
    """The database does not answer, and nothing was written."""

    def __init__(self) -> None:
        super().__init__("database")


class CommitUnknownError(DatabaseAwayError):
    """The connection was lost while committing: whether it took effect shows when the same is tried again."""

    uncertain = True


def driver_url(url: str) -> str:
    """The URL with the driver that SQLAlchemy is to use."""
    return url.replace("postgresql://", "postgresql+asyncpg://", 1)


def open_database(url: str, pool: int) -> AsyncEngine:
    """The pool. Connections are not tested before use: every operation may be tried again, and is."""
    return create_async_engine(
        driver_url(url),
        pool_size=pool,
        max_overflow=0,
        pool_timeout=POOL_WAIT,
        connect_args={
            "timeout": CONNECT_WAIT,
            "command_timeout": COMMAND_WAIT,
            "server_settings": {"application_name": "holdfast-memory"},
        },
    )


@cache
def query(name: str) -> TextClause:
    """A named SQL text: `conversation/accept` is the file `conversation/accept.sql` beside this one."""
    return text((Path(__file__).parent / f"{name}.sql").read_text(encoding="utf-8"))


ENTER = text("select set_config('app.tenant', :tenant, true), set_config('app.person', :person, true)")
ENTER_LOCKED = text(
    "select set_config('app.tenant', :tenant, true), set_config('app.person', :person, true),"
    " pg_advisory_xact_lock(hashtextextended(:person, 0))"
)
"""With the person's lock. The statements after it see what its former holder committed."""


@asynccontextmanager
async def person_transaction(database: AsyncEngine, who: Caller, *, locked: bool) -> AsyncIterator[AsyncConnection]:
    """One transaction as one person: row-level security lets through what is theirs."""
    async with transaction(database) as connection:
        ids = {"tenant": str(who.tenant_id), "person": str(who.person_id)}
        await connection.execute(ENTER_LOCKED if locked else ENTER, ids)
        yield connection


@asynccontextmanager
async def transaction(database: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """One transaction; a database that is away is said so, and whether the commit may have happened."""
    committing = False
    try:
        async with database.connect() as connection:
            yield connection
            await failpoint("memory.before_commit")
            committing = True
            await connection.commit()
            await failpoint("memory.after_commit")
    except HoldfastError:
        raise
    except Exception as error:
        if not is_away(error):
            raise
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


def is_away(error: BaseException) -> bool:
    """Whether an error means that the database is away or busy, and trying again may help."""
    if isinstance(error, DBAPIError):
        return (
            error.connection_invalidated
            or isinstance(error, InterfaceError)
            or (error.orig is not None and error.orig.__cause__ is not None and is_away(error.orig.__cause__))
        )
    return isinstance(error, (PoolTimeoutError, OSError, TimeoutError, *PASSING))
