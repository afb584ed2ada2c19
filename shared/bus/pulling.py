"""Pull loops of our own under FastStream's: patient while the broker is away, and spare with messages and tasks.

FastStream's loop takes any error but three as the end of its task and starts a new one at once, and asks again at once
when the consumer is missing: while the broker is away each loop would use a core and remember every one of its tasks.
It also makes a task group for every message, and nats-py two tasks more. Here the loop itself works on the message,
and its acknowledgement is at the same time the request for the next one. Its scopes, parsers and middlewares cost more
than the message: only where turns are traced does one go through them.
"""

import asyncio
import json
from dataclasses import dataclass

from faststream.exceptions import NackMessage, RejectMessage
from faststream.nats.subscriber.usecases import PullStreamSubscriber
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js import JetStreamContext

from shared.bus.broken_dependency import BROKER_AWAY
from shared.bus.delivery import Delivered, Handle
from shared.bus.logs import log_failure

PAUSE = 0.25
PULL_SECONDS = 2.0
REQUEST = json.dumps({"batch": 1, "expires": int(PULL_SECONDS * 1e9)}).encode()
ACK_AND_NEXT = b"+NXT " + REQUEST
EXPIRED = "408"


class PatientPull(JetStreamContext.PullSubscription):
    """Stands in for the pull subscription of one FastStream loop."""

    def __init__(
        self,
        subscriber: PullStreamSubscriber,
        inner: JetStreamContext.PullSubscription,
        handle: Handle | None = None,
    ) -> None:
        """Pulls in the place of `inner`, whose first request may still bring a message.

        With nothing to handle it, a message goes through all that FastStream has around a handler.
        """
        self._subscriber = subscriber
        self._handle = handle
        self._connection: Client = subscriber.connection
        self._inner = inner
        self._request_subject = (
            f"$JS.API.CONSUMER.MSG.NEXT.{subscriber.stream.name}.{subscriber.extra_options['durable']}"
        )
        self._inbox = self._connection.new_inbox()
        self._arrived: asyncio.Queue[Msg] = asyncio.Queue()
        self._subscription: Subscription | None = None
        self._asked = False

    async def fetch(self, batch: int = 1, timeout: float | None = 5, heartbeat: float | None = None) -> list[Msg]:  # noqa: ARG002, ASYNC109  # the form of what it stands in for
        """Pulls one message and sees it handled; gives none back, so that FastStream makes no task for it."""
        try:
            message = await self._next()
        except BROKER_AWAY:
            self._asked = False
            await asyncio.sleep(PAUSE)
        else:
            await self._work_on(message)
        return []

    async def _work_on(self, message: Msg) -> None:
        if self._handle is None:
            await self._subscriber.consume(message)
        elif self._subscriber.running:
            with self._subscriber.lock:  # a service that stops waits for it
                await handle_and_end(self._handle, message)

    async def acknowledge(self, reply: str) -> None:
        """Ends a message, and asks for the next one unless this service is stopping."""
        if self._subscriber.running:
            await self._connection.publish(reply, ACK_AND_NEXT, self._inbox)
            self._asked = True
        else:
            await self._connection.publish(reply)

    async def unsubscribe(self) -> None:
        """Pulls no more."""
        await self._inner.unsubscribe()
        if self._subscription is not None:
            await self._subscription.unsubscribe()

    async def _next(self) -> Msg:
        """The next message; a TimeoutError when there is none, whatever the reason."""
        if not self._connection.is_connected:
            raise TimeoutError
        if self._subscription is None:
            self._subscription = await self._connection.subscribe(self._inbox, cb=self._arrived.put)
        while True:
            if not self._asked and self._arrived.empty():
                await self._connection.publish(self._request_subject, REQUEST, self._inbox)
                self._asked = True
            # The broker says when the request has expired; only a request that got lost ends in the timeout.
            async with asyncio.timeout(PULL_SECONDS + PAUSE):
                message = await self._arrived.get()
            self._asked = False
            status = JetStreamContext.is_status_msg(message)
            if status is None:
                return Pulled(
                    self._connection, message.subject, message.reply, message.data, message.headers, pull=self
                )
            if status != EXPIRED:
                raise TimeoutError


@dataclass
class Pulled(Msg):
    """A message that is acknowledged together with the request for the next one."""

    pull: PatientPull | None = None

    async def ack(self) -> None:
        """Ends it."""
        self._check_reply()
        if self.pull is not None:
            await self.pull.acknowledge(self.reply)
        self._ackd = True


async def handle_and_end(handle: Handle, message: Msg) -> None:
    """As FastStream ends a message: by what its handler raised."""
    try:
        await handle(Delivered(message, message.data))
    except NackMessage as later:
        ending = message.nak(**later.extra_options)
    except RejectMessage:
        ending = message.term()
    except Exception as error:  # noqa: BLE001  # it is not ours to end the loop: the message comes again
        log_failure("handler_failed", error, subject=message.subject)
        ending = message.nak()
    else:
        ending = message.ack()
    try:
        await ending
    except BROKER_AWAY as error:  # it comes again
        log_failure("message_not_ended", error, subject=message.subject)
