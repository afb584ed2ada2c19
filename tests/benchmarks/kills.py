"""`python -m tests.benchmarks.kills --turns 2000`: people talk while a service is killed at random every two seconds.

Two processes of each service; whichever is hit is started again at once, as a supervisor would. Who gets no answer says
the same line again under its key. At the end the database is asked: each line once, in its person's order, each with
one reply, nothing failed and nothing given up.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from shared.contracts.envelope import Caller
from shared.contracts.errors import HoldfastError
from shared.contracts.notices import Closed, Piece, Restarted
from shared.contracts.requests.turns import Converse
from tests.benchmarks.rounds import quantile
from tests.integration.line.crew import LINE_PARTS, Worker
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_line, new_person
from tests.integration.line.scene import Scene, a_scene
from tests.servers import embedded_servers

PERSONS = 25
EACH = 2
EVERY = 2.0
TURN_SECONDS = 90
"""As where a model answers: a line that is hit waits until the broker gives it to somebody else."""
AGAIN = 0.2


class Run:
    """One run, and what it came to."""

    def __init__(self, scene: Scene, chance: Random) -> None:
        self.kills: Counter[str] = Counter()
        self.said_again = 0
        self.took: list[float] = []
        self.shown_wrong: list[str] = []
        self._scene, self._chance = scene, chance
        self._starting: set[asyncio.Task[Worker]] = set()

    async def of(self, turns: int) -> dict[Caller, list[Converse]]:
        """All of it: who said what."""
        callers = [await new_person(self._scene.client) for _ in range(PERSONS)]
        lines = {one: [a_line(one, f"line {number}") for number in range(turns // PERSONS)] for one in callers}
        killing = asyncio.create_task(self._kill())
        await asyncio.gather(*(self._talk(each) for each in lines.values()))
        killing.cancel()
        await asyncio.gather(*self._starting)
        await eventually(self._scene.records.all_done, 60)
        return lines

    async def _talk(self, lines: list[Converse]) -> None:
        for line in lines:
            began = time.perf_counter()
            while not await self._is_answered(line):
                self.said_again += 1
                await asyncio.sleep(AGAIN)
            self.took.append(time.perf_counter() - began)

    async def _is_answered(self, line: Converse) -> bool:
        shown = ""
        try:
            async for event in self._scene.client.converse(line):
                shown = "" if isinstance(event, Restarted) else shown + (event.text if isinstance(event, Piece) else "")
                last = event
        except HoldfastError:
            return False
        if isinstance(last, Closed) and shown not in {last.reply, ""}:
            self.shown_wrong.append(shown)
        return isinstance(last, Closed)

    async def _kill(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            name = self._chance.choice(LINE_PARTS)
            if running := self._scene.crew.of(name):
                await self._chance.choice(running).kill()
                self.kills[name] += 1
                self._starting.add(asyncio.create_task(started(self._scene, name)))


async def started(scene: Scene, name: str) -> Worker:
    """One more process of a service."""
    if name in {"memory", "workers"}:
        return await scene.crew.start(name, turn_seconds=TURN_SECONDS)
    return await scene.crew.start(name)


async def wrong_of(scene: Scene, lines: dict[Caller, list[Converse]]) -> dict[str, int]:
    """How much is lost, doubled or out of order, failed or given up."""
    wrong = Counter[str]()
    for caller, said in lines.items():
        kept = await scene.records.conversation(caller.person_id)
        own = [text for role, text in kept if role == "person"]
        wrong["lost"] += len({line.text for line in said} - {*own})
        wrong["doubled"] += len(own) - len({*own})
        wrong["out of order"] += own != [line.text for line in said]
        wrong["not one reply each"] += [role for role, _ in kept] != ["person", "companion"] * len(said)
    wrong["failed"] = len(await scene.records.failed_turns())
    wrong["dead letters"] = len(await scene.records.dead_letters())
    return dict(wrong)


async def measure(folder: Path, turns: int, seed: int) -> bool:
    """Whether nothing was wrong; prints what was."""
    async with embedded_servers() as servers:
        await servers.migrate()
        async with a_scene(servers, folder) as scene:
            for name in LINE_PARTS:
                await asyncio.gather(*(started(scene, name) for _ in range(EACH)))
            run, began = Run(scene, Random(seed)), time.perf_counter()
            lines = await run.of(turns)
            wrong = await wrong_of(scene, lines) | {"shown otherwise than kept": len(run.shown_wrong)}
            print(f"{len(run.took)} turns in {time.perf_counter() - began:.0f} s, {sum(run.kills.values())} kills:")
            print(f"  {dict(run.kills)}; said again {run.said_again} times")
            print(f"  a turn p50 {median(run.took):.2f}, p99 {quantile(run.took, 0.99):.1f}, max {max(run.took):.1f} s")
            print(f"  {wrong}")
            return not any(wrong.values())


def main() -> None:
    """Measures; fails where anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.kills")
    parser.add_argument("--turns", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=14, help="of who is killed when")
    options = parser.parse_args()
    with TemporaryDirectory(prefix="holdfast-kills-") as folder:
        sys.exit(not asyncio.run(measure(Path(folder), options.turns, options.seed)))


if __name__ == "__main__":
    main()
