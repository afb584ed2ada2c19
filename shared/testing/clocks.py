"""A clock that stands until it is told to move."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta


@dataclass
class FrozenClock:
    """Called, it tells the time at which it stands."""

    now: datetime = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

    def __call__(self) -> datetime:
        """The time."""
        return self.now

    def advance(self, by: timedelta) -> None:
        """Lets time pass."""
        self.now += by
