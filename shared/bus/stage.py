"""Declares a stage: which step it is, which form it hears, and how many messages it handles at a time.

FastStream as it must be held: a message that fails is given back and not terminated; concurrency is several pull
loops of one message each on one shared durable consumer (more per loop would wait for the slowest); nothing is
declared here, because only the memory service may create streams and consumers.
"""

import time
from collections.abc import Awaitable, Callable
from typing import TypeVar
from uuid import UUID

from faststream.nats import JStream, NatsMessage, PullSub

from shared.bus.broker import Bus, pull_inbox
from shared.bus.dead_letters import with_dead_letters
from shared.bus.deadline import time_limit
from shared.bus.delivery import Handle, Incoming, attempt_of, read_turn, turn_id_of
from shared.bus.failpoints import pass_failpoint
from shared.bus.forwarding import forward_turn
from shared.bus.heartbeat import with_heartbeat
from shared.bus.metrics import with_metrics
from shared.bus.pulling import PULL_SECONDS
from shared.bus.retry import with_retries
from shared.clock import system_clock
from shared.contracts.notices import Attempt
from shared.contracts.pipeline import TURNS, step_filter
from shared.contracts.turns import Stamp, Turn

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

    _listen(bus, step, handle, concurrency)


def add_listener(bus: Bus, name: str, work: Callable[[UUID | None, bytes], Awaitable[None]]) -> None:
    """Lets `work` hear raw messages under a name that is not a step: it must cope with whatever comes."""

    async def handle(message: Incoming) -> None:
        await work(turn_id_of(message), message.body)

    _listen(bus, name, handle, concurrency=1)


def hear_signals(bus: Bus, subject: str, act: Callable[[str], Awaitable[None]]) -> None:
    """Lets every copy of a service act on a word that nobody stores: who does not hear it in time goes on as before."""

    async def on_signal(message: NatsMessage) -> None:
        await act(message.raw_message.subject)

    bus.subscriber(subject, decoder=_whole, title=subject)(on_signal)


def _listen(bus: Bus, name: str, handle: Handle, concurrency: int) -> None:
    # The heart is outermost: it must beat while a retry waits.
    surrounded = with_heartbeat(bus, with_dead_letters(bus, with_retries(with_metrics(name, handle))))
    bus.handles[name] = surrounded
    for _ in range(concurrency):
        bus.subscriber(
            step_filter(name),
            durable=name,
            stream=JStream(TURNS, declare=False),
            pull_sub=PullSub(batch_size=1, timeout=PULL_SECONDS),
            inbox_prefix=pull_inbox(bus),
            decoder=_whole,
            title=name,
        )(surrounded)


async def _whole(message: NatsMessage) -> NatsMessage:
    return message
