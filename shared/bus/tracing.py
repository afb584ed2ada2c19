"""OpenTelemetry spans across the whole turn. Off by default: they double the CPU that the bus costs."""

from typing import Any


def trace_middlewares(service: str, *, enabled: bool) -> tuple[Any, ...]:
    """What a broker does around every message, so that the way of its turn can be seen."""
    if not enabled:
        return ()
    # Imported late: the SDK and its exporter cost memory and start-up time that nobody pays with tracing off.
    from shared.bus.spans import span_middlewares  # noqa: PLC0415

    return span_middlewares(service)
