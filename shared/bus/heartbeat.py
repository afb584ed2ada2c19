"""Tells the broker and the memory service that a turn or a work is still being worked on.

Without it a model call longer than `ACK_WAIT` would be given to a second worker. With it `ACK_WAIT` can be short, so
that a worker that died is replaced in seconds.
"""

import asyncio

from shared.bus.broken_dependency import BROKER_AWAY
from shared.bus.broker import Bus
from shared.bus.delivery import Handle, Incoming, step_of
from shared.bus.logs import log_failure
from shared.bus.message_kind import kind_of
from shared.contracts.pipeline import ACK_WAIT


def with_heartbeat(bus: Bus, handle: Handle) -> Handle:
    """Keeps a message for as long as it is handled."""

    async def handled(message: Incoming) -> None:
        heart = _Heart(bus, message)
        try:
            await handle(message)
        finally:
            heart.stop()

    return handled


class _Heart:
    """Beats every third of `ACK_WAIT`; begins only when the work takes so long, because a task costs."""

    def __init__(self, bus: Bus, message: Incoming) -> None:
        self._bus = bus
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
                await self._bus.publish(b"", kind_of(self._message).working(self._message.raw_message.subject))
            except BROKER_AWAY as error:  # the next beat may get through; the work itself goes on
                log_failure("heartbeat_missed", error, step=step_of(self._message))
            await asyncio.sleep(ACK_WAIT / 3)
