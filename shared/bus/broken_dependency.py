"""Which failures are a broken dependency: nobody's fault, worth waiting for, never a dead letter."""

import asyncio
from collections.abc import AsyncIterator

import nats.errors
import nats.js.errors
from faststream.exceptions import IncorrectState


class BrokenDependencyError(Exception):
    """Something that a step needs is away. Names it, and nothing of what was being done."""

    uncertain = False
    """Whether what was being done may have taken effect all the same."""

    def __init__(self, what: str) -> None:
        super().__init__(f"The {what} is away.")
        self.what = what


BROKER_AWAY = (nats.errors.Error, nats.js.errors.APIError, IncorrectState, TimeoutError, ConnectionError)
"""What a publish raises when the broker, its stream or its leader is not there, or the connection was ended."""

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 2.0


async def growing_pauses() -> AsyncIterator[float]:
    """Sleeps before each next try, twice as long each time up to a limit; yields the pause just made."""
    pause = FIRST_PAUSE
    while True:
        await asyncio.sleep(pause)
        yield pause
        pause = min(pause * 2, LONGEST_PAUSE)
