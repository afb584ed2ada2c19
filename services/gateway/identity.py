"""Whose token is this? Person and tenant come from here and from nowhere else."""

import hashlib
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from uuid import UUID

from services.gateway.settings import GatewaySettings
from shared.client import HoldfastClient
from shared.errors import UnauthorizedError
from shared.queries import Identity, Scope, WhoIs

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

    async def of(self, token: str) -> Identity:
        """The token's owner; an UnauthorizedError when it has none."""
        if TOKEN.fullmatch(token) is None:
            raise UnauthorizedError
        if self._admin_token is not None and secrets.compare_digest(token.encode(), self._admin_token):
            return self._admin
        digest = digest_of(token)
        kept = self._kept.get(digest)
        if kept is not None and self._now() < kept[1]:
            self._kept.move_to_end(digest)
            return kept[0]
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
        identity = await self._client.ask(WhoIs(token_digest=digest))
        self._kept[digest] = identity, self._now() + self._keep_seconds
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return identity


def digest_of(token: str) -> str:
    """What of a token leaves the door."""
    return hashlib.sha256(token.encode()).hexdigest()
