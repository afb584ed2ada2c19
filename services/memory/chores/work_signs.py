"""Signs of work: when each turn, or each work, was last heard to be worked on, by this process."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from shared.bus.broker import Bus
from shared.bus.stage import hear_signals
from shared.clock import Clock


@dataclass
class Signs:
    """What was heard. After a start nothing was, so everything counts as heard at the start."""

    since: datetime
    _heard: dict[UUID, datetime] = field(default_factory=dict)

    def hear(self, turn_id: UUID, now: datetime) -> None:
        """A sign of work, or a re-offer, which deserves as much time."""
        self._heard[turn_id] = now

    def last(self, turn_id: UUID, activated_at: datetime) -> datetime:
        """When a turn was last known to be in good hands."""
        return max(self._heard.get(turn_id, activated_at), activated_at, self.since)

    def forget_all_but(self, turn_ids: Collection[UUID]) -> None:
        """Turns that ended need no memory here."""
        self._heard = {turn_id: at for turn_id, at in self._heard.items() if turn_id in turn_ids}


def hear_signs(bus: Bus, subject: str, signs: Signs, clock: Clock) -> None:
    """Notes each sign; where it names no id, it is nobody's."""

    async def hear(heard: str) -> None:
        with suppress(ValueError):
            signs.hear(UUID(heard.rpartition(".")[2]), clock())

    hear_signals(bus, subject, hear)
