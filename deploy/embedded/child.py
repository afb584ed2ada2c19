"""One child process of ours: it dies with us, does not hear the terminal's Ctrl-C, and leaves its pid behind."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from deploy.embedded import launch
from deploy.embedded.launch import ITSELF

LAUNCH = launch.__file__
LOG_LIMIT = 5_000_000
"""Bytes after which a log is begun anew at the next start."""
TICK = 0.01
PLAIN_ENVIRONMENT = {"PATH": os.defpath, "LC_ALL": "C"}
"""A broker and a database need none of the keys that a person has in theirs."""


class ChildFailedError(Exception):
    """A child ended before it was ready; carries the end of its log."""

    def __init__(self, name: str, log: Path) -> None:
        """Which child, and where it wrote what it had to say."""
        last = log.read_text(errors="replace").strip().splitlines()[-3:] if log.exists() else []
        super().__init__(f"The {name} did not start. {' / '.join(last) or 'It said nothing.'} (log: {log})")


class CommandFailedError(Exception):
    """A command that should have come to a good end did not; carries what it said."""

    def __init__(self, program: str, said: str) -> None:
        """Which one, and its last words."""
        super().__init__(f"{Path(program).name} failed: {' / '.join(said.strip().splitlines()[-3:])}")


@dataclass(frozen=True)
class Command:
    """What to run, and how it is asked to stop: each signal in turn, with the seconds that it is given."""

    name: str
    argv: Sequence[str]
    pid_file: Path
    log: Path
    stops: Sequence[tuple[signal.Signals, float]] = ((signal.SIGTERM, 10.0), (signal.SIGKILL, 5.0))
    environment: Mapping[str, str] = field(default_factory=lambda: PLAIN_ENVIRONMENT)
    user: str | None = None


class Child:
    """A running (or not yet, or no longer running) process made from a command."""

    def __init__(self, command: Command) -> None:
        """Nothing runs before `start`."""
        self.command = command
        self._process: asyncio.subprocess.Process | None = None

    @property
    def running(self) -> bool:
        """Whether it was started and has not ended."""
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        """Its process id; only while it runs."""
        if self._process is None:
            raise ProcessLookupError(self.command.name)
        return self._process.pid

    async def start(self) -> None:
        """Starts it, after what an earlier start may have left was stopped."""
        command = self.command
        await stop_leftover(command)
        trim_log(command.log)
        with command.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *launch_command(command.argv, command.user, command.stops[0][0]),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=dict(command.environment),
                start_new_session=True,
            )
        command.pid_file.write_text(json.dumps({"pid": self._process.pid, "argv": list(command.argv)}))

    async def ended(self) -> int:
        """Waits for its end; gives the exit code."""
        if self._process is None:
            raise ProcessLookupError(self.command.name)
        return await self._process.wait()

    def signal(self, number: signal.Signals) -> None:
        """Sends it a signal, if it still runs."""
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)

    async def stop(self) -> None:
        """Asks it to stop, more firmly each time; returns when it is gone."""
        if self._process is None:  # then a pid file tells of an earlier start, and the next one needs it
            return
        for number, seconds in self.command.stops:
            if not self.running:
                break
            self.signal(number)
            with suppress(TimeoutError):
                await asyncio.wait_for(self.ended(), seconds)
        self.command.pid_file.unlink(missing_ok=True)

    def failure(self) -> ChildFailedError:
        """Why it is not running, as far as its log tells."""
        return ChildFailedError(self.command.name, self.command.log)


def launch_command(argv: Sequence[str], user: str | None, at_death: signal.Signals) -> tuple[str, ...]:
    """The command behind the launcher, which becomes a user and ties the process to ours."""
    return (sys.executable, "-I", "-S", LAUNCH, str(os.getpid()), str(int(at_death)), user or ITSELF, *argv)


async def finish_command(
    argv: Sequence[str], *, user: str | None = None, environment: Mapping[str, str] | None = None
) -> None:
    """Runs a command to its end; raises with what it said if it failed."""
    process = await asyncio.create_subprocess_exec(
        *launch_command(argv, user, signal.SIGKILL),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env={**PLAIN_ENVIRONMENT, **(environment or {})},
        start_new_session=True,
    )
    said, _ = await process.communicate()
    if process.returncode:
        raise CommandFailedError(argv[0], said.decode(errors="replace"))


async def stop_leftover(command: Command) -> None:
    """Stops what a killed start left running, known by its pid and its very command."""
    try:
        left = json.loads(command.pid_file.read_text())
        process = psutil.Process(left["pid"])
        is_ours = process.cmdline() == left["argv"]
    except (FileNotFoundError, ValueError, KeyError, psutil.Error):
        is_ours = False
    if is_ours:
        await stop_processes([process], command.stops)
    command.pid_file.unlink(missing_ok=True)


async def stop_processes(
    processes: Sequence[psutil.Process],
    stops: Sequence[tuple[signal.Signals, float]],
) -> None:
    """Stops processes that are not our children, more firmly each time."""
    for number, seconds in stops:
        alive = [process for process in processes if _alive(process)]
        for process in alive:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)
        deadline = asyncio.get_running_loop().time() + seconds
        # They are not our children: no event tells of their end.
        while any(map(_alive, alive)) and asyncio.get_running_loop().time() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(TICK)


def _alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def trim_log(log: Path) -> None:
    """Begins a log anew when it has grown too long."""
    with suppress(FileNotFoundError):
        if log.stat().st_size > LOG_LIMIT:
            log.unlink()
