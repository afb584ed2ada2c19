"""Puts a message on the line so that it is there once, or says that it could not."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from faststream.nats import NatsBroker

from shared.bus.broken_dependency import BROKER_AWAY, BrokenDependencyError, growing_pauses
from shared.contracts.message import Message
from shared.contracts.pipeline import DONE, TURNS, WORK, message_id, step_subject, work_subject
from shared.contracts.turns import Stamp, Turn
from shared.contracts.work import BackgroundWork

PUBLISH_TIMEOUT = 5.0
"""The default of half a second calls a publish failed that lands a moment later."""
PUBLISH_FOR = 10.0
"""A leader election takes four to seven seconds."""


async def publish_surely(
    broker: NatsBroker, message: Message, subject: str, identity: str, *, stream: str = TURNS
) -> None:
    """Publishes to the stream and returns when it is stored; trying again is safe, the identity is the same."""
    body, headers = message.model_dump_json().encode(), {"Nats-Msg-Id": identity}
    await _until_there(
        partial(broker.publish, body, subject, stream=stream, headers=headers, timeout=PUBLISH_TIMEOUT), PUBLISH_FOR
    )


async def publish_notice(
    broker: NatsBroker,
    body: bytes,
    subject: str,
    headers: dict[str, str] | None = None,
    *,
    seconds: float = PUBLISH_FOR,
) -> None:
    """Publishes to whoever listens, as soon as the broker is there; that it is not is nobody's failure."""
    await _until_there(partial(broker.publish, body, subject, headers=headers), seconds)


async def _until_there(publish: Callable[[], Awaitable[object]], seconds: float) -> None:
    try:
        await publish()
    except BROKER_AWAY:
        await _later(publish, asyncio.get_running_loop().time() + seconds)


async def _later(publish: Callable[[], Awaitable[object]], until: float) -> None:
    async for _ in growing_pauses():
        try:
            await publish()
        except BROKER_AWAY:
            if asyncio.get_running_loop().time() > until:
                raise BrokenDependencyError("broker") from None
        else:
            return


async def publish_work(broker: NatsBroker, work: BackgroundWork, step: str, identity: str) -> None:
    """Puts a work before a step of its line, or its result before memory."""
    subject = work_subject(work.line, step, work.work_id)
    await publish_surely(broker, work, subject, f"{work.work_id}:{work.attempt}:{identity}", stream=WORK)


async def publish_step(broker: NatsBroker, work: BackgroundWork) -> None:
    """Puts a work before the step that it names; the same life, step and offer is the same message."""
    await publish_work(broker, work, work.step, f"{work.step}:{work.offered}")


async def publish_result(broker: NatsBroker, work: BackgroundWork) -> None:
    """What a step made, on its way to memory, which alone forwards it."""
    await publish_work(broker, work, DONE, f"{DONE}:{work.step}:{work.offered}")


async def forward_turn(broker: NatsBroker, turn: Turn, *stamps: Stamp) -> None:
    """Sends a turn to the first of its remaining steps, with the time that it took in the last one."""
    step, *rest = turn.steps
    onward = turn.model_copy(update={"steps": tuple(rest), "stamps": turn.stamps + stamps})  # both were read as such
    await publish_surely(broker, onward, step_subject(step, turn.turn_id), message_id(turn.turn_id, step, turn.offered))
