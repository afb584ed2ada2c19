"""Whether the database has the schema that this release needs; an older one is refused, a newer one is lived with."""

from pathlib import Path

from sqlalchemy import Text, column, func, select, table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.store.database import Connections, DatabaseAwayError, is_away
from shared.bus.broken_dependency import BrokenDependencyError, growing_pauses
from shared.bus.service import CannotRunError

NEEDED = max(file.name[:4] for file in (Path(__file__).parents[1] / "migrations" / "versions").glob("[0-9]*.py"))
"""The newest migration that this release brings; their numbers sort."""


BEFORE_THE_FIRST = "0000"


class SchemaBehindError(CannotRunError):
    """The migrations of this release were not run."""

    def __init__(self, found: str) -> None:
        super().__init__(
            f"the database's schema is at {found}, this release needs {NEEDED}; run: python -m services.memory.migrate"
        )


async def require_schema(database: Connections) -> None:
    """Waits for the database, then raises unless its schema is at least as new as this release."""
    try:
        return await _compare(database)
    except BrokenDependencyError:
        pass  # it may be starting, as we are
    async for _ in growing_pauses():
        try:
            return await _compare(database)
        except BrokenDependencyError:
            continue
    raise AssertionError  # growing_pauses never ends


async def _compare(database: Connections) -> None:
    try:
        async with database.connection() as connection:
            found = await _revision(connection)
    except (DBAPIError, OSError, TimeoutError) as error:
        if is_away(error):
            raise DatabaseAwayError from error
        raise
    if found < NEEDED:
        raise SchemaBehindError(found)


async def _revision(connection: AsyncConnection) -> str:
    if await connection.scalar(select(func.to_regclass("alembic_version"))) is None:
        return BEFORE_THE_FIRST
    newest = select(func.max(column("version_num", Text))).select_from(table("alembic_version"))
    return await connection.scalar(newest) or BEFORE_THE_FIRST
