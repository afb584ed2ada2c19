"""Prometheus metrics per stage: how many, how long, how often again, how many given up."""

import time

from prometheus_client import Counter, Histogram

from shared.bus.delivery import Handle, Incoming, times_delivered

STEP_SECONDS = Histogram(
    "holdfast_step_seconds",
    "How long a step worked on one message; its count is how many it handled.",
    ["step", "outcome"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90, 300),
)
REDELIVERIES = Counter("holdfast_step_redeliveries_total", "Messages that a step got more than once.", ["step"])
DEAD_LETTERS = Counter("holdfast_dead_letters_total", "Messages that a step gave up.", ["step"])
UNREADABLE_ROWS = Counter(
    "holdfast_unreadable_rows_total", "Rows of the database that could not be read, and were left out.", ["table"]
)
BROKER_ERRORS = Counter("holdfast_broker_errors_total", "Errors of the broker connection.", ["service"])


def with_metrics(step: str, handle: Handle) -> Handle:
    """Counts each message, how long it took and how it ended."""
    again, done, raised = (
        REDELIVERIES.labels(step),
        STEP_SECONDS.labels(step, "done"),
        STEP_SECONDS.labels(step, "raised"),
    )

    async def handled(message: Incoming) -> None:
        if times_delivered(message) > 1:
            again.inc()
        started, outcome = time.perf_counter(), raised
        try:
            await handle(message)
            outcome = done
        finally:
            outcome.observe(time.perf_counter() - started)

    return handled
