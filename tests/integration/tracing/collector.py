"""A collector of OpenTelemetry spans, as small as it can be: OTLP over HTTP, kept in a list."""

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from deploy.embedded.ports import LOOPBACK


@dataclass(frozen=True)
class SeenSpan:
    """What a test wants to know of a span."""

    service: str
    name: str
    trace: str
    span: str
    parent: str


@dataclass
class Collector:
    """Everything that was exported so far."""

    url: str
    spans: list[SeenSpan] = field(default_factory=list)
    received: bytes = b""
    """As it came."""

    def take(self, body: bytes) -> None:
        """One export."""
        self.received += body
        for of_one_service in ExportTraceServiceRequest.FromString(body).resource_spans:
            named = {each.key: each.value.string_value for each in of_one_service.resource.attributes}
            for scope in of_one_service.scope_spans:
                for span in scope.spans:
                    ids = (span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex())
                    self.spans.append(SeenSpan(named["service.name"], span.name, *ids))

    def traces(self) -> dict[str, list[SeenSpan]]:
        """The spans by their trace."""
        found: dict[str, list[SeenSpan]] = defaultdict(list)
        for span in list(self.spans):
            found[span.trace].append(span)
        return found


@contextmanager
def a_collector() -> Iterator[Collector]:
    """Listens for as long as the test runs."""

    class Door(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            collector.take(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the library names it so
            pass

    with ThreadingHTTPServer((LOOPBACK, 0), Door) as server:
        collector = Collector(f"http://{LOOPBACK}:{server.server_port}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield collector
        server.shutdown()
