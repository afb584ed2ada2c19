"""So many at a time for each person, in the order in which they came: who asks for much waits for their own."""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class Queues:
    """A queue for each person who is at the door, and none for anybody else."""

    def __init__(self, each: int = 1) -> None:
        """Nobody is there yet."""
        self._each = each
        self._places: dict[Hashable, asyncio.Semaphore] = {}
        self._people: dict[Hashable, int] = {}

    @asynccontextmanager
    async def turn_of(self, who: Hashable) -> AsyncIterator[None]:
        """Waits behind whoever of the same person came before."""
        places = self._places.setdefault(who, asyncio.Semaphore(self._each))
        self._people[who] = self._people.get(who, 0) + 1
        try:
            async with places:
                yield
        finally:
            self._people[who] -= 1
            if not self._people[who]:
                del self._people[who], self._places[who]
