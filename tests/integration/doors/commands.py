"""The `holdfast` command, run as a person runs it: a process of its own."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[3]
MODULE = ("-m", "services.terminal.main")


class Ran(NamedTuple):
    """How a command ended, and what it said where."""

    code: int
    out: str
    err: str


Command = Callable[..., Awaitable[Ran]]


def environment(**more: str) -> dict[str, str]:
    """Ours, without what says how things are here; also the width of the terminal, which a worker of xdist sets."""
    ours = ("HOLDFAST_", "COLUMNS", "LINES")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return {**inherited, "PYTHONUNBUFFERED": "1", **more}


def command_at(home: Path) -> Command:
    """The command of who lives there."""

    async def run(*arguments: str, said: str = "", **more: str) -> Ran:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *MODULE, *arguments, cwd=ROOT, env=environment(**{"HOLDFAST_HOME": str(home), **more}),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
        out, err = await asyncio.wait_for(process.communicate(said.encode()), 30)
        return Ran(process.returncode or 0, out.decode(), err.decode())

    return run
