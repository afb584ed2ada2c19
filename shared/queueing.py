"""One at a time for each person: lines are handed in, in the order in which they came to this door."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID


class Queues:
    """A queue for each person who is at the door, and none for anybody else."""

    def __init__(self) -> None:
        """Nobody is there yet."""
        self._locks: dict[UUID, asyncio.Lock] = {}
        self._people: dict[UUID, int] = {}

    @asynccontextmanager
    async def turn_of(self, person_id: UUID) -> AsyncIterator[None]:
        """Waits behind whoever of the same person came before."""
        lock = self._locks.setdefault(person_id, asyncio.Lock())
        self._people[person_id] = self._people.get(person_id, 0) + 1
        try:
            async with lock:
                yield
        finally:
            self._people[person_id] -= 1
            if not self._people[person_id]:
                del self._people[person_id], self._locks[person_id]
