"""One installation for each model that can run; the suite is put in order so that each is started once.

It is gone with the last of these tests: its chores would take part in whatever else runs in this process.
"""

from collections.abc import AsyncIterator

import pytest

from tests.acceptance.memory.house import House, a_house
from tests.acceptance.memory.minds import Provider, a_mind
from tests.acceptance.memory.person import Person

PROVIDERS: tuple[Provider, ...] = ("offline", "scripted", "anthropic", "openai")


@pytest.fixture(scope="package", params=PROVIDERS)
async def house(request: pytest.FixtureRequest) -> AsyncIterator[House]:
    async with a_mind(request.param) as mind, a_house(mind) as house:
        yield house


@pytest.fixture
async def person(house: House) -> Person:
    return await house.person()
