"""What a person's doors hear of their replies: one listener for all of them, and each reply's pieces in order."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import NamedTuple, Self
from uuid import UUID

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from pydantic import ValidationError

from shared.bus.logs import log_failure
from shared.contracts.notices import (
    NOTICE,
    REPLY_EVENT,
    Attempt,
    Changed,
    Closed,
    Failed,
    Offered,
    Piece,
    Restarted,
    Started,
)

ReplyPart = Started | Piece | Offered | Restarted | Closed | Failed

NO_ATTEMPT = Attempt(0, 0, 0)
"""Before the first piece; less than every attempt that a worker makes."""

_CURSOR = re.compile(
    r"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9]{1,9})-([0-9]{1,18})-([0-9]{1,9})\.([0-9]{1,9})", re.ASCII
)


class Cursor(NamedTuple):
    """Up to where a reply was shown: the `id` of its events, and what comes back as `Last-Event-ID`."""

    turn_id: UUID
    attempt: Attempt = NO_ATTEMPT
    n: int = 0

    def __str__(self) -> str:
        return f"{self.turn_id}.{'-'.join(map(str, self.attempt))}.{self.n}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The cursor that a client sent back; a ValueError for anything that we would not have sent."""
        found = _CURSOR.fullmatch(text)
        if found is None:
            raise ValueError("not a cursor")
        turn_id, *numbers = found.groups()
        offered, sequence, delivery, n = map(int, numbers)
        return cls(UUID(turn_id), Attempt(offered, sequence, delivery), n)


@dataclass(frozen=True, slots=True)
class Heard:
    """An event with the bytes that it came in: a door passes those on as they are."""

    event: ReplyPart | Changed
    raw: bytes

    @classmethod
    def of(cls, event: ReplyPart | Changed) -> Self:
        """An event that we say ourselves."""
        return cls(event, event.model_dump_json().encode())

    @classmethod
    def reply(cls, raw: bytes) -> Self:
        """What was published on a reply's subject."""
        return cls(REPLY_EVENT.validate_json(raw), raw)

    @classmethod
    def notice(cls, raw: bytes) -> Self:
        """What was published on a person's notice subject."""
        return cls(NOTICE.validate_json(raw), raw)


@dataclass(slots=True)
class Telling:
    """What has been shown of one turn's reply, and what may be shown next."""

    attempt: Attempt = NO_ATTEMPT
    expected: int = 0
    """The number of the next piece of this attempt."""
    started: bool = False
    over: bool = False
    offered: bool = False
    """This attempt's question was shown."""
    given_up: Attempt = field(default=NO_ATTEMPT)
    """An attempt with a hole that could not be filled: nothing more of it is shown."""

    @classmethod
    def after(cls, cursor: Cursor) -> Self:
        """As it stood when a client was cut off."""
        expected = 0 if cursor.attempt == NO_ATTEMPT else cursor.n + 1
        return cls(attempt=cursor.attempt, expected=expected, started=True)

    def misses_before(self, event: ReplyPart | Changed) -> bool:
        """Whether earlier pieces must be looked up before this event can be shown."""
        if not isinstance(event, Piece) or event.attempt < self.attempt or event.attempt == self.given_up:
            return False
        return event.n > (self.expected if event.attempt == self.attempt else 0)

    def tell(self, heard: Heard) -> tuple[Heard, ...]:
        """What to show now that this was heard: nothing, the event, or `restarted` and the event."""
        match heard.event:
            case Started() if self.over or not self.started:  # a turn that failed may be given another life
                self.started, self.over = True, False
                return (heard,)
            case _ if self.over:
                return ()
            case Piece() as piece:
                return self._piece(heard, piece)
            case Offered() as offer:
                return self._offer(heard, offer)
            case Closed() | Failed():
                self.over = True
                return (heard,)
        return ()

    def _piece(self, heard: Heard, piece: Piece) -> tuple[Heard, ...]:
        if piece.attempt < self.attempt or piece.attempt == self.given_up:
            return ()
        before = self._take_over(piece.turn_id, piece.attempt)
        if piece.n > self.expected:
            self.given_up = piece.attempt
        if piece.n != self.expected:
            return before
        self.expected += 1
        return (*before, heard)

    def _offer(self, heard: Heard, offer: Offered) -> tuple[Heard, ...]:
        if offer.attempt < self.attempt or (offer.attempt == self.attempt and self.offered):
            return ()
        before = self._take_over(offer.turn_id, offer.attempt)
        self.offered = True
        return (*before, heard)

    def _take_over(self, turn_id: UUID, attempt: Attempt) -> tuple[Heard, ...]:
        if attempt == self.attempt:
            return ()
        shown = self.expected > 0 or self.offered
        self.attempt, self.expected, self.offered = attempt, 0, False
        return (Heard.of(Restarted(turn_id=turn_id, attempt=attempt)),) if shown else ()


