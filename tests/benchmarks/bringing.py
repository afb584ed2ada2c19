"""`python -m tests.benchmarks.bringing`: how fast a file of the largest size comes in, and what others feel of it."""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

import httpx

from services.gateway.export_form import MOST_MEMORIES
from shared.contracts.requests.people import PersonAdded
from tests.benchmarks.holdfast import Holdfast, holdfast
from tests.benchmarks.machine import read_cpu
from tests.benchmarks.place import named_place, own_folder, usual_place
from tests.benchmarks.rounds import quantile

CALM = 300
"""Questions of the neighbour before anything comes in."""
EVERY = 0.05
PERIOD = 0.5
UNDER_WAY = {"landing", "restoring"}


@dataclass(frozen=True)
class Took:
    """Seconds of one part, and what a neighbour's questions took meanwhile."""

    accepted: float
    done: float
    asked_ms: list[float]
    used: dict[str, float]
    """CPU seconds, by part."""
    strangers: float
    """Cores that others had meanwhile."""


async def main(running: Holdfast, persons: list[PersonAdded], memories: int) -> None:
    """One brings a file in and says yes to it; another asks who they are, all the while."""
    port, (one, neighbour) = running.port, persons[:2]
    async with _client(port, one) as bringing, _client(port, neighbour) as asking:
        calm = await _calm(asking)
        landed, state = await _watched(running.pid, (bringing, asking), "/v1/import", _file(memories))
        calm += await _calm(asking)
        _tell("landing", landed, memories, calm)
        yes = json.dumps({"file_hash": state["file_hash"], "count": state["count"]})
        restored, _ = await _watched(running.pid, (bringing, asking), f"/v1/import/{state['import_id']}/confirm", yes)
        calm += await _calm(asking)
        _tell("the yes", restored, memories, calm)


async def _calm(asking: httpx.AsyncClient) -> list[float]:
    """Before and after each part, for the machine may have other things to do, too."""
    asked = [await _asked(asking) for _ in range(CALM)]
    print(f"calm: p50 {quantile(asked, 0.5):.1f} ms, p95 {quantile(asked, 0.95):.1f} ms; load {os.getloadavg()[0]:.1f}")
    return asked


def _file(memories: int) -> str:
    rows = [
        {"assertion_id": str(UUID(int=n + 1)), "content": f"You like number {n}.", "force": "committed"}
        for n in range(memories)
    ]
    return json.dumps({"holdfast_export": 1, "assertions": rows})


async def _watched(
    pid: int, clients: tuple[httpx.AsyncClient, httpx.AsyncClient], path: str, body: str
) -> tuple[Took, dict[str, object]]:
    bringing, asking = clients
    asked, over = list[float](), asyncio.Event()

    async def keep_asking() -> None:
        while not over.is_set():
            asked.append(await _asked(asking))
            await asyncio.sleep(EVERY)

    watch = asyncio.create_task(keep_asking())
    before, began = read_cpu([pid]), time.monotonic()
    answer = await bringing.post(path, content=body, headers={"Content-Type": "application/json"})
    accepted = time.monotonic() - began
    answer.raise_for_status()
    state = answer.json()
    while state["status"] in UNDER_WAY:
        await asyncio.sleep(PERIOD)
        state = (await bringing.get(f"/v1/imports/{state['import_id']}")).raise_for_status().json()
        sys.stderr.write(f"\r{state['status']} {state['done']:,} of {state['total']:,} ")
    took, after = time.monotonic() - began, read_cpu([pid])
    over.set()
    await watch
    used = {part: spent - before.parts.get(part, 0) for part, spent in after.parts.items()}
    strangers = (after.machine - before.machine - sum(used.values())) / took
    return Took(accepted, took, asked, used, strangers), state


async def _asked(asking: httpx.AsyncClient) -> float:
    began = time.monotonic()
    (await asking.get("/v1/me")).raise_for_status()
    return (time.monotonic() - began) * 1000


def _tell(what: str, took: Took, memories: int, calm: list[float]) -> None:
    p95 = quantile(took.asked_ms, 0.95)
    print(
        f"{what}: accepted after {took.accepted:.1f} s, done after {took.done:.1f} s, "
        f"{memories / took.done:,.0f} rows/s; "
        f"a neighbour's GET /v1/me p50 {quantile(took.asked_ms, 0.5):.1f} ms, p95 {p95:.1f} ms, "
        f"{p95 / quantile(calm, 0.95):.1f} times the calm one (of {len(took.asked_ms)})"
    )
    used = ", ".join(f"{part} {spent:.1f}" for part, spent in sorted(took.used.items()) if spent > 1)
    print(f"  CPU seconds: {used}; strangers had {took.strangers:.1f} cores meanwhile")


@asynccontextmanager
async def _client(port: int, person: PersonAdded) -> AsyncIterator[httpx.AsyncClient]:
    headers = {"Authorization": f"Bearer {person.token}"}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=120) as client:
        yield client


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bringing", description=__doc__)
    parser.add_argument("--memories", type=int, default=MOST_MEMORIES)
    parser.add_argument("--processes", action="store_true", help="one for each service")
    parser.add_argument("--folder", type=named_place, default=usual_place(), help="on the disk that is to be measured")
    options = parser.parse_args()
    free = {"HOLDFAST_REQUESTS_PER_SECOND": "100000"}
    with (
        own_folder(options.folder) as folder,
        holdfast(folder, processes=options.processes, environment=free) as running,
    ):
        asyncio.run(main(running, running.persons(), options.memories))
