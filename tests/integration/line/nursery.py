"""Services that are forked from one process that has imported them all: it saves each of them a second of imports.

In the full size, and where the system knows no pidfd, every service is a process started as in production.
"""

import asyncio
import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache

from deploy.embedded.child import TICK, Child, Command
from tests.tiers import QUICK

FORKS = QUICK and hasattr(os, "pidfd_open")


def _of_python(environment: Mapping[str, str]) -> dict[str, str]:
    """What an interpreter reads when it starts, and a fork therefore does not."""
    return {name: value for name, value in environment.items() if name.startswith("PYTHON")}


HERE = _of_python(os.environ)


class Nursery:
    """The process, from the outside."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.integration.line.nursery_process", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # what has threads had better not fork
            )
        self._socket, self._answers = ours, ours.makefile("rb")

    def ask(self, **order: object) -> int:
        """Gives an order; the pid of who was born, or the exit code of who ended."""
        self._socket.sendall(json.dumps(order).encode() + b"\n")
        return int(self._answers.readline())

    def close(self) -> None:
        """It ends, and with it whoever was born there."""
        self._answers.close()
        self._socket.close()
        self._process.wait()


@cache
def the_nursery() -> Nursery:
    """The one of this process."""
    nursery = Nursery()
    atexit.register(nursery.close)
    return nursery


def child_of(command: Command) -> "Child | Forked":
    """Forked where that makes no difference."""
    return Forked(command) if FORKS and _of_python(command.environment) == HERE else Child(command)


class Forked:
    """A process made from a command, as `deploy.embedded.child.Child` is."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.pid = 0
        self._handle = -1
        self._code: int | None = None

    @property
    def running(self) -> bool:
        return self.pid != 0 and self._code is None and not select.select([self._handle], [], [], 0)[0]

    async def start(self) -> None:
        module = self.command.argv[-1]
        self.command.log.touch()
        environment = json.dumps(dict(self.command.environment))
        self.pid = the_nursery().ask(module=module, log=str(self.command.log), environment=environment)
        self._handle = os.pidfd_open(self.pid)

    async def ended(self) -> int:
        """Waits for its end; gives the exit code."""
        while self.running:
            await asyncio.sleep(TICK)
        if self._code is None:
            self._code = the_nursery().ask(ended=self.pid)
            os.close(self._handle)
        return self._code

    def signal(self, number: signal.Signals) -> None:
        if self.running:
            signal.pidfd_send_signal(self._handle, number)

    async def stop(self) -> None:
        """Asks it to stop, more firmly each time; returns when it is gone."""
        for number, seconds in self.command.stops:
            if not self.running:
                break
            self.signal(number)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.ended(), seconds)
