"""What the chores hear of background work: the steps that are memory's, what was thought, and what was given up."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from services.memory.store.context import MemoryContext
from services.memory.work.fail_work import bury_work
from services.memory.work.take_result import Keep, finish_early, take_result
from shared.bus.broker import Bus
from shared.bus.stage import add_result_listener, add_work_listener, add_work_step, hear_signals
from shared.contracts.pipeline import COMPRESSION, DEAD, DONE, WORK_BEGUN, WORK_LINES, work_consumer
from shared.contracts.work import BackgroundWork, SuggestedWork

HEARD = tuple(
    work_consumer(line.name, step)
    for line in WORK_LINES.values()
    for step in (*line.steps, DONE, DEAD)
    if step not in line.thought
)
"""The consumers that are the chores' own."""
AT_A_TIME = 2
"""Steps of memory's own that a process does at a time: they take milliseconds."""
NOTHING = "nothing to think about"

Gather = Callable[[MemoryContext, Any], Awaitable[BackgroundWork | None]]


class MemorySteps(NamedTuple):
    """What memory does of a line: what begins it, and what keeps what was thought."""

    gather: Gather
    keep: Keep


def hear_work(bus: Bus, memory: MemoryContext, compression: MemorySteps, admit: Callable[[], Awaitable[None]]) -> None:
    """Listens; whenever a work ends there is room for the next."""
    line, at_a_time = COMPRESSION, AT_A_TIME

    async def begin(work: BackgroundWork) -> None:
        await gather_and_take(memory, compression, work)
        await admit()

    async def store(work: SuggestedWork) -> None:
        await take_result(memory, work, compression.keep)
        await admit()

    async def bury(body: bytes) -> None:
        await bury_work(memory, body)
        await admit()

    add_work_step(bus, COMPRESSION, "gather", BackgroundWork, begin, concurrency=at_a_time)
    add_work_step(bus, COMPRESSION, "store", SuggestedWork, store, concurrency=at_a_time)
    add_result_listener(bus, line, partial(take_result, memory, keep=compression.keep), concurrency=at_a_time)
    add_work_listener(bus, line, DEAD, bury)

    async def begun(_: str) -> None:
        await admit()

    hear_signals(bus, WORK_BEGUN, begun)


async def gather_and_take(memory: MemoryContext, steps: MemorySteps, work: BackgroundWork) -> None:
    """The first step, whose result is memory's own and goes no way round."""
    gathered = await steps.gather(memory, work)
    if gathered is None:
        await finish_early(memory, work, NOTHING)
    else:
        await take_result(memory, gathered, steps.keep)
