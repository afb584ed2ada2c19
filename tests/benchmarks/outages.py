"""`python -m tests.benchmarks.outages`: how soon people are answered again after broker or database were away."""

import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

from shared.contracts.errors import HoldfastError
from shared.contracts.notices import Closed
from shared.contracts.pipeline import ACK_WAIT, REPLIES, TURNS
from tests.integration.faults.hurry import as_memory
from tests.integration.faults.load import Load, under_load
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_line, new_person
from tests.integration.line.scene import Scene, a_scene
from tests.servers import embedded_servers

ROUNDS = 5
TEXT = "I had a long day."
SLOWLY = "respond.mid_stream=sleep:0.1"
"""Replies last long enough to be interrupted."""
STILL_ACTIVE = "select count(*) from turn where status = 'active' and activated_at < $1"

Outage = Callable[[Scene], Awaitable[None]]


@dataclass(frozen=True)
class Back:
    """One return: seconds until a new line was answered, and until nothing from before was left in flight."""

    new: float
    in_flight: float


async def broker_killed(scene: Scene) -> None:
    """It comes back with empty streams: they live in its memory."""
    await scene.servers.broker.kill()
    await scene.servers.broker.start()


async def database_killed(scene: Scene) -> None:
    """It recovers from its log."""
    await scene.servers.database.kill()
    await scene.servers.database.start()


def deleted(stream: str) -> Outage:
    """One of the streams is gone, the broker stays."""

    async def delete(scene: Scene) -> None:
        async with as_memory(scene.servers) as js:
            await eventually(partial(_is_there, js, stream))  # memory makes it anew within two seconds
            await js.delete_stream(stream)

    return delete


async def _is_there(js: JetStreamContext, stream: str) -> bool:
    try:
        return await js.stream_info(stream) is not None
    except NotFoundError:
        return False


OUTAGES: dict[str, Outage] = {
    "broker killed": broker_killed,
    "stream of turns deleted": deleted(TURNS),
    "stream of replies deleted": deleted(REPLIES),
    "database killed": database_killed,
}


async def back_after(scene: Scene, load: Load, outage: Outage) -> Back:
    """Breaks something while replies are in mid-stream; measured from the moment at which it is there again."""
    await load.is_in_mid_stream()
    (broken,) = await scene.records.rows("select now()")
    await outage(scene)
    returned = time.perf_counter()

    async def nothing_left() -> bool:
        return await scene.records.value(STILL_ACTIVE, broken[0]) == 0

    async def until(condition: Awaitable[object]) -> float:
        await condition
        return time.perf_counter() - returned

    new, in_flight = await asyncio.gather(until(_answered(scene)), until(eventually(nothing_left, 60)))
    await load.answers_more()
    return Back(new, in_flight)


async def _answered(scene: Scene) -> None:
    while True:
        try:
            line = a_line(await new_person(scene.client), TEXT)
            async for event in scene.client.converse(line):
                if isinstance(event, Closed):
                    return
        except HoldfastError:
            continue  # said again, as a person would


async def measure(folder: Path) -> None:
    """All of them, several times each, while eight persons talk without a pause."""
    print(f"{'':28}new line answered, s     in flight answered, s (asked: 10, and {ACK_WAIT + 5:.0f})")
    async with embedded_servers() as servers:
        await servers.migrate()
        async with a_scene(servers, folder) as scene:
            await _measure(scene)


async def _measure(scene: Scene) -> None:
    await asyncio.gather(
        scene.crew.start_all("memory", "classifier", "router", "workers"),
        scene.crew.start("responder", failpoints=SLOWLY),
    )
    for name, outage in OUTAGES.items():
        async with under_load(scene) as load:
            print(_row(name, [await back_after(scene, load, outage) for _ in range(ROUNDS)]), flush=True)


def _row(name: str, backs: list[Back]) -> str:
    return f"{name:28}{_spread([back.new for back in backs])}     {_spread([back.in_flight for back in backs])}"


def _spread(seconds: list[float]) -> str:
    return f"median {statistics.median(seconds):4.1f}, most {max(seconds):4.1f}"


def main() -> int:
    """Measures and prints the table."""
    with TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
