"""Puts a message on the line so that it is there once, or says that it could not."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from faststream.nats import NatsBroker

from shared.bus.broken_dependency import BROKER_AWAY, BrokenDependencyError, growing_pauses
from shared.contracts.message import Message
from shared.contracts.pipeline import TURNS, message_id, step_subject
from shared.contracts.turns import Stamp, Turn

PUBLISH_TIMEOUT = 5.0
"""The default of half a second calls a publish failed that lands a moment later."""
PUBLISH_FOR = 10.0
"""A leader election takes four to seven seconds."""


async def publish_surely(broker: NatsBroker, message: Message, subject: str, identity: str) -> None:
    """Publishes to the stream and returns when it is stored; trying again is safe, the identity is the same."""
    body, headers = message.model_dump_json().encode(), {"Nats-Msg-Id": identity}
    await _until_there(
        partial(broker.publish, body, subject, stream=TURNS, headers=headers, timeout=PUBLISH_TIMEOUT), PUBLISH_FOR
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


async def forward_turn(broker: NatsBroker, turn: Turn, *stamps: Stamp) -> None:
    """Sends a turn to the first of its remaining steps, with the time that it took in the last one."""
    step, *rest = turn.steps
    onward = turn.model_copy(update={"steps": tuple(rest), "stamps": turn.stamps + stamps})  # both were read as such
    await publish_surely(broker, onward, step_subject(step, turn.turn_id), message_id(turn.turn_id, step, turn.offered))
