"""What comes late, twice, or of another life or epoch has no effect; what it cost is counted all the same, once."""

from collections.abc import AsyncIterator
from datetime import timedelta
from decimal import Decimal
from uuid import UUID, uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.store.context import MemoryContext
from services.memory.work.admit_work import admit_work
from services.memory.work.begin_work import end_work
from services.memory.work.fail_work import bury_work
from services.memory.work.take_result import QUIET, take_result
from shared.contracts.envelope import Caller
from shared.contracts.pipeline import COMPRESSION
from shared.contracts.understanding import ModelUse, Tokens
from shared.contracts.work import BackgroundWork, DeadWork, GatheredWork
from shared.testing.clocks import FrozenClock
from tests.integration.line.people import new_person
from tests.integration.line.scene import Scene, a_scene
from tests.integration.work.works import (
    a_result,
    admitted_in,
    begun_in,
    own_memory,
    row_of,
    subjects_on_the_line,
)
from tests.servers import Servers

pytestmark = pytest.mark.row("C4", "P4")

USED = ModelUse(
    provider="scripted",
    model="one",
    latency_ms=12.5,
    tokens=Tokens(sent=100, received=20),
    cost=Decimal("0.001"),
    attempts=2,
)
UNPRICED = USED.model_copy(update={"cost": None, "latency_ms": 13.5})


@pytest.fixture(scope="module")
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    """Memory alone: nobody admits and nobody thinks but the test."""
    async with a_scene(servers, tmp_path_factory.mktemp("fences")) as scene:
        await scene.crew.start("memory")
        yield scene


@pytest.fixture
async def memory(scene: Scene) -> AsyncIterator[MemoryContext]:
    async with own_memory(scene) as memory:
        yield memory


@pytest.fixture
async def who(scene: Scene) -> Caller:
    return await new_person(scene.client)


@pytest.fixture
async def work_id(memory: MemoryContext, who: Caller) -> UUID:
    """A work that is on its way, at its first step."""
    return await admitted_in(memory, who, uuid4())


KEPT: list[BackgroundWork] = []


async def _keep(_: MemoryContext, __: AsyncConnection, work: BackgroundWork) -> None:
    KEPT.append(work)


async def _taken(scene: Scene, memory: MemoryContext, work_id: UUID, step: str, **more: object) -> None:
    await take_result(memory, a_result(await row_of(scene, work_id), step, **more), _keep)


async def _hidden(scene: Scene, who: Caller) -> None:
    """Something that was read is hidden."""
    await scene.records.rows("update person set epoch = epoch + 1 where id = $1", who.person_id)


async def _usage(scene: Scene, who: Caller) -> tuple[object, ...]:
    rows = await scene.records.rows(
        "select sent, received, cost, unpriced_calls, turns from usage_day where person_id = $1", who.person_id
    )
    return tuple(rows[0]) if rows else ()


async def test_each_step_is_taken_once_and_the_last_one_keeps(
    scene: Scene, memory: MemoryContext, work_id: UUID
) -> None:
    KEPT.clear()
    for step in COMPRESSION.steps:
        for _ in range(2):  # the message comes twice
            await _taken(scene, memory, work_id, step)
    row = await row_of(scene, work_id)
    assert (row["state"], row["steps_done"], row["form"]) == ("done", list(COMPRESSION.steps), None)
    assert [work.work_id for work in KEPT] == [work_id]
    lying = [subject for subject in await subjects_on_the_line(scene.servers) if str(work_id) in subject]
    assert lying == sorted(f"work.compression.{step}.{work_id}" for step in COMPRESSION.steps)  # each was offered once


async def test_what_memory_gathered_stays_as_it_was_whatever_comes_back(
    scene: Scene, memory: MemoryContext, work_id: UUID
) -> None:
    await _taken(scene, memory, work_id, "gather", language="de", may_spend=False)
    await _taken(scene, memory, work_id, "extract", language="es", may_spend=True, subject_id=uuid4(), places=())
    row = await row_of(scene, work_id)
    gathered = GatheredWork.model_validate_json(row["form"])
    assert (row["step"], gathered.language, gathered.may_spend) == ("narrate", "de", False)
    assert gathered.places
    assert gathered.subject_id == row["subject_id"]


@pytest.mark.parametrize("other", [{"attempt": 7}, {"step": "weigh"}, {"work_id": uuid4()}])
async def test_a_result_of_another_life_or_step_changes_nothing(
    scene: Scene, memory: MemoryContext, work_id: UUID, other: dict[str, object]
) -> None:
    await _taken(scene, memory, work_id, "gather")
    before = await row_of(scene, work_id)
    made = a_result(before, "extract").model_copy(update=other)
    await take_result(memory, made, _keep)
    after = await row_of(scene, work_id)
    assert {**after, "counted": []} == {**before, "counted": []}


