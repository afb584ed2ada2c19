"""The services as processes, started as in production; each may be killed, stopped, replaced, and read afterwards."""

import asyncio
import json
import os
import signal
import sys
from itertools import count
from pathlib import Path

from deploy.embedded.child import Command
from deploy.services import MODULES
from shared.settings import PREFIX
from tests.integration.line.eventually import eventually
from tests.integration.line.nursery import child_of
from tests.servers import Servers

LINE_PARTS = ("memory", "classifier", "router", "responder", "workers")
"""All that a turn needs but the gateway, whose place the typed client takes."""
STOPS = ((signal.SIGTERM, 15.0), (signal.SIGKILL, 5.0))


class Worker:
    """One process of a service."""

    def __init__(self, name: str, command: Command) -> None:
        self.name = name
        self._child = child_of(command)

    @property
    def running(self) -> bool:
        return self._child.running

    async def start(self) -> None:
        """Returns when it says that it is ready, or when a failpoint ended it."""
        await self._child.start()

        async def ready() -> bool:
            return not self.running or bool(self.records("service_ready"))

        await eventually(ready)

    async def died(self) -> None:
        """Waits for the end that a failpoint brings."""
        async with asyncio.timeout(60):
            assert await self._child.ended() == -signal.SIGKILL, self.said

    async def kill(self) -> None:
        self._child.signal(signal.SIGKILL)
        await self._child.ended()

    async def stop(self) -> int:
        """Asks it to drain and end; gives the exit code."""
        await self._child.stop()
        return await self._child.ended()

    async def stopped_itself(self) -> None:
        """Waits until a failpoint stopped its time."""
        stat = Path(f"/proc/{self._child.pid}/stat")

        async def is_stopped() -> bool:
            return stat.read_text().rpartition(")")[2].split()[0] == "T"

        await eventually(is_stopped)

    def freeze(self) -> None:
        """Its time stands still."""
        self._child.signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self._child.signal(signal.SIGCONT)

    @property
    def said(self) -> str:
        """Everything that it printed."""
        return self._child.command.log.read_text(errors="replace")

    def records(self, event: str) -> list[dict[str, object]]:
        """What it logged under this name."""
        lines = [json.loads(line) for line in self.said.splitlines() if line.startswith("{") and line.endswith("}")]
        return [line for line in lines if line["event"] == event]


class Crew:
    """All processes of one line, on one broker and one database."""

    def __init__(self, servers: Servers, database_url: str, folder: Path) -> None:
        self.workers: list[Worker] = []
        self._servers = servers
        self._database_url = database_url
        self._folder = folder
        self._numbers = count(1)

    async def start(self, name: str, *, failpoints: str = "", **settings: object) -> Worker:
        """One more process of a service; a failpoint makes it die, stop or sleep where it says."""
        worker = self._new(name, {"failpoints": failpoints, **settings})
        self.workers.append(worker)
        await worker.start()
        return worker

    async def start_all(self, *names: str) -> None:
        """One process each, at once."""
        await asyncio.gather(*(self.start(name) for name in names or LINE_PARTS))

    def of(self, name: str) -> list[Worker]:
        """The running processes of a service."""
        return [worker for worker in self.workers if worker.name == name and worker.running]

    async def stop(self, *names: str) -> list[int]:
        """Asks the processes of these services, or all, to drain and end."""
        chosen = [worker for worker in self.workers if worker.running and (not names or worker.name in names)]
        for worker in chosen:
            worker.go_on()
        return await asyncio.gather(*(worker.stop() for worker in chosen))

    @property
    def said(self) -> str:
        """Everything that any of them printed."""
        return "\n".join(worker.said for worker in self.workers)

    def _new(self, name: str, settings: dict[str, object]) -> Worker:
        told = {"nats_url": self._servers.nats_url(name), "concurrency": 4, **settings}
        if name in {"memory", "workers"}:
            told.setdefault("database_url", self._database_url)
        plain = {key: value for key, value in os.environ.items() if not key.startswith(PREFIX)}
        label = f"{next(self._numbers):03}-{name}"
        return Worker(
            name,
            Command(
                name=label,
                argv=(sys.executable, "-m", MODULES[name]),
                pid_file=self._folder / f"{label}.json",
                log=self._folder / f"{label}.log",
                stops=STOPS,
                environment={**plain, **{f"{PREFIX}{key.upper()}": str(value) for key, value in told.items()}},
            ),
        )
