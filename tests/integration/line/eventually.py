"""Waiting for a condition, not for a time: the deadline only says when to stop hoping."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

FoundT = TypeVar("FoundT")

LOOK_EVERY = 0.02
HOPE_SECONDS = 30.0


async def eventually(look: Callable[[], Awaitable[FoundT]], seconds: float = HOPE_SECONDS) -> FoundT:
    """The first thing found that is true; fails with the last one seen when the time is over."""
    until = asyncio.get_running_loop().time() + seconds
    while not (found := await look()):
        if asyncio.get_running_loop().time() > until:
            raise AssertionError(f"not within {seconds:.0f} s; last seen: {found!r}")
        await asyncio.sleep(LOOK_EVERY)
    return found
