"""What nobody has in hand is offered again; what takes too long has failed; what nobody wants is cleared."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid4

import pytest
from asyncpg import Record
from prometheus_client import REGISTRY

from services.memory.chores.watch_work import WorkWatch
from services.memory.chores.work_signs import Signs
from services.memory.store.context import MemoryContext
from shared.clock import system_clock
from shared.contracts.envelope import Caller
from shared.contracts.pipeline import COMPRESSION, WORK
from shared.testing.clocks import FrozenClock
from tests.integration.faults.hurry import as_memory
from tests.integration.line.people import new_person
from tests.integration.line.scene import Scene, a_scene
from tests.integration.work.works import admitted_in, begun_in, own_memory, row_of, subjects_on_the_line
from tests.servers import Servers

pytestmark = pytest.mark.row("C4", "P1", "P4")

STEP_TIME = timedelta(seconds=COMPRESSION.step_seconds)
A_WHILE = timedelta(seconds=20)


@pytest.fixture(scope="module")
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with a_scene(servers, tmp_path_factory.mktemp("watch")) as scene:
        await scene.crew.start("memory")
        yield scene


@dataclass
class Looking:
    """A watch with a clock that is put forward, and the one work that it watches."""

    scene: Scene
    memory: MemoryContext
    clock: FrozenClock
    watch: WorkWatch
    who: Caller
    work_id: UUID

    async def later(self, by: timedelta) -> Record:
        self.clock.advance(by)
        await self.watch.look()
        return await row_of(self.scene, self.work_id)

    def sign(self) -> None:
        """Somebody says that they are busy with it."""
        self.watch.signs.hear(self.work_id, self.clock())

    async def lost(self) -> None:
        """What lies in the stream is gone, as when the broker begins anew."""
        async with as_memory(self.scene.servers) as js:
            await js.purge_stream(WORK, subject=f"work.*.*.{self.work_id}")


@pytest.fixture
async def looking(scene: Scene) -> AsyncIterator[Looking]:
    clock = FrozenClock(system_clock())
    async with own_memory(scene, clock) as memory:
        who = await new_person(scene.client)
        work_id = await admitted_in(memory, who, uuid4())
        long_ago: datetime = clock() - timedelta(days=1)
        yield Looking(
            scene, memory, clock, WorkWatch(memory, Signs(long_ago), calm_since=long_ago, concurrency=2), who, work_id
        )
    await scene.records.rows("delete from work")


def _lies_at(looking: Looking, step: str) -> str:
    return f"work.compression.{step}.{looking.work_id}"


async def test_what_was_lost_with_the_broker_is_offered_again_at_its_step(looking: Looking) -> None:
    await looking.lost()
    row = await looking.later(timedelta(seconds=1))
    assert row["offered"] == 1  # a moment later it may only be on its way
    row = await looking.later(A_WHILE)
    assert (row["offered"], row["attempt"], row["tries"]) == (2, 1, 0)
    assert _lies_at(looking, "gather") in await subjects_on_the_line(looking.scene.servers)


async def test_what_waits_for_somebody_to_take_it_is_left_alone_however_long(looking: Looking) -> None:
    for _ in range(5):
        row = await looking.later(STEP_TIME)
    assert (row["state"], row["offered"], row["tries"]) == ("active", 1, 0)
    assert row["deadline"] >= looking.clock()


async def test_what_somebody_has_in_hand_is_left_to_them(looking: Looking) -> None:
    await looking.lost()
    looking.sign()
    row = await looking.later(timedelta(seconds=3))
    assert row["offered"] == 1


async def test_a_step_that_takes_too_long_three_times_has_failed_and_the_doors_hear_of_it(looking: Looking) -> None:
    async with looking.scene.client.listen(looking.who.person_id) as listener:
        for tries in (1, 2):
            looking.clock.advance(STEP_TIME)
            await looking.lost()  # whoever had it let it go
            row = await looking.later(A_WHILE)
            assert (row["state"], row["tries"], row["offered"]) == ("active", tries, tries + 1)
        looking.clock.advance(STEP_TIME)
        await looking.lost()
        row = await looking.later(A_WHILE)
        assert (row["state"], row["reason"], row["form"]) == ("failed", "gather: took too long", None)
        told = [one.event for one in await listener.next(30)]
    assert [event.model_dump() for event in told] == [{"event": "changed", "what": "conversation"}]


async def test_who_says_to_be_busy_for_ever_is_taken_for_stuck(looking: Looking) -> None:
    for _ in range(2):
        looking.clock.advance(STEP_TIME + A_WHILE)
        looking.sign()
        row = await looking.later(timedelta(seconds=1))
    assert (row["offered"], row["tries"]) == (2, 1)


async def test_an_outage_is_not_the_works_fault(looking: Looking) -> None:
    await looking.lost()
    looking.clock.advance(STEP_TIME)
    looking.watch.calm_since = looking.clock()
    row = await looking.later(timedelta(seconds=6))
    assert (row["offered"], row["tries"]) == (1, 0)


async def test_what_lies_there_of_a_work_that_has_ended_is_cleared(looking: Looking) -> None:
    await looking.later(timedelta(0))
    assert _lies_at(looking, "gather") in await subjects_on_the_line(looking.scene.servers)
    await looking.scene.records.rows("delete from work where id = $1", looking.work_id)
    await looking.watch.look()
    assert _lies_at(looking, "gather") not in await subjects_on_the_line(looking.scene.servers)


async def test_how_much_waits_and_since_when_is_measured(looking: Looking) -> None:
    await looking.scene.records.rows("update work set state = 'done'")
    for _ in range(5):
        await begun_in(looking.memory, looking.who, uuid4(), priority=2)
    looking.clock.advance(timedelta(seconds=100))
    await looking.watch.look()
    assert _measured() == [5, 100, 0]
    await looking.watch.look()
    assert _measured() == [1, 100, 4]


def _measured() -> list[float | None]:
    names = ("holdfast_works_waiting", "holdfast_oldest_waiting_work_seconds", "holdfast_works_active")
    return [REGISTRY.get_sample_value(name, {"line": "compression"}) for name in names]
