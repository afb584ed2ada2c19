"""`python -m tests.benchmarks.greedy`: what a neighbour waits while one person is greedy, beside calm.

Two ways to be greedy: thirty commands behind a lock of one's own that somebody else holds, and requests without a
pause, most of which are refused with 429. Calm and greed alternate; the median of the rounds' ratios counts (asked: 3).
"""

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Event
from statistics import median

import asyncpg
import httpx
import uvloop

from shared.contracts.requests.people import PersonAdded
from tests.benchmarks.holdfast import Holdfast, holdfast
from tests.benchmarks.http_client import HttpClient
from tests.benchmarks.place import named_place, own_folder, usual_place
from tests.benchmarks.rounds import quantile

COMMANDS, AT_ONCE, PAUSE, SETTLE = 30, 16, 0.02, 2.0
LOCK = "select pg_advisory_lock(hashtextextended('{}', 0))"
Greed = Callable[[Holdfast, PersonAdded], AbstractAsyncContextManager[SimpleQueue[Counter[int]]]]


def main() -> None:
    """Each way, several rounds."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.greedy")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--folder", type=named_place, default=usual_place(), help="on the disk that is to be measured")
    options = parser.parse_args()
    with own_folder(options.folder) as folder, holdfast(folder, processes=False) as ours:
        for name, greed in (("thirty behind a lock", behind_a_lock), ("a storm of 429", storm)):
            uvloop.run(measure(ours, name, greed, options.rounds))


async def measure(ours: Holdfast, name: str, greed: Greed, rounds: int) -> None:
    """Calm, greed, calm, greed …, and the ratios."""
    greedy, neighbour, *_ = await asyncio.to_thread(ours.persons)
    await asked(ours, neighbour)
    found: list[tuple[dict[str, float], dict[str, float]]] = []
    statuses = Counter[int]()
    for _ in range(rounds):
        calm = await asked(ours, neighbour)
        async with greed(ours, greedy) as answers:
            found.append((calm, await asked(ours, neighbour)))
        statuses += answers.get()
    for what in found[0][0]:
        before, during = median(calm[what] for calm, _ in found), median(then[what] for _, then in found)
        ratio = median(then[what] / calm[what] for calm, then in found)
        sys.stdout.write(f"{name}: {what} {before:.1f} → {during:.1f} ms, ratio {ratio:.2f}\n")
    sys.stdout.write(f"  the greedy one was answered {dict(statuses)}\n")


async def asked(ours: Holdfast, neighbour: PersonAdded) -> dict[str, float]:
    """Milliseconds of the neighbour's questions and turns, one after the other, for a few seconds."""
    questions, turns = list[float](), list[float]()
    headers = {"Authorization": f"Bearer {neighbour.token}"}
    client = await HttpClient.open(ours.port, neighbour)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{ours.port}", headers=headers, timeout=60) as http:
        for _ in range(40):
            began = time.perf_counter()
            (await http.get("/v1/me")).raise_for_status()
            questions.append((time.perf_counter() - began) * 1000)
            began = time.perf_counter()
            await client.turn()
            turns.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(PAUSE)
    client.close()
    return {
        "GET /v1/me p50": median(questions),
        "GET /v1/me p95": quantile(questions, 0.95),
        "a turn p50": median(turns),
        "a turn p95": quantile(turns, 0.95),
    }


@asynccontextmanager
async def behind_a_lock(ours: Holdfast, greedy: PersonAdded) -> AsyncIterator[SimpleQueue[Counter[int]]]:
    """Commands of one person that all wait, and new ones as soon as any is answered."""
    holder = await asyncpg.connect(ours.database_url())
    await holder.execute(LOCK.format(greedy.person_id))
    body = json.dumps({"companion_name": "Ada"})
    head = f"PATCH /v1/me HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    async with _asking(ours, greedy, COMMANDS, (head, body)) as answers:
        yield answers
    await holder.close()


@asynccontextmanager
async def storm(ours: Holdfast, greedy: PersonAdded) -> AsyncIterator[SimpleQueue[Counter[int]]]:
    """Questions of one person without a pause."""
    async with _asking(ours, greedy, AT_ONCE, ("GET /v1/me HTTP/1.1\r\n", "")) as answers:
        yield answers


@asynccontextmanager
async def _asking(
    ours: Holdfast, greedy: PersonAdded, at_once: int, request: tuple[str, str]
) -> AsyncIterator[SimpleQueue[Counter[int]]]:
    """In a process of its own: what it costs to ask is not to slow down who measures."""
    head, body = request
    said = f"{head}Host: 127.0.0.1:{ours.port}\r\nAuthorization: Bearer {greedy.token}\r\n\r\n{body}".encode()
    spawned = get_context("spawn")
    over, answers = spawned.Event(), spawned.SimpleQueue()
    flood = spawned.Process(target=_flood, args=(ours.port, said, at_once, over, answers))
    flood.start()
    await asyncio.sleep(SETTLE)
    yield answers
    over.set()
    await asyncio.to_thread(flood.join)


def _flood(port: int, said: bytes, at_once: int, over: Event, answers: SimpleQueue[Counter[int]]) -> None:
    uvloop.run(_ask_on(port, said, at_once, over, answers))


async def _ask_on(port: int, said: bytes, at_once: int, over: Event, answers: SimpleQueue[Counter[int]]) -> None:
    statuses = Counter[int]()

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while True:
            writer.write(said)
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r")[0]))
            statuses[int(head[9:12])] += 1

    asking = [asyncio.create_task(one()) for _ in range(at_once)]
    await asyncio.to_thread(over.wait)
    for task in asking:
        task.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    answers.put(statuses)


if __name__ == "__main__":
    main()
