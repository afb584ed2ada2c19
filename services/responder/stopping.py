"""Breaks off a reply that the person wants no longer: a model on one thread would go on speaking to nobody."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from shared.bus.stage import Work
from shared.contracts.notices import Attempt
from shared.contracts.pipeline import turn_stopped
from shared.contracts.turns import PerformedTurn, Turn


class Stops:
    """Which turns are being answered here, and how each of them is broken off."""

    def __init__(self) -> None:
        self._speaking: dict[UUID, asyncio.Task[Turn | None]] = {}
        self._stopped: set[UUID] = set()

    async def heard(self, subject: str) -> None:
        """Somebody stopped a turn; whoever answers it somewhere else hears the same."""
        turn_id = turn_stopped(subject)
        task = self._speaking.get(turn_id)
        if task is not None:
            self._stopped.add(turn_id)
            task.cancel()

    def around(self, reply: Work[PerformedTurn]) -> Work[PerformedTurn]:
        """The same work; with nothing to hand on where it was stopped, for the turn has ended already."""

        async def unless_stopped(turn: PerformedTurn, attempt: Attempt) -> Turn | None:
            task = asyncio.ensure_future(reply(turn, attempt))
            with self._watching(turn.turn_id, task):
                try:
                    return await task
                except asyncio.CancelledError:
                    if turn.turn_id in self._stopped:
                        return None
                    raise

        return unless_stopped

    @contextmanager
    def _watching(self, turn_id: UUID, task: "asyncio.Task[Turn | None]") -> Iterator[None]:
        self._speaking[turn_id] = task
        try:
            yield
        finally:
            self._speaking.pop(turn_id, None)
            self._stopped.discard(turn_id)
