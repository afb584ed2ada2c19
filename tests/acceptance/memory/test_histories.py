"""A held fact is in a prompt only inside its standing question; what is not kept is in none.

A thousand histories go through the functions of the line and of the notebook, one after the other, on a real database:
the whole way over broker and door would take minutes. Some more go that whole way.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest

from shared.testing.scripted_model import ScriptedModel
from tests.acceptance.memory.drivers import ByFunctions, ByTheDoor
from tests.acceptance.memory.house import House
from tests.acceptance.memory.life import Driver, Ears, Life
from tests.integration.memory.house import House as Memories
from tests.integration.memory.house import a_house as memories_of
from tests.servers import Servers
from tests.tiers import sized

LIVES, LIVES_THE_WHOLE_WAY, STEPS, AT_ONCE = sized(60, 1_000), sized(4, 40), 5, 8
pytestmark = [pytest.mark.row("M1", "M7", "M9", "K1"), pytest.mark.timeout(sized(240, 1_200))]


@pytest.fixture(scope="module")
async def memories(servers: Servers) -> AsyncIterator[Memories]:
    async with memories_of(servers) as memories:
        yield memories


@pytest.fixture
def ears(house: House) -> Iterator[Ears]:
    """The house's model listens with these, for one test."""
    before, house.model.read_by = house.model.read_by, (ears := Ears()).read
    yield ears
    house.model.read_by = before


async def lived(number: int, driver: Driver, ears: Ears) -> list[str]:
    """One history; what was done in it."""
    life = Life(number, driver, ears)
    await life.live(STEPS)
    return life.done


async def test_in_a_thousand_random_histories(memories: Memories) -> None:
    ears, places = Ears(), asyncio.Semaphore(AT_ONCE)
    model = ScriptedModel(read_by=ears.read)

    async def one(number: int) -> list[str]:
        async with places:
            return await lived(number, await ByFunctions.moved_in(memories, model), ears)

    done = await asyncio.gather(*map(one, range(LIVES)))
    assert not ears.wrong, _told(ears, done)
    _were_varied(done)


@pytest.mark.parametrize("house", ["scripted"], indirect=True)
async def test_in_some_that_go_the_whole_way(house: House, ears: Ears) -> None:
    places = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> list[str]:
        async with places:
            return await lived(number, await ByTheDoor.moved_in(house), ears)

    done = await asyncio.gather(*map(one, range(LIVES, LIVES + LIVES_THE_WHOLE_WAY)))
    assert not ears.wrong, _told(ears, done)


def _told(ears: Ears, done: list[list[str]]) -> str:
    """The first things that were wrong, each with the history that it happened in."""
    first = {wrong: next((steps for steps in done if wrong[:8] in " ".join(steps)), []) for wrong in ears.wrong[:5]}
    return f"{len(ears.wrong)} times: {first}"


def _were_varied(done: list[list[str]]) -> None:
    """The histories had in them what they are to prove."""
    said = [step.split()[0] for steps in done for step in steps]
    by_hand = ("commit", "reject", "retract", "restore", "expire", "erase", "bring", "agree")
    for step in ("yes", "forget", "no,", "quietly,", *by_hand):
        assert said.count(step) >= LIVES // 50, (step, said.count(step))
