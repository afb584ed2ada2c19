"""What a span is called, and what is left out of it."""

import pytest
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from shared.bus.spans import Wordless, subject_family
from shared.bus.tracing import trace_middlewares

pytestmark = pytest.mark.row("O4")
ID = "01a1ef3e-1c21-7449-95fd-59f199379742"


@pytest.mark.parametrize(
    ("subject", "name"),
    [
        (f"turn.open.{ID}", "turn.open"),
        (f"turn.dead.{ID}", "turn.dead"),
        (f"converse.{ID}", "converse"),
        (f"reply.{ID}.{ID}", "reply"),
        ("_INBOX.gateway.Wmkw13l4j1sQQ31iwNvlnH2a7c", "_INBOX"),
        ("memory.query.me", "memory.query.me"),
    ],
)
def test_spans_are_named_without_ids(subject: str, name: str) -> None:
    assert subject_family(subject) == name


def read() -> None:
    raise ValueError("My favourite fruit is the loquat.")


def handle() -> None:
    """Fails as a step does: with another error that came of the first."""
    try:
        read()
    except ValueError as error:
        raise KeyError("loquat") from error


def test_a_failure_is_exported_by_the_name_of_its_exception_only() -> None:
    exported, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(Wordless(exported))
    tracer = provider.get_tracer("test")
    with pytest.raises(KeyError), tracer.start_as_current_span("turn.classify process", attributes={"kept": 1}):
        handle()
    provider.shutdown()
    (span,) = exported.get_finished_spans()
    assert span.status.description == "KeyError"
    assert not span.status.is_ok
    assert span.attributes == {"kept": 1}
    assert "loquat" not in span.to_json()


def test_with_tracing_off_nothing_stands_around_a_message() -> None:
    assert trace_middlewares("classifier", enabled=False) == ()
