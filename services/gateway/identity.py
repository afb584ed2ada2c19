"""Whose token is this? Person and tenant come from here and from nowhere else."""

import hashlib
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

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
