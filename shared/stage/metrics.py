"""Prometheus metrics per stage: how many, how long, how often again, how many given up."""

import time
from collections.abc import Awaitable, Callable
from typing import Any

from faststream import BaseMiddleware
from prometheus_client import Counter, Histogram

from shared.stage.delivery import Incoming, step_of, times_delivered

STEP_SECONDS = Histogram(
    "holdfast_step_seconds",
    "How long a step worked on one message; its count is how many it handled.",
    ["step", "outcome"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 90),
)
REDELIVERIES = Counter("holdfast_step_redeliveries_total", "Messages that a step got more than once.", ["step"])
DEAD_LETTERS = Counter("holdfast_dead_letters_total", "Messages that a step gave up.", ["step"])
BROKER_ERRORS = Counter("holdfast_broker_errors_total", "Errors of the broker connection.", ["service"])


class Metrics(BaseMiddleware[Any, Any]):
    """Times a step."""

    async def consume_scope(self, call_next: Callable[[Incoming], Awaitable[object]], msg: Incoming) -> object:
        """Counts the message and how it ended."""
        step = step_of(msg)
        if times_delivered(msg) > 1:
            REDELIVERIES.labels(step).inc()
        started = time.perf_counter()
        outcome = "raised"
        try:
            result = await call_next(msg)
            outcome = "done"
        finally:
            STEP_SECONDS.labels(step, outcome).observe(time.perf_counter() - started)
        return result
