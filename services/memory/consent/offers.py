"""Offers in their table: asked, waiting, answered; and what an answered one leaves in the talk's own record."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Literal
from uuid import UUID

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.assertion import HELD_FOR
from services.memory.store.database import run_statement
from services.memory.turn.tables import OFFER
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.contracts.operations import LINE_OUT, Action, MemoryChange, Offer, Outcome
from shared.contracts.requests.notebook import OfferView

OfferStatus = Literal["answered", "waiting", "lapsed"]
"""What an offer is that no longer stands: done with, still answerable on its card or by its name, or replaced."""


@dataclass(frozen=True, slots=True)
class StandingOffer:
    """The offer that waits, as the database has it now, and whether this turn may answer it."""

    offer: Offer
    answerable: bool


def line_leaving(outcomes: Sequence[Outcome], standing: StandingOffer | None) -> UUID | None:
    """The turn whose line leaves the talk with what was just agreed to; none, and none leaves."""
    agreed = any(o.code == LINE_OUT and o.action in (Action.RETRACTED, Action.ERASED) for o in outcomes)
    return standing.offer.takes_out if agreed and standing is not None else None


BECAME = MappingProxyType({"committed": "kept", "retracted": "dropped", "held": "reworded"})
"""By where it stands since."""


def decision_note(memory: Sequence[MemoryChange]) -> str:
    """Empty when nothing was changed by it."""
    told = ((word, _numbers(memory, force)) for force, word in BECAME.items())
    return "; ".join(f"{word} number {numbers}" for word, numbers in told if numbers)


def _numbers(memory: Sequence[MemoryChange], force: str) -> str:
    return ", ".join(str(change.display_number) for change in memory if change.force == force)


OFFER_STANDS_FOR = timedelta(days=7)

OPEN = frozenset({"standing", "waiting"})

MOST_OFFERS_SHOWN = 50


async def settle_offer(connection: AsyncConnection, person_id: UUID, offer_id: UUID, status: OfferStatus) -> None:
    """The offer no longer stands: it was answered, or the talk went on."""
    await connection.execute(
        update(OFFER).where(OFFER.c.person_id == person_id, OFFER.c.id == offer_id).values(status=status)
    )


async def note_decided(connection: AsyncConnection, who: Caller, turn_id: UUID, said: str) -> None:
    """The same of what was decided on a card."""
    if said:
        parameters = {"id": new_id(), "person_id": who.person_id, "turn_id": turn_id, "content": said}
        await run_statement(connection, "consent/note_decided", parameters)


async def add_offer(connection: AsyncConnection, who: Caller, turn_id: UUID, offer: Offer, now: datetime) -> None:
    """An offer that stands from now on; a former one waits. From the first asking on a memory has its days."""
    standing = (OFFER.c.person_id == who.person_id) & (OFFER.c.status == "standing")
    again = await connection.execute(
        update(OFFER).where(standing, OFFER.c.id == offer.offer_id).values(turn_id=turn_id).returning(OFFER.c.id)
    )
    if again.one_or_none() is not None:
        return
    await connection.execute(update(OFFER).where(standing).values(status="waiting"))
    items = [item.model_dump(mode="json") for item in offer.items]
    asked = {"person_id": who.person_id, "items": [item.assertion_id for item in offer.items]}
    await run_statement(connection, "consent/mark_asked", {**asked, "now": now, "until": now + HELD_FOR})
    await connection.execute(
        insert(OFFER).values(
            id=offer.offer_id,
            tenant_id=who.tenant_id,
            person_id=who.person_id,
            turn_id=turn_id,
            kind=offer.kind.value,
            items=items,
            needs_choice=offer.needs_choice,
            needs_control=offer.needs_control,
            never_again=offer.never_again,
            more=offer.more,
            asked_again=offer.asked_again,
            awaits=offer.awaits,
            takes_out=offer.takes_out,
            expires_at=now + OFFER_STANDS_FOR,
        )
    )


@dataclass(frozen=True, slots=True)
class FoundOffer:
    """An offer by its id, and whether it can be answered still."""

    offer: Offer
    turn_id: UUID
    stands: bool


async def offer_by_id(connection: AsyncConnection, person_id: UUID, offer_id: UUID, now: datetime) -> FoundOffer | None:
    """One of the person's offers, and whether it can be answered still."""
    wanted = (OFFER.c.person_id == person_id) & (OFFER.c.id == offer_id)
    row = (await connection.execute(select(OFFER).where(wanted))).one_or_none()
    if row is None:
        return None
    fields = {name: getattr(row, name) for name in Offer.model_fields if name != "offer_id"}
    return FoundOffer(
        offer=Offer.model_validate({**fields, "offer_id": row.id}),
        turn_id=row.turn_id,
        stands=row.status in OPEN and row.expires_at > now,
    )


async def open_offers(connection: AsyncConnection, person_id: UUID, now: datetime) -> list[OfferView]:
    """What can be answered still: first what was asked in the last reply, then what waits, the newest first."""
    parameters = {"person_id": person_id, "now": now, "most": MOST_OFFERS_SHOWN}
    return [
        OfferView(
            offer=Offer.model_validate_json(row["offer"]),
            turn_id=row["turn_id"],
            asked=row["asked"],
            line=row["line"],
            created_at=row["created_at"],
            expires_at=row["expires_at"],
        )
        for row in await run_statement(connection, "consent/list_open_offers", parameters)
    ]


async def wait_for_answers(connection: AsyncConnection, who: Caller, held: Sequence[UUID], now: datetime) -> None:
    """What is held once more is asked about again, where a question about it was answered."""
    if held:
        await run_statement(
            connection, "consent/wait_again", {"person_id": who.person_id, "ids": list(held), "now": now}
        )
