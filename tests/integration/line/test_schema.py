"""The tables that the code knows are the tables that the migrations make, and migrations can be run again."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import asyncpg
import pytest
from sqlalchemy import Connection, Table, inspect
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.ext.asyncio import create_async_engine

from services.memory.assertions import tables as knowledge
from services.memory.conversations import tables as closing
from services.memory.index import tables as recall
from services.memory.migrate import migrate_database
from services.memory.migrations.sql import FUNCTIONS
from services.memory.people import tables as people
from services.memory.people.account import PERSONAL_SEED
from services.memory.reasoning import tables as reasoning
from services.memory.store import tables as operations
from services.memory.store.database import ASYNCPG, driver_url
from services.memory.store.schema import METADATA, HalfVector
from services.memory.turn import tables as conversation
from services.memory.work import tables as background
from tests.integration.line.dumps import tables_of
from tests.integration.line.eventually import eventually
from tests.integration.line.people import new_person, new_project
from tests.integration.line.records import Records
from tests.integration.line.scene import Scene
from tests.servers import FreshDatabase, Servers

pytestmark = pytest.mark.row("O3")

DOMAINS = (conversation, knowledge, operations, people, reasoning, recall, closing, background)
"""Imported so that METADATA knows all tables."""
ROOT = Path(__file__).parents[3]
Shape = dict[str, tuple[str, bool]]
"""Each column's type, and whether it may be absent."""


def _as_code_says(table: Table) -> Shape:
    return {column.name: (column.type.compile(ASYNCPG), bool(column.nullable)) for column in table.columns}


ischema_names["halfvec"] = HalfVector  # else reflection knows nothing of it


def _as_the_database_has_it(connection: Connection) -> dict[str, tuple[Shape, set[str]]]:
    found = inspect(connection)
    return {
        table: (
            {
                column["name"]: (column["type"].compile(ASYNCPG), column["nullable"])
                for column in found.get_columns(table)
            },
            set(found.get_pk_constraint(table)["constrained_columns"]),
        )
        for table in found.get_table_names()
    }


async def test_the_tables_in_the_code_are_those_of_the_migrations(database: FreshDatabase) -> None:
    engine = create_async_engine(driver_url(database.owner_url))
    async with engine.connect() as connection:
        stored = await connection.run_sync(_as_the_database_has_it)
    await engine.dispose()
    known = {
        name: (_as_code_says(table), {c.name for c in table.primary_key}) for name, table in METADATA.tables.items()
    }
    assert {name: stored[name] for name in known} == known
    assert set(stored) - set(known) == {
        "tenant",
        "alembic_version",
        "applied_function",
    }  # which no query of the services names


async def test_the_seed_of_your_story_is_loaded_by_the_way_that_every_project_takes(scene: Scene) -> None:
    await scene.crew.start("memory")
    caller = await new_person(scene.client)
    await new_project(scene.client, caller, "garden")
    rows = await scene.records.rows("select * from engagement where person_id = $1 order by id", caller.person_id)
    story, garden = (dict(row) for row in rows)
    assert story["seed"] == PERSONAL_SEED
    assert (story["kind"], garden["kind"]) == ("personal", "project")
    assert {name for name in story if story[name] == garden[name]} >= {"tenant_id", "person_id", "status"}
    code = "\n".join(path.read_text() for path in (ROOT / "services").rglob("*.py"))
    assert len(re.findall(r"insert\(ENGAGEMENT\)", code)) == 1
    queries = "\n".join(path.read_text() for path in (ROOT / "services/memory").rglob("*.sql"))
    assert re.findall(r"insert into engagement", queries) == []


# ---- running the migrations ----


@pytest.fixture
async def empty(servers: Servers) -> AsyncIterator[FreshDatabase]:
    """A database as bootstrap.sql leaves it, before the first migration."""
    name = f"empty_{uuid4().hex}"
    admin = await asyncpg.connect(servers.database_url("holdfast_admin", "postgres"))
    try:
        await admin.execute(f'create database "{name}" owner holdfast_owner template template0')
        await _with_vectors(servers.database_url("holdfast_admin", name))
        yield FreshDatabase(
            *(servers.database_url(role, name) for role in ("holdfast_owner", "holdfast_app", "holdfast_admin"))
        )
        await admin.execute(f'drop database "{name}" with (force)')
    finally:
        await admin.close()


async def _with_vectors(url: str) -> None:
    admin = await asyncpg.connect(url)
    await admin.execute("create extension vector")
    await admin.close()


