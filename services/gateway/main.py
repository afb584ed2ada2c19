"""Wires the gateway: the only place where its parts are made."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.types import ASGIApp

from services.gateway.app import make_app
from services.gateway.call import Gateway
from services.gateway.callers import Identities, OpenStreams, Rate
from services.gateway.doors.ops import BROKER_ERRORS, check_memory
from services.gateway.server import Server
from services.gateway.settings import GatewaySettings
from shared.bus.service import Service
from shared.client.holdfast_client import HoldfastClient

CONNECT_SECONDS = 2.0
"""How long the start waits for the broker; after that it goes on in the background, and readiness says so."""
STRANGERS_PER_SECOND = 20
OPEN_CONVERSATIONS = 32
"""Requests of one person that wait for a reply: the 20 lines that may wait, and the same key from several doors."""

OPEN_IMPORTS = 1
"""Files of one person that are read at a time: each is in memory whole while it is checked."""


@dataclass
class _Running:
    gateway: Gateway
    server: Server
    connecting: "asyncio.Task[None] | None" = field(default=None)

    async def start(self) -> None:
        await self.server.start()
        self.connecting = asyncio.create_task(self.gateway.client.open())
        await asyncio.wait({self.connecting}, timeout=CONNECT_SECONDS)

    async def stop(self) -> None:
        self.gateway.listening.end_all()
        self.gateway.conversing.end_all()
        await self.server.stop()
        if self.connecting is not None:
            self.connecting.cancel()
        await self.gateway.client.close()

    async def check(self) -> None:
        await check_memory(self.gateway.client)


def build(settings: GatewaySettings, give_up: Callable[[], None]) -> Service:
    """The gateway, ready to be started; `give_up` ends the process when the broker has closed the door for good."""
    gateway = make_gateway(settings, give_up)
    app = make_app(gateway)
    running = _Running(gateway, Server(_traced(app, gateway) if settings.trace else app, settings))
    return Service("gateway", running.start, running.stop, {"memory": running.check})


def _traced(app: ASGIApp, gateway: Gateway) -> ASGIApp:
    # Imported late: nobody pays for tracing who does not trace.
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415

    from services.gateway.tracing import Traced, trace_headers  # noqa: PLC0415
    from shared.bus.spans import Wordless  # noqa: PLC0415

    gateway.client.headers = trace_headers
    return Traced(app, Wordless(OTLPSpanExporter()))


def make_gateway(settings: GatewaySettings, give_up: Callable[[], None]) -> Gateway:
    """What the doors share."""
    client = HoldfastClient(settings.nats_url, "gateway", give_up, settings.answer_seconds)
    BROKER_ERRORS.set_function(lambda: client.errors)
    return Gateway(
        settings=settings,
        client=client,
        identities=Identities(client, settings),
        rate=Rate(settings.requests_per_second),
        strangers=Rate(STRANGERS_PER_SECOND),
        listening=OpenStreams(settings.streams_per_person),
        conversing=OpenStreams(OPEN_CONVERSATIONS),
        importing=OpenStreams(OPEN_IMPORTS),
    )
