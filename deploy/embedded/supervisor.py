"""Keeps a child running: whatever ends by itself is started again, with a delay that grows while it keeps ending."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from deploy.embedded.child import Child, ChildFailedError

FIRST_DELAY = 0.1
LONGEST_DELAY = 5.0
STEADY_SECONDS = 2.0
"""Having lived this long, which is longer than a start takes, it had run well: it starts again at once."""

Say = Callable[[str], None]


class Startable(Protocol):
    """A broker, a database or a service: something with a child process."""

    @property
    def child(self) -> Child:
        """Its process, once started."""

    async def start(self) -> None:
        """Starts it and waits until it is of use."""


async def keep_running(what: Startable, say: Say) -> None:
    """Runs until it is cancelled, which is how one says that it should now stay stopped."""
    delay = FIRST_DELAY
    while True:
        began = time.monotonic()
        code = await what.child.ended()
        delay = FIRST_DELAY if time.monotonic() - began > STEADY_SECONDS else delay
        say(f"The {what.child.command.name} ended by itself ({_reason(code)}); starting it again.")
        await asyncio.sleep(delay)
        delay = min(delay * 2, LONGEST_DELAY)
        try:
            await what.start()
        except ChildFailedError as error:
            say(str(error))


def _reason(code: int) -> str:
    return f"signal {-code}" if code < 0 else f"exit code {code}"
