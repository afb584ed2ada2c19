"""People's SQL."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from asyncpg import Record
from sqlalchemy import delete, insert, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.people.tables import API_TOKEN, PERSON, SIGN_IN_CODE
from services.memory.store.database import call_for_one, run_for_one
from services.memory.turn.tables import CONVERSATION
from shared.contracts.envelope import Caller
from shared.contracts.errors import PersonNotFoundError
from shared.contracts.ids import new_id
from shared.contracts.requests.people import ChangeMe, Identity, MadeBy, Me, Scope, Settings, Usage, WhoReads
from shared.contracts.understanding import ModelUse, Tokens
from shared.models.model_names import place_of

IN_THE_HOUSE = "offline"


async def add_person(connection: AsyncConnection, who: Caller, name: str, language: str, engagement_id: UUID) -> None:
    """A person's row; their personal engagement comes in the same transaction, which the database checks at its end."""
    await connection.execute(
        insert(PERSON).values(
            id=who.person_id,
            tenant_id=who.tenant_id,
            companion_name=name,
            language=language,
            time_zone="UTC",
            personal_engagement_id=engagement_id,
        )
    )


@dataclass(frozen=True, slots=True)
class NewToken:
    """What is stored of one."""

    token_id: UUID
    digest: str
    expires_at: datetime
    made_by: MadeBy


async def add_token(connection: AsyncConnection, who: Caller, new: NewToken) -> None:
    """A way to be recognised; the token itself is nowhere stored."""
    await connection.execute(
        insert(API_TOKEN).values(
            id=new.token_id,
            tenant_id=who.tenant_id,
            person_id=who.person_id,
            digest=new.digest,
            scope=Scope.PERSON.value,
            expires_at=new.expires_at,
            made_by=new.made_by.value,
        )
    )


async def end_first_token(connection: AsyncConnection, who: Caller) -> None:
    """The one that came with the person: whoever asks for it again has no use for it."""
    first = (API_TOKEN.c.person_id == who.person_id) & (API_TOKEN.c.made_by == MadeBy.PERSON.value)
    await connection.execute(delete(API_TOKEN).where(first & (API_TOKEN.c.scope == Scope.PERSON.value)))


async def identity_of(connection: AsyncConnection, digest: str) -> Identity | None:
    """Whom a token stands for."""
    row = await call_for_one(connection, "token_identity", digest)
    if row is None:
        return None
    return Identity(
        tenant_id=row["tenant_id"],
        person_id=row["person_id"],
        scope=Scope(row["scope"]),
        agent=row["agent"],
        token_id=row["token_id"],
    )


async def end_token(connection: AsyncConnection, token_digest: str) -> None:
    """A token is known no more."""
    await connection.execute(delete(API_TOKEN).where(API_TOKEN.c.digest == token_digest))


async def add_code(connection: AsyncConnection, who: Caller, digest: str, expires_at: datetime) -> None:
    """A one-time sign-in code."""
    await connection.execute(
        insert(SIGN_IN_CODE).values(
            id=new_id(), tenant_id=who.tenant_id, person_id=who.person_id, digest=digest, expires_at=expires_at
        )
    )


async def owner_of_code(connection: AsyncConnection, digest: str) -> Caller | None:
    """Who would sign in with a code."""
    row = await call_for_one(connection, "code_owner", digest)
    return None if row is None else Caller(tenant_id=row["tenant_id"], person_id=row["person_id"])


async def use_code(connection: AsyncConnection, digest: str, now: datetime) -> bool:
    """Uses a code up; whether it was good."""
    unused = (SIGN_IN_CODE.c.digest == digest) & SIGN_IN_CODE.c.used_at.is_(None) & (SIGN_IN_CODE.c.expires_at > now)
    result = await connection.execute(
        update(SIGN_IN_CODE).where(unused).values(used_at=now).returning(SIGN_IN_CODE.c.id)
    )
    return result.one_or_none() is not None


async def load_me(connection: AsyncConnection, who: Caller, now: datetime) -> Me | None:
    """The person, as they see themself."""
    row = await run_for_one(connection, "people/load_me", {"person_id": who.person_id, "now": now})
    if row is None:
        return None
    return Me(
        person_id=row["id"],
        companion_name=row["companion_name"],
        personal_engagement_id=row["personal_engagement_id"],
        settings=Settings(
            language=row["language"],
            time_zone=row["time_zone"],
            write=row["write"],
            read=row["read"],
            daily_budget=None if row["daily_budget"] is None else _dollars(row["daily_budget"]),
            retention_days=row["retention_days"],
            asking=row["asking"],
            keep_orders_at_once=row["keep_orders_at_once"],
            always_ask=tuple(row["always_ask"]),
            never_ask=tuple(row["never_ask"]),
        ),
        revision=row["revision"],
        usage=_usage(row),
        reader=_who(row["understood_by"]),
        speaker=_who(row["answered_by"]),
        set_aside=row["set_aside"],
        next_purge_at=row["next_purge_at"],
    )


def _who(stored: str | None) -> WhoReads | None:
    """Whoever did it, or was to and could not: that one was shown it, or would be the next time."""
    if not stored:
        return None
    use = ModelUse.model_validate_json(stored)
    provider, _, model = (use.fallback_from or f"{use.provider}:{use.model}").partition(":")
    place = "house" if provider == IN_THE_HOUSE else place_of(use.host)
    return WhoReads(provider=provider, model=model, host=use.host, place=place)


def _dollars(stored: Decimal) -> Decimal:
    """As people write it: without the zeros that a column of fixed precision adds."""
    return Decimal(format(stored.normalize(), "f"))


def _usage(row: Record) -> Usage:
    counted = Tokens(
        sent=row["sent"], received=row["received"], cache_written=row["cache_written"], cache_read=row["cache_read"]
    )
    return Usage(
        day=row["day"].isoformat(),
        turns=row["turns"],
        tokens=counted,
        cost=_dollars(row["cost"]),
        unpriced_calls=row["unpriced_calls"],
    )


async def change_me(connection: AsyncConnection, change: ChangeMe) -> None:
    """Changes what is named."""
    person_id = change.caller.person_id
    settable = {"companion_name", "language", "time_zone", "daily_budget", "retention_days"}
    settable |= {"asking", "keep_orders_at_once", "always_ask", "never_ask"}
    named = change.model_dump(include=settable, exclude_none=True)
    if change.no_budget:
        named["daily_budget"] = None
    if change.no_retention:
        named["retention_days"] = None
    if named:
        await connection.execute(update(PERSON).where(PERSON.c.id == person_id).values(named))
    switches = change.model_dump(include={"write", "read"}, exclude_none=True)
    if switches:
        mine = (CONVERSATION.c.person_id == person_id) & CONVERSATION.c.status.in_(OPEN_CONVERSATION)
        switched = update(CONVERSATION).where(mine).values(switches).returning(CONVERSATION.c.id)
        if (await connection.execute(switched)).first() is None:  # between two of them: the next one has the switches
            await begin_conversation(connection, change.caller)
            await connection.execute(switched)


OPEN_CONVERSATION = ("active", "ready_to_close")
"""The database lets a person have one of these."""


async def begin_conversation(connection: AsyncConnection, who: Caller) -> Mapping[str, Any]:
    """The next conversation: its switches, and what of memory it has seen, are those of the one before."""
    new = {"id": new_id(), "tenant_id": who.tenant_id, "person_id": who.person_id}
    begun = await run_for_one(connection, "people/begin_conversation", new)
    if begun is None:
        raise PersonNotFoundError
    return dict(begun)
