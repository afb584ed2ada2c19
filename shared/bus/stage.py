"""Declares a stage: which step of which line it is, which form it hears, and how many messages it handles at a time.

FastStream as it must be held: a message that fails is given back and not terminated; concurrency is several pull
loops of one message each on one shared durable consumer (more per loop would wait for the slowest); nothing is
declared here, because only the memory service may create streams and consumers.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar
from uuid import UUID

from faststream.nats import JStream, NatsMessage, PullSub

from shared.bus.broker import Bus, pull_inbox
from shared.bus.dead_letters import with_dead_letters
from shared.bus.deadline import time_limit
from shared.bus.delivery import Handle, Incoming, WorkT, attempt_of, id_of, read_result, read_turn, read_work
from shared.bus.failpoints import pass_failpoint
from shared.bus.forwarding import forward_turn, publish_result
from shared.bus.heartbeat import with_heartbeat
from shared.bus.logs import log_event
from shared.bus.message_kind import StepPlace, turn_place, work_place
from shared.bus.metrics import with_metrics
from shared.bus.pulling import PULL_SECONDS
from shared.bus.retry import with_retries
from shared.clock import system_clock
from shared.contracts.notices import Attempt
from shared.contracts.pipeline import DONE, WorkLine
from shared.contracts.turns import Stamp, Turn
from shared.contracts.work import BackgroundWork

HearsT = TypeVar("HearsT", bound=Turn)

Work = Callable[[HearsT, Attempt], Awaitable[Turn | None]]
"""A step's work: the turn in its next form, or nothing where the line ends."""


def add_step(bus: Bus, step: str, hears: type[HearsT], work: Work[HearsT], *, concurrency: int) -> None:
    """Lets `work` hear every turn that comes to this step."""

    async def handle(message: Incoming) -> None:
        turn = read_turn(message, hears)
        await pass_failpoint(f"{step}.received")
        began = time.perf_counter()
        async with time_limit(turn.deadline, system_clock()):
            done = await work(turn, attempt_of(message, turn))
        await pass_failpoint(f"{step}.before_publish")
        if done is not None and done.steps:
            await forward_turn(bus, done, Stamp(step=step, ms=round((time.perf_counter() - began) * 1000, 2)))
        await pass_failpoint(f"{step}.before_ack")

    _listen(bus, turn_place(step), handle, concurrency)


def add_work_step(  # noqa: PLR0913  # which step, what it hears, what it does, how many at a time
    bus: Bus,
    line: WorkLine,
    step: str,
    hears: type[WorkT],
    work: Callable[[WorkT], Awaitable[BackgroundWork | None]],
    *,
    concurrency: int,
) -> None:
    """Lets `work` hear every work that comes to this step of its line; what it makes goes to memory as a result.

    What takes longer than a step may is let go: memory offers it again, and counts how often.
    """
    place = work_place(line, step)

    async def handle(message: Incoming) -> None:
        form = read_work(message, hears)
        await pass_failpoint(f"{place.consumer}.received")
        began = time.perf_counter()
        done = await _within(line.step_seconds, work(form), place.consumer, form)
        await pass_failpoint(f"{place.consumer}.before_publish")
        if done is not None:
            stamp = Stamp(step=step, ms=round((time.perf_counter() - began) * 1000, 2))
            await publish_result(bus, done.model_copy(update={"step": step, "stamps": (*form.stamps, stamp)}))
        await pass_failpoint(f"{place.consumer}.before_ack")

    _listen(bus, place, handle, concurrency)


def add_result_listener(
    bus: Bus, line: WorkLine, take: Callable[[BackgroundWork], Awaitable[None]], *, concurrency: int
) -> None:
    """Lets `take` hear what was thought on a line."""
    place = work_place(line, DONE)

    async def handle(message: Incoming) -> None:
        made = read_result(message, line)
        await pass_failpoint(f"{place.consumer}.received")
        await take(made)
        await pass_failpoint(f"{place.consumer}.before_ack")

    _listen(bus, place, handle, concurrency)


def add_work_listener(bus: Bus, line: WorkLine, name: str, work: Callable[[bytes], Awaitable[None]]) -> None:
    """Lets `work` hear raw messages of a line under a name that is not a step."""
    place = work_place(line, name)

    async def handle(message: Incoming) -> None:
        await work(message.body)

    _listen(bus, place, handle, concurrency=1)


async def _within(
    seconds: float, doing: Awaitable[BackgroundWork | None], step: str, form: BackgroundWork
) -> BackgroundWork | None:
    try:
        async with asyncio.timeout(seconds) as limit:
            return await doing
    except TimeoutError:
        if not limit.expired():
            raise
        log_event("step_took_too_long", step=step, work_id=form.work_id, offered=form.offered)
        return None


def add_listener(bus: Bus, name: str, work: Callable[[UUID | None, bytes], Awaitable[None]]) -> None:
    """Lets `work` hear raw messages under a name that is not a step: it must cope with whatever comes."""

    async def handle(message: Incoming) -> None:
        await work(id_of(message), message.body)

    _listen(bus, turn_place(name), handle, concurrency=1)


def hear_signals(bus: Bus, subject: str, act: Callable[[str], Awaitable[None]]) -> None:
    """Lets every copy of a service act on a word that nobody stores: who does not hear it in time goes on as before."""

    async def on_signal(message: NatsMessage) -> None:
        await act(message.raw_message.subject)

    bus.subscriber(subject, decoder=_whole, title=subject)(on_signal)


def _listen(bus: Bus, place: StepPlace, handle: Handle, concurrency: int) -> None:
    # The heart is outermost: it must beat while a retry waits.
    surrounded = with_heartbeat(bus, with_dead_letters(bus, with_retries(with_metrics(place.consumer, handle))))
    bus.handles[place.consumer] = surrounded
    for _ in range(concurrency):
        bus.subscriber(
            place.subjects,
            durable=place.consumer,
            stream=JStream(place.stream, declare=False),
            pull_sub=PullSub(batch_size=1, timeout=PULL_SECONDS),
            inbox_prefix=pull_inbox(bus),
            decoder=_whole,
            title=place.consumer,
        )(surrounded)


async def _whole(message: NatsMessage) -> NatsMessage:
    return message