async def _schema(database: FreshDatabase) -> list[asyncpg.Record]:
    return await Records(database.admin_url).rows(
        "select table_name, column_name, data_type, is_nullable from information_schema.columns"
        " where table_schema = 'public' order by table_name, ordinal_position"
    )


async def test_migrations_that_ran_already_change_nothing(database: FreshDatabase) -> None:
    before = await _schema(database)
    await migrate_database(database.owner_url)
    assert await _schema(database) == before


async def test_several_migrations_at_once_are_one(empty: FreshDatabase, database: FreshDatabase) -> None:
    await asyncio.gather(*(migrate_database(empty.owner_url) for _ in range(4)))
    assert await _schema(empty) == await _schema(database)


async def test_a_migration_that_was_killed_halfway_leaves_nothing_and_is_run_again(
    empty: FreshDatabase, database: FreshDatabase
) -> None:
    records = Records(empty.admin_url)
    obstacle = await asyncpg.connect(empty.owner_url)
    transaction = obstacle.transaction()
    await transaction.start()
    await obstacle.execute("create table message (id int)")  # on which the migration will stand, halfway

    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "services.memory.migrate", env={"HOLDFAST_OWNER_DATABASE_URL": empty.owner_url}, cwd=ROOT
    )

    async def stands_there() -> bool:
        waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
        return bool(await records.rows(waiting))

    await eventually(stands_there)
    process.kill()
    await process.wait()
    await transaction.rollback()
    await obstacle.close()

    async def nobody_is_left() -> bool:
        others = "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        return not await records.rows(others)

    await eventually(nobody_is_left)
    assert await tables_of(records) == set()
    await migrate_database(empty.owner_url)
    assert await _schema(empty) == await _schema(database)


async def test_entries_that_were_there_get_what_they_are_compared_by_at_a_glance(database: FreshDatabase) -> None:
    admin = await asyncpg.connect(database.admin_url)
    await admin.execute("set session_replication_role = replica")  # whose they are does not matter here
    await admin.execute(
        "insert into entry (tenant_id, person_id, number, assertion_id, engagement_id, role, at, length, asks, edition,"
        " embedding) select gen_random_uuid(), gen_random_uuid(), n, gen_random_uuid(), gen_random_uuid(), 'assertion',"
        " now(), 1, false, 1, array_fill(-n::real, array[192])::vector || array_fill(1::real, array[192])::vector"
        " from generate_series(65, 67) n"
    )
    seen = "select lot, code = repeat('0', 192)::bit(192) || repeat('1', 192)::bit(192) as fits from entry order by 1"
    made = await admin.fetch(seen)
    assert [tuple(row) for row in made] == [(1, True), (2, True), (3, True)]
    await admin.execute("update entry set lot = null, code = null; update alembic_version set version_num = '0019'")
    await migrate_database(database.owner_url, to="0020")
    assert await admin.fetch(seen) == made
    await admin.close()


async def _functions(records: Records) -> dict[str, str]:
    """Each function of ours as the database has it."""
    rows = await records.rows(
        "select p.proname, pg_get_functiondef(p.oid) || coalesce(p.proacl::text, '') as made from pg_proc p"
        " where p.pronamespace = 'public'::regnamespace and p.proowner = 'holdfast_owner'::regrole"
    )
    made = {row["proname"]: row["made"] for row in rows}
    assert len(made) == len(rows)  # no name stands for two
    return made


async def test_each_function_stands_in_one_file_and_is_applied_when_its_text_changes(database: FreshDatabase) -> None:
    records, admin = Records(database.admin_url), await asyncpg.connect(database.admin_url)
    made = await _functions(records)
    assert set(made) == {file.stem for file in FUNCTIONS.glob("*.sql")}
    await admin.execute("create or replace function folded(words text) returns text language sql return words")
    await migrate_database(database.owner_url)
    assert await _functions(records) != made  # that was no release's doing
    await admin.execute("update applied_function set digest = 'of another text' where name = 'folded'")
    await migrate_database(database.owner_url)
    assert await _functions(records) == made
    await admin.close()


async def test_a_service_refuses_a_schema_that_is_behind_its_release(scene: Scene, empty: FreshDatabase) -> None:
    worker = await scene.crew.start("memory", database_url=empty.app_url)
    assert not worker.running
    assert "the database's schema is at 0000" in worker.said
    assert "run: python -m services.memory.migrate" in worker.said
    assert "Traceback" not in worker.said
