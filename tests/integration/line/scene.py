"""One line at work: the servers under it, its processes, somebody who talks to it, and what its database says."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from shared.client.holdfast_client import HoldfastClient
from tests.integration.line.crew import Crew
from tests.integration.line.records import Records
from tests.servers import FreshDatabase, Servers


@dataclass(frozen=True)
class Scene:
    """Everything that a test of the line works with."""

    servers: Servers
    database: FreshDatabase
    crew: Crew
    client: HoldfastClient
    records: Records


@asynccontextmanager
async def a_scene(servers: Servers, folder: Path) -> AsyncIterator[Scene]:
    """A database of its own, an empty broker, and nobody at work yet; whoever was started is stopped at the end."""
    await servers.empty_broker()
    async with servers.fresh_database() as database:
        crew = Crew(servers, database.app_url, folder)
        client = await HoldfastClient.connect(servers.nats_url("gateway"), "gateway")
        try:
            yield Scene(servers, database, crew, client, Records(database.admin_url))
        finally:
            await client.close()
            await crew.stop()


@pytest.fixture
async def scene(servers: Servers, tmp_path: Path) -> AsyncIterator[Scene]:
    async with a_scene(servers, tmp_path) as scene:
        yield scene
