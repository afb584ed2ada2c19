"""What the other tests rely on: their own database, an empty broker, and servers that can be hurt and come back."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import nats
import pytest
from nats.js.api import StorageType, StreamConfig

from tests.servers import FreshDatabase, Servers


@pytest.fixture
async def other_database(servers: Servers) -> AsyncIterator[FreshDatabase]:
    """A second one."""
    async with servers.fresh_database() as fresh:
        yield fresh


async def ask(url: str, query: str) -> object:
    """One value from the database."""
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


async def streams(servers: Servers) -> list[str]:
    """The names of the streams in the broker."""
    connection = await nats.connect(servers.nats_url("memory"), inbox_prefix=b"_INBOX.memory")
    try:
        return [str(stream.config.name) for stream in await connection.jetstream().streams_info()]
    finally:
        await connection.close()


async def greets(address: str) -> bool:
    """Whether a broker says its first words there."""
    try:
        reader, writer = await asyncio.open_connection(*address.split(":"))
    except OSError:
        return False
    try:
        return (await reader.read(4)) == b"INFO"
    finally:
        writer.close()


async def test_each_test_has_a_migrated_database_of_its_own(
    database: FreshDatabase, other_database: FreshDatabase
) -> None:
    tables = "select count(*) from pg_tables where schemaname = 'public'"
    await ask(database.owner_url, "create table only_here ()")
    assert await ask(database.owner_url, tables) == await ask(other_database.owner_url, tables) + 1  # type: ignore[operator]
    assert await ask(other_database.owner_url, "select to_regclass('person') is not null")


@pytest.mark.row("O5")
async def test_a_service_can_reach_only_its_own_database_and_owns_nothing_in_it(database: FreshDatabase) -> None:
    owned = "select count(*) from pg_class where relowner = to_regrole('holdfast_app')"
    assert await ask(database.app_url, owned) == 0
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await ask(database.app_url, "create table mine ()")


async def test_nothing_of_an_earlier_test_is_left_in_the_broker(broker: Servers) -> None:
    connection = await nats.connect(broker.nats_url("memory"), inbox_prefix=b"_INBOX.memory")
    await connection.jetstream().add_stream(StreamConfig(name="LEFT", subjects=["left"], storage=StorageType.MEMORY))
    await connection.close()
    assert await streams(broker) == ["LEFT"]
    await broker.empty_broker()
    assert await streams(broker) == []


async def test_a_killed_database_comes_back_where_it_was_with_all_that_was_committed(
    servers: Servers, database: FreshDatabase
) -> None:
    await ask(database.owner_url, "create table kept as select 7 as number")
    await servers.database.kill()
    with pytest.raises((OSError, asyncpg.PostgresError)):
        await ask(database.owner_url, "select 1")
    await servers.database.start()
    assert await ask(database.owner_url, "select number from kept") == 7


async def test_a_paused_database_answers_nothing_until_it_goes_on(servers: Servers, database: FreshDatabase) -> None:
    await servers.database.pause()
    try:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ask(database.app_url, "select 1"), 0.5)
    finally:
        await servers.database.resume()
    assert await ask(database.app_url, "select 1") == 1


@pytest.mark.parametrize("end", ["kill", "stop"])
async def test_a_broker_that_ended_comes_back_where_it_was_without_streams(broker: Servers, end: str) -> None:
    await getattr(broker.broker, end)()
    assert not await greets(broker.broker_address)
    await broker.broker.start()
    assert await greets(broker.broker_address)
    assert await streams(broker) == []


@pytest.mark.parametrize("left", ["kill", "pause"])
async def test_what_a_failed_test_left_broken_is_mended_for_the_next(servers: Servers, left: str) -> None:
    for server in (servers.broker, servers.database):
        await getattr(server, left)()
    async with servers.fresh_database() as fresh:
        assert await ask(fresh.app_url, "select 1") == 1
    await servers.empty_broker()
    assert await greets(servers.broker_address)
