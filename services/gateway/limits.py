"""How much one caller may ask for: requests over time, and streams and imports at a time."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from uuid import UUID

from services.gateway.problems import TooFastError, TooManyStreamsError

MOST_CALLERS = 10_000
BURST_SECONDS = 2
"""A caller who was quiet may make this many seconds' worth of requests at once."""


class Rate:
    """A bucket per caller that fills with time and is emptied by requests."""

    def __init__(self, per_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._full = per_second * BURST_SECONDS
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def spend(self, caller: str) -> None:
        """One request of this caller; a TooFastError when there were too many."""
        now = self._now()
        left, then = self._left.pop(caller, (self._full, now))
        left = min(self._full, left + (now - then) * self._per_second)
        self._left[caller] = (left - 1 if left >= 1 else left), now
        if len(self._left) > MOST_CALLERS:
            self._left.popitem(last=False)
        if left < 1:
            raise TooFastError

    def give_back(self, caller: str) -> None:
        """It was spent on somebody who turned out to be known."""
        if (found := self._left.get(caller)) is not None:
            self._left[caller] = min(self._full, found[0] + 1), found[1]


class OpenStream:
    """One stream that is open."""

    def __init__(self) -> None:
        self._ended = False
        self._end: Callable[[], None] | None = None

    def ends_with(self, end: Callable[[], None]) -> None:
        """How this stream is told to end."""
        self._end = end
        if self._ended:
            end()

    def end(self) -> None:
        """Ends the stream, now or as soon as it has begun."""
        self._ended = True
        if self._end is not None:
            self._end()


class OpenStreams:
    """What is being streamed to whom; all of it can be ended at once."""

    def __init__(self, per_person: int) -> None:
        self._per_person = per_person
        self._count: Counter[UUID] = Counter()
        self._places: dict[OpenStream, UUID] = {}
        self._closing = False

    @contextmanager
    def place(self, person_id: UUID) -> Iterator[OpenStream]:
        """A place for a stream to this person; a TooManyStreamsError when they have enough."""
        if self._count[person_id] >= self._per_person:
            raise TooManyStreamsError(self._per_person)
        place = OpenStream()
        self._count[person_id] += 1
        self._places[place] = person_id
        try:
            if self._closing:
                place.end()
            yield place
        finally:
            del self._places[place]
            self._count[person_id] -= 1
            if not self._count[person_id]:
                del self._count[person_id]

    def end_all_of(self, person_id: UUID) -> None:
        """The person is gone: ends what is open for them."""
        for place in [place for place, whose in self._places.items() if whose == person_id]:
            place.end()

    def end_all(self) -> None:
        """The process is going to stop: ends what is open, and what is opened from now on."""
        self._closing = True
        for place in tuple(self._places):
            place.end()
