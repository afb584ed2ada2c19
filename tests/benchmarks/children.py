"""Processes that a benchmark starts, and surely ends."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import files
from pathlib import Path

READY_SECONDS = 30.0
STOP_SECONDS = 15.0


class MissingBinaryError(Exception):
    """A wheel of the bench group is not installed, or has no binary for this platform."""

    def __init__(self, package: str, name: str) -> None:
        super().__init__(f"{package} brings no {name} here; install the bench group: make bench does.")


def binary(package: str, name: str) -> Path:
    """A program inside an installed wheel."""
    for file in files(package) or ():
        if file.name == name:
            return Path(str(file.locate()))
    raise MissingBinaryError(package, name)


def free_port() -> int:
    """A port of 127.0.0.1 that nobody uses just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Returns when somebody listens on a port of 127.0.0.1."""
    until = time.monotonic() + READY_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except ConnectionRefusedError:
            if time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


@contextmanager
def child(
    command: Sequence[str], *, log: Path, environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A process with everything it starts, for as long as the block lasts; what it says goes to a file."""
    with log.open("ab") as said:
        process = subprocess.Popen(
            command, stdout=said, stderr=said, start_new_session=True, env={**_plain(), **(environment or {})}
        )
    try:
        yield process
    finally:
        _end(process)


@contextmanager
def python(
    module: str, *arguments: str, log: Path, environment: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """The same for `python -m module`."""
    with child([sys.executable, "-m", module, *arguments], log=log, environment=environment) as process:
        yield process


def _plain() -> dict[str, str]:
    """The environment without settings of ours, which would change what is measured."""
    return {name: value for name, value in os.environ.items() if not name.startswith("HOLDFAST_")}


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