MOST_UNHEARD = 2_000
"""A listener that is this far behind is not keeping up; it is ended, and its client resumes by its cursor."""

Read = Callable[[bytes], Heard]


class Listener:
    """Hears events in the order in which they came, until it is ended."""

    def __init__(self) -> None:
        self.ended = False
        self._unheard: list[Heard] = []
        self._waiting: asyncio.Future[None] | None = None

    def tell(self, heard: Heard) -> None:
        """One more event."""
        self._unheard.append(heard)
        if len(self._unheard) > MOST_UNHEARD:
            self.ended = True
        self.wake()

    def end(self) -> None:
        """Nothing more is wanted."""
        self.ended = True
        self.wake()

    def wake(self) -> None:
        """Lets who waits look around; it may find nothing."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    async def next(self, seconds: float) -> list[Heard]:
        """All events that came since; nothing when none came in that time."""
        if not self._unheard and not self.ended:
            loop = asyncio.get_running_loop()
            self._waiting = loop.create_future()
            # A bare timer: `asyncio.timeout` costs several times as much, and this runs once for every piece.
            timer = loop.call_later(seconds, self.wake)
            try:
                await self._waiting
            finally:
                timer.cancel()
        heard, self._unheard = self._unheard, []
        return [] if self.ended else heard


@dataclass(slots=True)
class _Feed:
    read: Read
    listeners: set[Listener] = field(default_factory=set)
    subscription: Subscription | None = None

    async def heard(self, msg: Msg) -> None:
        try:
            heard = self.read(msg.data)
        except ValidationError as error:
            log_failure("event_not_understood", error)
            return
        for listener in self.listeners:
            listener.tell(heard)


class Feeds:
    """The subscriptions of one connection, by subject."""

    def __init__(self, nats: Client) -> None:
        self._nats = nats
        self._open: dict[str, _Feed] = {}
        self._whole: set[Listener] = set()

    def came_back(self) -> None:
        """Ends who must miss nothing: what came while the connection was away was heard by nobody."""
        for listener in self._whole:
            listener.end()

    @asynccontextmanager
    async def listen(self, *subjects: tuple[str, Read], whole: bool = False) -> AsyncIterator[Listener]:
        """A listener on all of these subjects; `whole` ends it when something may have been missed.

        Nothing is flushed: the broker reads one connection in order, so what is asked after this is asked by somebody
        who already listens. (A subscription costs 9 µs so, and 100 µs with a flush.)
        """
        listener = Listener()
        if whole:
            self._whole.add(listener)
        try:
            for subject, read in subjects:
                await self._join(listener, subject, read)
            yield listener
        finally:
            listener.end()
            self._whole.discard(listener)
            for subject, _ in subjects:
                await self._leave(listener, subject)

    async def _join(self, listener: Listener, subject: str, read: Read) -> None:
        feed = self._open.get(subject)
        if feed is not None:
            feed.listeners.add(listener)
            return
        feed = self._open[subject] = _Feed(read, {listener})
        feed.subscription = await self._nats.subscribe(subject, cb=feed.heard)

    async def _leave(self, listener: Listener, subject: str) -> None:
        feed = self._open.get(subject)
        if feed is None:
            return
        feed.listeners.discard(listener)
        if not feed.listeners:
            del self._open[subject]
            if feed.subscription is not None and not (self._nats.is_closed or self._nats.is_draining):
                await feed.subscription.unsubscribe()
