"""A request is a span named by its door, and what it asks carries the span along."""

import re

import pytest
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from starlette.types import Message, Receive, Scope, Send

from services.gateway.tracing import Traced, trace_headers

pytestmark = pytest.mark.row("O4")


class Route:
    path = "/v1/turns/{turn_id}"


async def test_a_request_is_a_span_that_is_carried_on() -> None:
    exported, carried = InMemorySpanExporter(), dict[str, str]()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        del receive, send
        scope["route"] = Route()
        carried.update(trace_headers())

    async def nothing(*_: Message) -> Message:
        return {}

    scope: Scope = {"type": "http", "method": "GET", "path": "/v1/turns/what-a-client-wrote"}
    await Traced(app, SimpleSpanProcessor(exported))(scope, nothing, nothing)  # type: ignore[arg-type]
    (span,) = exported.get_finished_spans()
    assert span.name == "GET /v1/turns/{turn_id}"
    assert "what-a-client-wrote" not in span.to_json()
    context = span.get_span_context()
    assert context is not None
    assert re.fullmatch(rf"00-{context.trace_id:032x}-{context.span_id:016x}-0[13]", carried["traceparent"])
    assert not trace_headers()
