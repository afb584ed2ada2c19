"""The HTTP server inside our own loop: a socket that is ours before anything starts, and an end that drains."""

import asyncio
import errno
import socket

import uvicorn
from starlette.types import ASGIApp

from services.gateway.protocol import PatientProtocol
from services.gateway.settings import GatewaySettings
from shared.bus.health import QuietServer
from shared.settings import SettingError

IDLE_SECONDS = 60
DRAIN_SECONDS = 5
LARGEST_FRAME = 4_096
"""Nothing is listened to on a WebSocket, so nothing large need be taken."""
BACKLOG = 2_048


class Server:
    """Serves an app from start to stop."""

    def __init__(self, app: ASGIApp, settings: GatewaySettings) -> None:
        self._settings = settings
        self._uvicorn = QuietServer(
            uvicorn.Config(
                app,
                http=PatientProtocol,
                ws="websockets-sansio",
                ws_max_size=LARGEST_FRAME,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=bool(settings.trusted_proxies),
                forwarded_allow_ips=list(settings.trusted_proxies),
                timeout_keep_alive=IDLE_SECONDS,
                timeout_graceful_shutdown=DRAIN_SECONDS,
            )
        )
        self._serving: asyncio.Task[None] | None = None
        self.port = settings.port

    async def start(self) -> None:
        """Listens; a SettingError when somebody else does so already."""
        listener = _listen(self._settings.host, self._settings.port)
        self.port = listener.getsockname()[1]
        self._serving = asyncio.create_task(self._uvicorn.serve(sockets=[listener]))

    async def stop(self) -> None:
        """Takes no new connections, lets running answers end, and returns when they have."""
        if self._serving is not None:
            self._uvicorn.should_exit = True
            await self._serving


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With its protocol named: asyncio leaves Nagle's algorithm on for others, and each answer waits 40 ms for an ACK.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise _named(error, host, port) from None
    listener.setblocking(False)  # noqa: FBT003  # the socket library has no other form
    return listener


def _named(error: OSError, host: str, port: int) -> SettingError:
    if error.errno == errno.EADDRINUSE:
        return SettingError(f"HOLDFAST_PORT is wrong: port {port} is in use; stop what uses it or choose another port")
    if error.errno == errno.EACCES:
        return SettingError(f"HOLDFAST_PORT is wrong: port {port} may not be used here; choose one above 1023")
    return SettingError(f"HOLDFAST_HOST is wrong: {host} is not an address of this machine")
