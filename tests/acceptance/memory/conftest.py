"""One installation for each model that can run; the suite is put in order so that each is started once.

It is gone with the last of these tests: its chores would take part in whatever else runs in this process.
"""

from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.acceptance.memory.house import House, a_house
from tests.acceptance.memory.minds import Provider, a_mind
from tests.acceptance.memory.person import Person

PROVIDERS: tuple[Provider, ...] = ("offline", "scripted", "anthropic", "openai")
WIRES = ("anthropic", "openai")
ALTERNATE = ("offline", "scripted")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is the same story again: what was read decides what becomes of it, not by whom.

    Over a wire all but a dozen are; of variations that both others tell, each tells every second one.
    """
    mine = [item for item in items if isinstance(item, pytest.Function) and Path(__file__).parent in item.path.parents]
    told = [(item, str(item.callspec.params.get("house"))) for item in mine if hasattr(item, "callspec")]
    houses = defaultdict[str, dict[str, set[str]]](lambda: defaultdict(set))
    for item, provider in told:
        story, values = _variation(item)
        houses[story][values].add(provider)
    for item, provider in told:
        story, values = _variation(item)
        if provider in WIRES and item.get_closest_marker("wires") is None:
            item.add_marker(pytest.mark.full("the same story with the scripted model"))
        elif values and provider in ALTERNATE and houses[story][values].issuperset(ALTERNATE):
            place = sorted(houses[story]).index(values)
            if (place + ALTERNATE.index(provider)) % 2:
                item.add_marker(pytest.mark.full("the same variation, read by the other"))


def _variation(item: pytest.Function) -> tuple[str, str]:
    """A story, and its values in words, whoever reads it."""
    values = [f"{name}: {value!r}" for name, value in item.callspec.params.items() if name != "house"]
    return item.nodeid.partition("[")[0], "; ".join(sorted(values))


@pytest.fixture(scope="package", params=PROVIDERS)
async def house(request: pytest.FixtureRequest) -> AsyncIterator[House]:
    async with a_mind(request.param) as mind, a_house(mind) as house:
        yield house


@pytest.fixture
async def person(house: House) -> Person:
    return await house.person()
