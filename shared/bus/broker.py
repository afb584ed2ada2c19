"""The connection to the broker, as every service must hold it."""

import asyncio
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from faststream import AckPolicy
from faststream.nats import NatsBroker
from faststream.nats.subscriber.usecases import PullStreamSubscriber
from nats.js import JetStreamContext

from shared.bus.delivery import Handle
from shared.bus.logs import log_event, log_failure
from shared.bus.metrics import BROKER_ERRORS
from shared.bus.pulling import PatientPull
from shared.bus.tracing import trace_middlewares
from shared.contracts.ids import new_id
from shared.settings import ServiceSettings

INBOX = "_INBOX"


class Bus(NatsBroker):
    """The broker, knowing where answers to this service come to."""

    name: str
    inbox: str
    answering: "set[asyncio.Task[None]]"
    """Requests that are being answered just now."""
    traced: bool
    handles: dict[str, Handle]
    """What is done with a message, by the durable consumer that it comes from."""

    async def publish(  # type: ignore[override]  # what we publish is bytes
        self,
        message: bytes,
        subject: str,
        headers: dict[str, str] | None = None,
        *,
        stream: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109  # nats-py's own
    ) -> object:
        """Straight to the broker; through FastStream, which costs as much again, only where turns are traced."""
        if self.traced:
            return await super().publish(message, subject, headers, stream=stream, timeout=timeout)
        if stream is not None:
            return await jetstream_of(self).publish(subject, message, timeout, stream, headers)
        return await self.config.connection_state.connection.publish(subject, message, headers=headers)

    async def start(self) -> None:
        """Connects, listens, and makes the pull loops patient."""
        await super().start()
        for subscriber in self.subscribers:
            if isinstance(subscriber, PullStreamSubscriber) and subscriber.subscription is not None:
                handle = None if self.traced else self.handles.get(subscriber.extra_options["durable"])
                subscriber.subscription = PatientPull(subscriber, subscriber.subscription, handle)


def open_broker(
    name: str,
    settings: ServiceSettings,
    *,
    on_closed: Callable[[], None],
    on_reconnected: Callable[[], Awaitable[None]] | None = None,
) -> Bus:
    """A broker that reconnects for ever, fails a publish while it is away, and reports every error.

    `pending_size=0`: otherwise a publish that "timed out" while disconnected lands after the reconnect.
    `on_closed` must end the process: a connection that is closed for good never comes back, and its pull loops
    would spin.
    """
    told: set[str] = set()

    async def errored(error: Exception) -> None:
        BROKER_ERRORS.labels(name).inc()
        if repr(error) not in told:  # while the broker is away, the same one comes four times a second
            told.add(repr(error))
            log_failure("broker_error", error, service=name)

    async def closed() -> None:
        log_event("broker_connection_closed", service=name)
        on_closed()

    async def reconnected() -> None:
        told.clear()
        log_event("broker_reconnected", service=name)
        if on_reconnected is not None:
            await on_reconnected()

    bus = Bus(
        settings.nats_url.split(","),
        name=name,
        inbox_prefix=inbox_prefix(settings.nats_url, name),
        max_reconnect_attempts=-1,
        reconnect_time_wait=0.25,  # type: ignore[arg-type]  # nats-py sleeps for it; a float is fine
        ping_interval=10,
        pending_size=0,
        graceful_timeout=10,
        ack_policy=AckPolicy.NACK_ON_ERROR,
        apply_types=False,
        id_generator=_correlation,
        logger=None,
        middlewares=trace_middlewares(name, enabled=settings.trace),
        error_cb=errored,
        closed_cb=closed,
        reconnected_cb=reconnected,
    )
    bus.name = name
    bus.inbox = inbox_prefix(settings.nats_url, name)
    bus.answering = set()
    bus.traced = settings.trace
    bus.handles = {}
    return bus


def _correlation() -> str:
    """Nothing of ours reads it. FastStream's own asks the kernel for each, and lets another thread in meanwhile."""
    return str(new_id())


def inbox_prefix(nats_url: str, name: str) -> str:
    """Where answers come to: a shared prefix would let one service read the answers of all."""
    return f"{INBOX}.{urlsplit(nats_url.partition(',')[0]).username or name}"


def pull_inbox(bus: Bus) -> bytes:
    """The same for pull loops, which want bytes and the trailing dot."""
    return f"{bus.inbox}.".encode()


def jetstream_of(bus: NatsBroker) -> JetStreamContext:
    """The broker's own connection, for what FastStream has no word for."""
    context: JetStreamContext = bus.config.connection_state.stream
    return context