async def test_a_result_of_a_work_that_was_ended_changes_nothing(
    scene: Scene, memory: MemoryContext, who: Caller
) -> None:
    subject = uuid4()
    work_id = await admitted_in(memory, who, subject)
    made = a_result(await row_of(scene, work_id), "gather")
    async with memory.writing(who) as connection:
        await end_work(connection, who, COMPRESSION, str(subject), "resumed")
    await take_result(memory, made, _keep)
    row = await row_of(scene, work_id)
    assert (row["state"], row["step"], row["attempt"], row["form"], row["reason"]) == (
        "ended", "gather", 2, None, "resumed",
    )  # fmt: skip

    assert await begun_in(memory, who, subject) == work_id  # the same row has another life
    assert await begun_in(memory, who, subject) == work_id  # and one that waits goes on waiting
    row = await row_of(scene, work_id)
    assert (row["state"], row["attempt"], row["reason"]) == ("waiting", 3, "")


async def test_what_was_hidden_since_makes_the_work_begin_anew(
    scene: Scene, memory: MemoryContext, who: Caller, work_id: UUID
) -> None:
    await _taken(scene, memory, work_id, "gather")
    await _hidden(scene, who)
    await _taken(scene, memory, work_id, "extract")
    row = await row_of(scene, work_id)
    assert (row["state"], row["step"], row["attempt"], row["restarts"]) == ("waiting", "gather", 2, 1)
    assert (row["steps_done"], row["form"]) == ([], None)

    await admit_work(memory, who, work_id)
    row = await row_of(scene, work_id)
    assert (row["state"], row["epoch"]) == ("active", 1)
    await _taken(scene, memory, work_id, "gather")
    assert (await row_of(scene, work_id))["step"] == "extract"


async def test_whose_memory_changes_all_the_time_is_left_in_peace_for_an_hour(scene: Scene, who: Caller) -> None:
    clock = FrozenClock()
    async with own_memory(scene, clock) as memory:
        work_id = await admitted_in(memory, who, uuid4())
        for times in (1, 2, 3):
            await _hidden(scene, who)
            await _taken(scene, memory, work_id, "gather")
            row = await row_of(scene, work_id)
            assert row["not_before"] == (clock() + QUIET if times == 3 else clock())
            await admit_work(memory, who, work_id)
        assert (await row_of(scene, work_id))["state"] == "waiting"
        clock.advance(QUIET + timedelta(seconds=1))
        await admit_work(memory, who, work_id)
        assert (await row_of(scene, work_id))["state"] == "active"


async def test_a_draft_that_was_hidden_at_the_last_moment_is_not_kept(
    scene: Scene, memory: MemoryContext, who: Caller, work_id: UUID
) -> None:
    for step in COMPRESSION.steps[:-1]:
        await _taken(scene, memory, work_id, step)
    KEPT.clear()
    await _hidden(scene, who)
    await _taken(scene, memory, work_id, "store")
    assert KEPT == []
    assert (await row_of(scene, work_id))["state"] == "waiting"


async def test_each_call_of_a_model_is_counted_once_whatever_becomes_of_its_answer(
    scene: Scene, memory: MemoryContext, who: Caller, work_id: UUID
) -> None:
    await _taken(scene, memory, work_id, "gather")
    for _ in range(2):
        await _taken(scene, memory, work_id, "extract", thought_by=(USED,))
    assert await _usage(scene, who) == (100, 20, Decimal("0.001"), 0, 0)
    await _taken(scene, memory, work_id, "narrate", thought_by=(USED, UNPRICED))
    assert await _usage(scene, who) == (200, 40, Decimal("0.001"), 2, 0)
    stale = USED.model_copy(update={"latency_ms": 99.0})
    await _taken(scene, memory, work_id, "narrate", thought_by=(USED, stale))  # another copy, too late, and paid for
    assert await _usage(scene, who) == (300, 60, Decimal("0.002"), 2, 0)


async def test_a_dead_letter_of_another_life_is_kept_without_its_words_and_fails_nothing(
    scene: Scene, memory: MemoryContext, work_id: UUID
) -> None:
    letter = {"work_id": work_id, "line": "compression", "step": "extract", "reason": "why", "attempts": 5, "form": "x"}
    await bury_work(memory, DeadWork.model_validate({**letter, "attempt": 7}).model_dump_json().encode())
    assert (await row_of(scene, work_id))["state"] == "active"
    await bury_work(memory, DeadWork.model_validate({**letter, "attempt": 1}).model_dump_json().encode())
    row = await row_of(scene, work_id)
    assert (row["state"], row["reason"]) == ("failed", "extract: why")
    letters = await scene.records.rows("select form from dead_letter where work_id = $1 order by created_at", work_id)
    assert [one["form"] for one in letters] == [None, "x"]


async def test_a_result_of_somebody_who_was_erased_is_dropped(
    scene: Scene, memory: MemoryContext, who: Caller, work_id: UUID
) -> None:
    made = a_result(await row_of(scene, work_id), "gather")
    await scene.records.rows("delete from work where person_id = $1", who.person_id)
    await take_result(memory, made, _keep)
    assert await scene.records.rows("select from work where person_id = $1", who.person_id) == []
