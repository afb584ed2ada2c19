"""Traces that begin at the door: a span for each request, carried on to memory in the message's headers.

Loaded only when tracing is on: the SDK and its exporter cost memory and start-up time.
"""

from opentelemetry.propagate import inject
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.trace import SpanKind
from starlette.types import ASGIApp, Receive, Scope, Send


class Traced:
    """A span around every request, named by its door and never by what a client wrote."""

    def __init__(self, app: ASGIApp, exports: SpanProcessor) -> None:
        provider = TracerProvider(resource=Resource.create({"service.name": "holdfast-gateway"}))
        provider.add_span_processor(exports)
        self._tracer = provider.get_tracer("holdfast")
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        method = scope.get("method", "WS")
        with self._tracer.start_as_current_span(method, kind=SpanKind.SERVER, record_exception=False) as span:
            await self._app(scope, receive, send)
            span.update_name(f"{method} {getattr(scope.get('route'), 'path', '-')}")


def trace_headers() -> dict[str, str]:
    """What carries the present span to whoever is asked."""
    carried: dict[str, str] = {}
    inject(carried)
    return carried
