"""What every test may ask for: real servers, a database of its own, an empty broker."""

import os
from collections.abc import AsyncIterator

import pytest

from tests.containers import NoEngineError, check_engine, container_servers
from tests.servers import FreshDatabase, Servers, embedded_servers, wants_containers


@pytest.fixture(scope="session")
async def servers() -> AsyncIterator[Servers]:
    """A broker and a database with a migrated template: embedded, or the images when containers are asked for."""
    if wants_containers():
        _require_engine()
    async with container_servers() if wants_containers() else embedded_servers() as both:
        await both.migrate()
        yield both


@pytest.fixture
async def database(servers: Servers) -> AsyncIterator[FreshDatabase]:
    """A migrated database that no other test sees."""
    async with servers.fresh_database() as fresh:
        yield fresh


@pytest.fixture(scope="module")
async def module_database(servers: Servers) -> AsyncIterator[FreshDatabase]:
    """A migrated database that the tests of one module share."""
    async with servers.fresh_database() as fresh:
        yield fresh


@pytest.fixture
async def broker(servers: Servers) -> Servers:
    """The servers, with nothing left in the broker by an earlier test."""
    await servers.empty_broker()
    return servers


def _require_engine() -> None:
    """Skips on a laptop without an engine; in CI a missing engine is a failure, or the suite would shrink unseen."""
    try:
        check_engine()
    except NoEngineError as error:
        if os.environ.get("CI", "").lower() == "true":
            pytest.fail(f"No container engine answers: {error}")
        pytest.skip(f"No container engine answers: {error}")
