"""The tasks of the Celery yardstick: four that do nothing. Imported by its workers."""

import os

from celery import Celery

URL = os.environ["BENCH_REDIS_URL"]

app = Celery("celery_tasks", broker=URL, backend=URL)
app.conf.broker_connection_retry_on_startup = True
if os.environ.get("BENCH_CELERY_TUNED"):
    # Fetches further ahead; and only the last result is kept, see `empty`.
    app.conf.worker_prefetch_multiplier = 16


def nothing() -> None:
    """What every task of the chain does."""


empty = app.task(nothing, name="empty", ignore_result=bool(os.environ.get("BENCH_CELERY_TUNED")))
last = app.task(nothing, name="last")
