"""A memory of a test's own."""

from collections.abc import AsyncIterator

import pytest

from tests.integration.memory.house import House, a_house, inhabited
from tests.integration.memory.same_walls import SameWalls
from tests.servers import Servers


def pytest_configure(config: pytest.Config) -> None:
    """The mark of what looks at the database itself, not only at what is in it."""
    config.addinivalue_line("markers", "alone: has a database that nobody has used before")


@pytest.fixture(scope="session")
async def same_walls(servers: Servers) -> AsyncIterator[SameWalls]:
    walls = SameWalls(servers)
    yield walls
    await walls.leave()


@pytest.fixture
async def house(request: pytest.FixtureRequest, servers: Servers, same_walls: SameWalls) -> AsyncIterator[House]:
    """Nobody is in it."""
    await servers.heal()
    if request.node.get_closest_marker("alone") is not None:
        async with a_house(servers) as house:
            yield house
    else:
        async with inhabited(await same_walls.empty()) as house:
            yield house
