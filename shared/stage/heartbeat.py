"""Tells the broker and the memory service that a turn is still being worked on.

Without it a model call longer than `ACK_WAIT` would be given to a second worker. With it `ACK_WAIT` can be short, so
that a worker that died is replaced in seconds.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from faststream import BaseMiddleware
from faststream.nats import NatsBroker

from shared.pipeline import ACK_WAIT
from shared.stage.broken import BROKER_AWAY
from shared.stage.delivery import Incoming, step_of, turn_token
from shared.stage.logs import failure


class Heartbeat(BaseMiddleware[Any, Any]):
    """Keeps a message while its handler works."""

    async def consume_scope(self, call_next: Callable[[Incoming], Awaitable[object]], msg: Incoming) -> object:
        """Beats every third of `ACK_WAIT` until the handler is done."""
        broker: NatsBroker = self.context.get("broker")
        beating = asyncio.create_task(_beat(broker, msg))
        try:
            return await call_next(msg)
        finally:
            beating.cancel()


async def _beat(broker: NatsBroker, message: Incoming) -> None:
    subject = f"turn.working.{turn_token(message)}"
    while True:
        await asyncio.sleep(ACK_WAIT / 3)
        try:
            await message.raw_message.in_progress()
            await broker.publish(b"", subject)
        except BROKER_AWAY as error:  # the next beat may get through; the work itself goes on
            failure("heartbeat_missed", error, step=step_of(message))
