"""The spans themselves: named by the family of their subject, without words, and each turn in a trace of its own."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from faststream import BaseMiddleware
from faststream.nats.opentelemetry.provider import NatsTelemetrySettingsProvider
from faststream.nats.response import NatsPublishCommand
from faststream.opentelemetry import TelemetryMiddleware
from faststream.response import PublishCommand
from opentelemetry.context import Context, attach, detach
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Status

from shared.bus.delivery import Incoming
from shared.contracts.pipeline import DEAD, DONE, LINE, WORK_LINES

WORKS = tuple(
    f"work.{line.name}.{step}" for line in WORK_LINES.values() for step in (*line.steps, DONE, DEAD, "working")
)
FAMILIES = ("converse", "reply", "notice", "_INBOX", *(f"turn.{name}" for name in (*LINE, DEAD, "working")), *WORKS)
STEPS = tuple(f"turn.{step}." for step in LINE)

_in_hand: ContextVar[str | None] = ContextVar("_in_hand", default=None)
"""The turn whose message is being handled."""


def span_middlewares(service: str) -> tuple[Any, ...]:
    """FastStream's own, exporting over OTLP to where the OTEL_EXPORTER_OTLP_* variables say, and ours around it."""
    provider = TracerProvider(resource=Resource.create({"service.name": f"holdfast-{service}"}))
    provider.add_span_processor(Wordless(OTLPSpanExporter()))
    return (OwnTraces, TelemetryMiddleware(tracer_provider=provider, settings_provider_factory=_named_by_family))


def _named_by_family(_: object) -> NatsTelemetrySettingsProvider:
    return FamilyNames()


def subject_family(subject: str) -> str:
    """A subject without the ids in it: as many names as there are turns would be of no use to anybody."""
    return next((name for name in FAMILIES if subject.startswith(f"{name}.")), subject)


class FamilyNames(NatsTelemetrySettingsProvider):
    """What spans are called. The whole subject is among their attributes."""

    def get_publish_destination_name(self, cmd: PublishCommand) -> str:
        """Of what is said."""
        return subject_family(cmd.destination)

    def get_consume_destination_name(self, msg: Incoming) -> str:
        """Of what is heard."""
        return subject_family(msg.raw_message.subject)


class Wordless(BatchSpanProcessor):
    """Exports a failure by the name of its exception: the message of one may quote what a person said."""

    def on_end(self, span: ReadableSpan) -> None:
        """Without events, which hold messages and tracebacks; the status keeps the name."""
        name, _, _ = (span.status.description or "").partition(":")
        super().on_end(
            ReadableSpan(
                name=span.name,
                context=span.context,
                parent=span.parent,
                resource=span.resource,
                attributes=span.attributes,
                links=span.links,
                kind=span.kind,
                status=Status(span.status.status_code, name or None),
                start_time=span.start_time,
                end_time=span.end_time,
                instrumentation_scope=span.instrumentation_scope,
            )
        )


class OwnTraces(BaseMiddleware[Any, Any]):
    """A turn that the end of another one begins is not a part of that one's trace."""

    async def consume_scope(self, call_next: Callable[[Incoming], Awaitable[object]], msg: Incoming) -> object:
        """Remembers which turn is in hand."""
        subject: str = msg.raw_message.subject
        before = _in_hand.set(_turn_at(subject))
        try:
            return await call_next(msg)
        finally:
            _in_hand.reset(before)

    async def publish_scope(
        self, call_next: Callable[[NatsPublishCommand], Awaitable[object]], cmd: NatsPublishCommand
    ) -> object:
        """Puts another turn on the line outside the trace of the one in hand."""
        begun, in_hand = _turn_at(cmd.destination), _in_hand.get()
        if begun is None or in_hand in {None, begun}:
            return await call_next(cmd)
        with _no_trace():
            return await call_next(cmd)


def _turn_at(subject: str) -> str | None:
    return subject.rpartition(".")[2] if subject.startswith(STEPS) else None


@contextmanager
def _no_trace() -> Iterator[None]:
    token = attach(Context())
    try:
        yield
    finally:
        detach(token)
