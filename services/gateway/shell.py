"""What happens around every request: its id, who may call from where, the headers of every answer, one log record."""

import time
from collections.abc import Iterable, Mapping
from uuid import uuid4

from prometheus_client import Histogram
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.gateway.problems import ForeignOriginError, ProblemFacts, TooLargeError, UnknownHostError
from services.gateway.reading import declared_too_large, header_value
from services.gateway.settings import GatewaySettings
from shared.bus.logs import log_event
from shared.contracts.errors import HoldfastError

OPERATIONS = frozenset({"/healthz", "/readyz"})
"""Asked by machines under any name, quietly; nothing about a person is said there."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; "
    "trusted-types 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
CACHE_CONTROL = b"cache-control"
NOT_KEPT = (CACHE_CONTROL, b"no-store")
"""Of every answer that does not say itself how it may be kept."""
STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")
SECONDS = Histogram(
    "holdfast_request_seconds",
    "How long a door was busy with one request, its stream included.",
    ["method", "path", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 100),
)
STARTS = ("http.response.start", "websocket.http.response.start")


class Shell:
    """The outermost layer, plain ASGI: nothing of it runs for each piece of a stream but one comparison."""

    def __init__(self, app: ASGIApp, settings: GatewaySettings, larger: Mapping[str, int]) -> None:
        """`larger` are the addresses that take larger bodies than the others, and how large."""
        self._app = app
        self._hosts = frozenset(host.lower() for host in settings.allowed_hosts)
        self._secure = settings.secure_cookies
        self._body_limit = settings.body_limit
        self._larger = larger
        self._headers = (*HEADERS, STRICT_TRANSPORT) if settings.secure_cookies else HEADERS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request from its first byte to its log record."""
        request_id = uuid4().hex
        scope["state"] = {"request_id": request_id}
        headers = (*self._headers, (b"x-request-id", request_id.encode()))
        began = time.perf_counter()
        status = 101 if scope["type"] == "websocket" else 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] in STARTS:
                status = message["status"]
                message["headers"] = _with(message.get("headers", ()), headers)
            await send(message)

        try:
            await self._let_in(scope, receive, answer, request_id)
        finally:
            _log(scope, request_id, status, began)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send, request_id: str) -> None:
        try:
            self._check(scope)
        except HoldfastError as error:
            await ProblemFacts.of(error).response(request_id)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        host = (header_value(scope, b"host") or b"").decode("latin-1").lower()
        if scope["path"] not in OPERATIONS and _without_port(host) not in self._hosts:
            raise UnknownHostError
        origin = header_value(scope, b"origin")
        if origin is not None and not self._is_ours(origin.decode("latin-1").lower(), host):
            raise ForeignOriginError
        limit = self._larger.get(scope["path"], self._body_limit)
        if declared_too_large(scope, limit):
            raise TooLargeError(limit)

    def _is_ours(self, origin: str, host: str) -> bool:
        # The scheme that the browser used is not seen behind a proxy; the name it called is.
        return origin in ({f"https://{host}"} if self._secure else {f"http://{host}", f"https://{host}"})


def _with(own: Iterable[tuple[bytes, bytes]], ours: tuple[tuple[bytes, bytes], ...]) -> list[tuple[bytes, bytes]]:
    headers = [*own, *ours]
    if all(name.lower() != CACHE_CONTROL for name, _ in headers):
        headers.append(NOT_KEPT)
    return headers


def is_same_site(scope: Scope) -> bool:
    """Whether a browser says that our own page sent this; a cookie alone does not say so."""
    return header_value(scope, b"origin") is not None or header_value(scope, b"sec-fetch-site") == b"same-origin"


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdigit() else host


def _log(scope: Scope, request_id: str, status: int, began: float) -> None:
    if scope["path"] in OPERATIONS:
        return
    seconds = time.perf_counter() - began
    path = getattr(scope.get("route"), "path", "-")  # as we wrote it: what a client wrote there may be anything
    method = scope.get("method", "WS") if path != "-" else "-"
    SECONDS.labels(method, path, status).observe(seconds)
    log_event("request", method=method, path=path, status=status, ms=round(seconds * 1000, 2), request_id=request_id)
