"""OpenTelemetry spans across the whole turn. Off by default: they double the CPU that the bus costs."""

from typing import Any


def trace_middlewares(service: str, *, enabled: bool) -> tuple[Any, ...]:
    """FastStream's own middleware, exporting over OTLP to where the OTEL_EXPORTER_OTLP_* variables say."""
    if not enabled:
        return ()
    # Imported late: the SDK and its exporter cost memory and start-up time that nobody pays with tracing off.
    from faststream.nats.opentelemetry import NatsTelemetryMiddleware  # noqa: PLC0415
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter  # noqa: PLC0415
    from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
    from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
    from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    provider = TracerProvider(resource=Resource.create({"service.name": f"holdfast-{service}"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return (NatsTelemetryMiddleware(tracer_provider=provider),)
