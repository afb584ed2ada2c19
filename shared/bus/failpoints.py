"""Places where a test may make a process die, sleep or fail. Off, a failpoint is one comparison with an empty dict.

`HOLDFAST_FAILPOINTS="classifier.before_publish=kill;memory.after_commit=raise:2;responder.mid_stream=sleep:30"`
makes the n-th passage (default the first) kill the process, raise, or sleep that many seconds.
"""

import asyncio
import os
import signal
from collections import Counter

_armed: dict[str, str] = dict(
    entry.split("=", 1) for entry in os.environ.get("HOLDFAST_FAILPOINTS", "").split(";") if entry
)
_passages: Counter[str] = Counter()


class FailpointError(Exception):
    """A test asked for this failure."""


async def pass_failpoint(name: str) -> None:
    """Does what a test asked for at this place; otherwise nothing."""
    if not _armed or name not in _armed:
        return
    action, _, argument = _armed[name].partition(":")
    _passages[name] += 1
    if action == "sleep":
        await asyncio.sleep(float(argument))
    elif _passages[name] == int(argument or 1):
        if action == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if action == "stop":
            os.kill(os.getpid(), signal.SIGSTOP)
        if action == "raise":
            raise FailpointError(name)
