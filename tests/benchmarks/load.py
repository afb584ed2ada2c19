"""Keeps a number of turns in flight, never two of the same speaker, and notes how long each took."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

SpeakerT = TypeVar("SpeakerT")


async def keep_in_flight(
    turns: int, in_flight: int, speakers: Sequence[SpeakerT], turn: Callable[[SpeakerT], Awaitable[None]]
) -> list[float]:
    """Milliseconds of every turn, in the order in which they ended; the speakers take turns as well."""
    idle, numbers, taken = deque(speakers), iter(range(turns)), []

    async def place() -> None:
        for _ in numbers:
            speaker = idle.popleft()
            began = time.perf_counter()
            await turn(speaker)
            taken.append((time.perf_counter() - began) * 1000)
            idle.append(speaker)

    async with asyncio.TaskGroup() as places:
        for _ in range(in_flight):
            places.create_task(place())
    return taken
