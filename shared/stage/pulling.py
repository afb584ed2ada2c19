"""Pull loops that are patient while the broker, the stream or the consumer is away.

FastStream's loop takes any error but three as the end of its task and starts a new one at once, and asks again at once
when the consumer is missing: while the broker is away each loop would use a core and remember every one of its tasks.
"""

import asyncio

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext

from shared.stage.broken import BROKER_AWAY

PAUSE = 0.25


class PatientPull(JetStreamContext.PullSubscription):
    """A pull subscription for which there is either a message or none; nothing else is worth an exception."""

    def __init__(self, inner: JetStreamContext.PullSubscription, connection: Client) -> None:
        """Pulls through `inner`, which stays the owner of everything."""
        self._inner = inner
        self._connection = connection

    async def fetch(self, batch: int = 1, timeout: float | None = 5, heartbeat: float | None = None) -> list[Msg]:  # noqa: ASYNC109  # the form of what it stands in for
        """The next messages; a TimeoutError when there are none, whatever the reason."""
        try:
            if self._connection.is_connected:
                return await self._inner.fetch(batch, timeout, heartbeat)
        except nats.errors.TimeoutError:
            raise
        except BROKER_AWAY:
            pass
        await asyncio.sleep(PAUSE)
        raise nats.errors.TimeoutError

    async def unsubscribe(self) -> None:
        """Pulls no more."""
        await self._inner.unsubscribe()
