"""How still a machine is after it was talked to: `python -m tests.benchmarks.still [TURNS]`."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import psutil

from deploy.embedded.ports import free_port
from tests.servers import temporary_home

READY = "Ctrl-C stops everything."
LINE = "I went to market number {number}, bought bread, cheese and olives, and it was a long day with so much to carry."
STRETCHES = 6
SECONDS = 10


def main(turns: int) -> None:
    """Talks, then looks away for a minute, ten seconds at a time."""
    with temporary_home() as home:
        started = subprocess.Popen(
            [sys.executable, "-m", "deploy.local", "--port", str(free_port())],
            env={**os.environ, "HOLDFAST_HOME": str(home)},
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert started.stdout is not None
        next(line for line in started.stdout if READY in line)
        asyncio.run(_talk(home, turns))
        for stretch in range(STRETCHES):
            before = _used(started.pid)
            time.sleep(SECONDS)
            share = (_used(started.pid) - before) / SECONDS
            print(f"{stretch * SECONDS:3} to {(stretch + 1) * SECONDS} s after: {share:.1%} of a core")
        os.killpg(started.pid, signal.SIGINT)
        started.wait(60)


async def _talk(home: Path, turns: int) -> None:
    person = json.loads((home / "person.json").read_text())
    headers = {"Authorization": f"Bearer {person['token']}"}
    async with httpx.AsyncClient(base_url=person["url"], timeout=120, headers=headers) as client:
        for number in range(turns):
            (await client.post("/v1/converse", json={"message": LINE.format(number=number)})).raise_for_status()


def _used(pid: int) -> float:
    process = psutil.Process(pid)
    times = (one.cpu_times() for one in (process, *process.children(recursive=True)))
    return sum(used.user + used.system for used in times)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 120)
