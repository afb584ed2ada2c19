"""Brings a database to this release's schema: `python -m services.memory.migrate`, as the role that owns it."""

import asyncio
import sys
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy import Connection, func, select
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from services.memory.migrations.sql import apply_functions
from services.memory.store.database import driver_url
from shared.bus.service import CannotRunError
from shared.settings import PREFIX, DatabaseUrl, SettingError, load_settings

ONE_AT_A_TIME = 4_077_011
"""The advisory lock of migrations: several memory services may start at once."""
LOOKS_AGAIN = 0.1
"""Seconds."""


class MigrationSettings(BaseSettings):
    """Who owns the schema; no service runs with this."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True)

    owner_database_url: DatabaseUrl
    """As the role that owns the schema: postgresql://holdfast_owner:secret@host:5432/holdfast."""


def _config(connection: Connection) -> Config:
    config = Config()
    # Alembic reads a percent sign in an option as the begin of a placeholder.
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _upgrade(connection: Connection, to: str) -> None:
    command.upgrade(_config(connection), to)
    connection.commit()
    apply_functions(connection)


class SchemaAheadError(CannotRunError):
    """A later release has been here."""

    def __init__(self) -> None:
        super().__init__(
            "A newer release has changed this database, and this one does not know how to read it. "
            "Start the newer release, or bring back a backup from before."
        )


async def migrate_database(owner_url: str, *, to: str = "head") -> None:
    """Runs what has not been run yet, up to a revision; again is nothing."""
    engine = create_async_engine(driver_url(owner_url), poolclass=NullPool)
    try:
        async with engine.connect() as connection:
            while not await connection.scalar(select(func.pg_try_advisory_lock(ONE_AT_A_TIME))):
                await connection.commit()  # whoever waits in a transaction is waited for by an index that is being made
                await asyncio.sleep(LOOKS_AGAIN)
            await connection.commit()
            try:
                await connection.run_sync(_upgrade, to)
            except CommandError as error:
                raise SchemaAheadError from error
            await connection.commit()
    finally:
        await engine.dispose()


if __name__ == "__main__":
    try:
        asyncio.run(migrate_database(load_settings(MigrationSettings).owner_database_url))
    except (SchemaAheadError, SettingError) as error:
        sys.exit(f"holdfast: {error}")
