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
        heart = _Heart(self.context.get("broker"), msg)
        try:
            return await call_next(msg)
        finally:
            heart.stop()


class _Heart:
    """Begins to beat only when the work takes long: most messages are done before, and a task costs."""

    def __init__(self, broker: NatsBroker, message: Incoming) -> None:
        self._broker = broker
        self._message = message
        self._beating: asyncio.Task[None] | None = None
        self._first = asyncio.get_running_loop().call_later(ACK_WAIT / 3, self._begin)

    def stop(self) -> None:
        self._first.cancel()
        if self._beating is not None:
            self._beating.cancel()

    def _begin(self) -> None:
        self._beating = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        while True:
            try:
                await self._message.raw_message.in_progress()
                await self._broker.publish(b"", f"turn.working.{turn_token(self._message)}")
            except BROKER_AWAY as error:  # the next beat may get through; the work itself goes on
                failure("heartbeat_missed", error, step=step_of(self._message))
            await asyncio.sleep(ACK_WAIT / 3)
