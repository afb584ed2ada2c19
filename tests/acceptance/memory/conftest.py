"""One installation for each model that can run; the suite is put in order so that each is started once.

It is gone with the last of these tests: its chores would take part in whatever else runs in this process.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.acceptance.memory.house import House, a_house
from tests.acceptance.memory.minds import Provider, a_mind
from tests.acceptance.memory.person import Person

PROVIDERS: tuple[Provider, ...] = ("offline", "scripted", "anthropic", "openai")
WIRES = ("anthropic", "openai")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Over a wire the others are the same stories again: what was read decides what becomes of it, not by whom."""
    for item in items:
        if isinstance(item, pytest.Function) and Path(__file__).parent in item.path.parents:
            provider = item.callspec.params.get("house") if hasattr(item, "callspec") else None
            if provider in WIRES and item.get_closest_marker("wires") is None:
                item.add_marker(pytest.mark.full("the same story with the scripted model"))


@pytest.fixture(scope="package", params=PROVIDERS)
async def house(request: pytest.FixtureRequest) -> AsyncIterator[House]:
    async with a_mind(request.param) as mind, a_house(mind) as house:
        yield house


@pytest.fixture
async def person(house: House) -> Person:
    return await house.person()
