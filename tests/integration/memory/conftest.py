"""A memory of a test's own."""

from collections.abc import AsyncIterator

import pytest

from tests.integration.memory.house import House, a_house
from tests.servers import Servers


@pytest.fixture
async def house(servers: Servers) -> AsyncIterator[House]:
    async with a_house(servers) as house:
        yield house
