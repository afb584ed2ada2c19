"""Who calls, and how much they may ask for: person and tenant come from the token and from nowhere else."""

import hashlib
import re
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar
from uuid import UUID

from services.gateway.problems import TooFastError, TooManyStreamsError
from services.gateway.settings import GatewaySettings
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.errors import UnauthorizedError
from shared.contracts.requests.people import Identity, Scope, WhoIs

KeptT = TypeVar("KeptT")

MOST_KEPT = 10_000
TOKEN = re.compile(r"[A-Za-z0-9._~+/=-]{8,512}", re.ASCII)
"""What a token can look like; anything else is refused without asking."""


class Identities:
    """Owners of tokens, remembered for a short while by the token's digest."""

    def __init__(
        self, client: HoldfastClient, settings: GatewaySettings, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._client = client
        self._keep_seconds = settings.token_cache_seconds
        self._admin_token = settings.admin_token.get_secret_value().encode() if settings.admin_token else None
        self._admin = Identity(tenant_id=settings.tenant_id, person_id=None, scope=Scope.ADMIN)
        self._now = now
        self._kept: OrderedDict[str, tuple[Identity, float]] = OrderedDict()
        self._nobodys: OrderedDict[str, tuple[bool, float]] = OrderedDict()

    def known(self, token: str) -> Identity | None:
        """The token's owner, if it is known without asking."""
        if TOKEN.fullmatch(token) is None:
            return None
        if self._admin_token is not None and secrets.compare_digest(token.encode(), self._admin_token):
            return self._admin
        return _fresh(self._kept, digest_of(token), self._now())

    async def of(self, token: str) -> Identity:
        """The token's owner; an UnauthorizedError when it has none."""
        if (known := self.known(token)) is not None:
            return known
        digest = digest_of(token)
        if TOKEN.fullmatch(token) is None or _fresh(self._nobodys, digest, self._now()):
            raise UnauthorizedError
        return await self._ask(digest)

    def forget(self, token: str) -> None:
        """The token was signed out."""
        self._kept.pop(digest_of(token), None)

    def forget_person(self, person_id: UUID) -> None:
        """The person is gone, and so are their tokens."""
        self._kept = OrderedDict(
            (digest, kept) for digest, kept in self._kept.items() if kept[0].person_id != person_id
        )

    async def _ask(self, digest: str) -> Identity:
        self._kept.pop(digest, None)
        until = self._now() + self._keep_seconds
        try:
            identity = await self._client.ask(WhoIs(token_digest=digest))
        except UnauthorizedError:  # no token is ever made that was nobody's: they are random
            _keep(self._nobodys, digest, (True, until))
            raise
        _keep(self._kept, digest, (identity, until))
        return identity


def _fresh(kept: OrderedDict[str, tuple[KeptT, float]], digest: str, now: float) -> KeptT | None:
    found = kept.get(digest)
    if found is None or now >= found[1]:
        return None
    kept.move_to_end(digest)
    return found[0]


def _keep(kept: OrderedDict[str, tuple[KeptT, float]], digest: str, what: tuple[KeptT, float]) -> None:
    kept[digest] = what
    if len(kept) > MOST_KEPT:
        kept.popitem(last=False)


def digest_of(token: str) -> str:
    """What of a token leaves the door."""
    return hashlib.sha256(token.encode()).hexdigest()


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
