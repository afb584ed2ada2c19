"""The table is the queue: who is admitted next, and how many are on their way."""

from collections.abc import AsyncIterator
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.chores.watch_work import WorkWatch
from services.memory.chores.work_signs import Signs
from services.memory.store.context import MemoryContext
from services.memory.work.begin_work import begin_work
from services.memory.work.take_result import finish_early
from shared.contracts.envelope import Caller
from shared.contracts.pipeline import COMPRESSION
from shared.contracts.work import BackgroundWork
from tests.integration.line.people import a_line, new_person
from tests.integration.line.scene import Scene, a_scene
from tests.integration.work.works import a_result, begun_in, own_memory, row_of
from tests.servers import Servers

pytestmark = pytest.mark.row("C4", "P1")

NIGHT, DUE, ASKED_FOR = 2, 1, 0
ROOM = 4
"""Twice what is thought about at a time."""


@pytest.fixture(scope="module")
async def house(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with a_scene(servers, tmp_path_factory.mktemp("admission")) as scene:
        await scene.crew.start("memory")
        yield scene


@pytest.fixture
async def scene(house: Scene) -> AsyncIterator[Scene]:
    """With no work in its table."""
    yield house
    await house.records.rows("delete from work")


@pytest.fixture
async def memory(scene: Scene) -> AsyncIterator[MemoryContext]:
    async with own_memory(scene) as memory:
        yield memory


@pytest.fixture
def watch(memory: MemoryContext) -> WorkWatch:
    now = memory.clock()
    return WorkWatch(memory, Signs(now), calm_since=now, concurrency=ROOM // 2)


async def _active(scene: Scene) -> list[UUID]:
    return [row["id"] for row in await scene.records.rows("select id from work where state = 'active' order by id")]


async def _over(scene: Scene, memory: MemoryContext, work_id: UUID) -> None:
    """Its first step found nothing to think about."""
    row = await row_of(scene, work_id)
    heard = BackgroundWork.model_validate_json(a_result(row, "gather").model_dump_json())
    await finish_early(memory, heard, "nothing")


async def _keep(_: MemoryContext, __: AsyncConnection, ___: BackgroundWork) -> None:
    raise AssertionError


async def _nightly(memory: MemoryContext, who: Caller, number: int) -> list[UUID]:
    return [await begun_in(memory, who, uuid4(), priority=NIGHT) for _ in range(number)]


async def test_twice_as_many_are_on_their_way_as_are_thought_about(
    scene: Scene, memory: MemoryContext, watch: WorkWatch
) -> None:
    who = await new_person(scene.client)
    await _nightly(memory, who, ROOM + 3)
    await watch.admit()
    assert len(await _active(scene)) == ROOM
    await _over(scene, memory, (await _active(scene))[0])
    await watch.admit()
    await watch.admit()
    assert len(await _active(scene)) == ROOM


async def test_two_hundred_works_of_the_night_do_not_stop_one_close(
    scene: Scene, memory: MemoryContext, watch: WorkWatch
) -> None:
    busy, closing = await new_person(scene.client), await new_person(scene.client)
    await _nightly(memory, busy, 200)
    await watch.admit()
    due = await begun_in(memory, closing, uuid4(), priority=DUE)
    close = await begun_in(memory, closing, uuid4(), priority=ASKED_FOR)
    await watch.admit()
    nightly = await _active(scene)
    assert close not in nightly
    await _over(scene, memory, nightly[0])
    await watch.admit()
    assert close in await _active(scene)
    assert due not in await _active(scene)
    await _over(scene, memory, nightly[1])
    await watch.admit()
    assert due in await _active(scene)


async def test_who_asked_for_much_waits_for_those_who_asked_for_little(
    scene: Scene, memory: MemoryContext, watch: WorkWatch
) -> None:
    greedy = await new_person(scene.client)
    await _nightly(memory, greedy, 20)
    others = [await new_person(scene.client) for _ in range(ROOM - 1)]
    modest = [await begun_in(memory, one, uuid4(), priority=NIGHT) for one in others]
    await watch.admit()
    active = await _active(scene)
    assert set(modest) < set(active)
    assert len(active) == ROOM

    late = await begun_in(memory, await new_person(scene.client), uuid4(), priority=NIGHT)
    await _over(scene, memory, modest[0])
    await watch.admit()
    assert late in await _active(scene)


async def test_nothing_begins_before_its_time_or_while_the_person_is_being_answered(
    scene: Scene, memory: MemoryContext, watch: WorkWatch
) -> None:
    now = memory.clock()
    early, talking = await new_person(scene.client), await new_person(scene.client)
    async with memory.writing(early) as connection:
        later = now + timedelta(hours=1)
        waiting = await begin_work(connection, early, COMPRESSION, "later", uuid4(), now=now, not_before=later)
    await scene.client.ask(a_line(talking, "Let's wrap up."))  # nobody is there to answer it
    held_back = await begun_in(memory, talking, uuid4())
    await watch.admit()
    assert await _active(scene) == []

    await scene.records.rows("update turn set status = 'answered' where person_id = $1", talking.person_id)
    await scene.records.rows("update work set not_before = now() where id = $1", waiting)
    await watch.admit()
    assert set(await _active(scene)) == {waiting, held_back}
