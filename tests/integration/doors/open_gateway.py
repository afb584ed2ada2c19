"""The gateway, started as it is in production, on a port of its own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Protocol

import httpx

from services.gateway.app import make_app
from services.gateway.call import Gateway
from services.gateway.main import make_gateway
from services.gateway.server import Server
from services.gateway.settings import GatewaySettings

ADMIN_TOKEN = "an-admin-token-for-tests"
PATIENCE = 15
"""Seconds for an answer: the machine may be busy, and no test is about how long that takes."""


class Addressed(Protocol):
    """A broker, as far as a gateway needs to know it."""

    def url(self, user: str) -> str: ...


@dataclass
class OpenGateway:
    """A running gateway and who calls it."""

    gateway: Gateway
    server: Server
    http: httpx.AsyncClient

    def forget_callers(self) -> None:
        """Nobody has asked too often yet."""
        for rate in (self.gateway.rate, self.gateway.strangers):
            rate._left.clear()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"


@asynccontextmanager
async def open_gateway(broker: Addressed, **changes: object) -> AsyncIterator[OpenGateway]:
    """A gateway with the usual settings, but for the changes."""
    settings = GatewaySettings.model_validate(
        {
            "nats_url": broker.url("gateway"),
            "port": 0,
            "admin_token": ADMIN_TOKEN,
            "answer_seconds": PATIENCE,
            **changes,
        }
    )
    gateway = make_gateway(settings, lambda: None)
    server = Server(make_app(gateway), settings)
    await server.start()
    await gateway.client.open()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=20) as http:
        yield OpenGateway(gateway, server, http)
    gateway.listening.end_all()
    gateway.conversing.end_all()
    await server.stop()
    await gateway.client.close()
