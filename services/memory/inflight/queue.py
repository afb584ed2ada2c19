"""What waits behind a turn: which lines are taken together, what may answer an offer, and how the next turn begins."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.inflight.ending import LOST, load_turn
from services.memory.people.queries import begin_conversation
from services.memory.store.context import MemoryContext, owner_of
from services.memory.store.database import run_for_one, run_statement
from shared.bus import forwarding
from shared.bus.forwarding import forward_turn
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.contracts.message import MAX_LINE
from shared.contracts.notices import Closed, Failed, Started
from shared.contracts.operations import Offer
from shared.contracts.pipeline import LINE, reply_headers, reply_subject
from shared.contracts.turns import Channel, EngagementKind, Turn, TurnLine

MOST_LINES = 10

MOST_CHARACTERS = MAX_LINE


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line was said: what must be the same for lines to be one thought."""

    engagement_id: UUID
    engagement_kind: EngagementKind
    engagement_title: str
    channel: Channel
    write: bool
    read: bool


@dataclass(frozen=True, slots=True)
class WaitingLine:
    """A stored line that no turn has taken yet."""

    line_id: UUID
    text: str
    moment: int
    place: Place


@dataclass(frozen=True, slots=True)
class ShownOffer:
    """The offer that waits for an answer, and the moment since which it was there to be seen."""

    offer_id: UUID
    since: int


def new_turn(
    who: Caller, conversation_id: UUID, lines: Sequence[WaitingLine], times: tuple[datetime, datetime]
) -> Turn:
    """The turn that answers these lines, all said in one place, with its whole way before it."""
    place, (activated_at, deadline) = lines[0].place, times
    return Turn(
        turn_id=new_id(),
        tenant_id=who.tenant_id,
        person_id=who.person_id,
        conversation_id=conversation_id,
        engagement_id=place.engagement_id,
        engagement_kind=place.engagement_kind,
        engagement_title=place.engagement_title,
        channel=place.channel,
        write=place.write,
        read=place.read,
        lines=tuple(TurnLine(line_id=line.line_id, text=line.text) for line in lines),
        offered=1,
        steps=LINE,
        activated_at=activated_at,
        deadline=deadline,
    )


def may_answer(line: WaitingLine, offer: ShownOffer | None) -> bool:
    """Only a line accepted after the offer was shown can be an answer to it; by the database's order, not a clock."""
    return offer is not None and line.moment > offer.since


def next_batch(waiting: Sequence[WaitingLine], offer: ShownOffer | None) -> Sequence[WaitingLine]:
    """The longest beginning that is one thought; a line that may answer an offer stands alone."""
    first = waiting[0]
    if may_answer(first, offer):
        return waiting[:1]
    size, count = 0, 0
    for line in waiting[:MOST_LINES]:
        size += len(line.text) + bool(count)  # the newline between two lines counts too
        if line.place != first.place or size > MOST_CHARACTERS or may_answer(line, offer):
            break
        count += 1
    return waiting[:count]


def turn_row(turn: Turn, answers_offer_id: UUID | None) -> dict[str, object]:
    """A turn as the statements that store one take it."""
    return {
        "turn_id": turn.turn_id,
        "tenant_id": turn.tenant_id,
        "person_id": turn.person_id,
        "conversation_id": turn.conversation_id,
        "engagement_id": turn.engagement_id,
        "channel": turn.channel.value,
        "write": turn.write,
        "read": turn.read,
        "steps": turn.steps,
        "answers_offer_id": answers_offer_id,
        "activated_at": turn.activated_at,
        "deadline": turn.deadline,
    }


async def store_activated(connection: AsyncConnection, turn: Turn, answers_offer_id: UUID | None) -> None:
    """Makes lines that waited the person's turn in flight."""
    await run_statement(
        connection, "inflight/activate_turn", turn_row(turn, answers_offer_id) | {"line_ids": turn.covers}
    )


@dataclass(frozen=True, slots=True)
class Closing:
    """What ending a turn depends on: whether it still counts, and what waits behind it."""

    is_active: bool
    is_lost: bool
    busy: bool
    turn_status: str | None
    waiting: Sequence[WaitingLine]
    replayed_turn_id: UUID | None
    offer: ShownOffer | None
    conversation_id: UUID | None
    """None is open: what waits begins the next one."""

    def after(self, made: Offer | None) -> Self:
        """Once the turn made an offer of its own, what waited before it can answer neither that one nor the former."""
        standing = self.offer is not None and made is not None and made.offer_id == self.offer.offer_id
        return self if made is None or standing else replace(self, offer=None)


async def load_closing(
    connection: AsyncConnection, person_id: UUID, turn_id: UUID, most: int, now: datetime
) -> Closing | None:
    """Read under the person's lock."""
    parameters = {"person_id": person_id, "turn_id": turn_id, "most": most, "now": now}
    row = await run_for_one(connection, "inflight/load_closing", parameters)
    if row is None:
        return None
    offer = ShownOffer(row["standing_offer_id"], row["standing_since"]) if row["standing_offer_id"] else None
    return Closing(
        is_active=row["active_turn_id"] == turn_id,
        is_lost=bool(row["is_lost"]),
        busy=row["active_turn_id"] is not None,
        turn_status=row["turn_status"],
        waiting=[w.as_line() for w in _WAITING.validate_json(row["waiting"])],
        replayed_turn_id=row["replayed_turn_id"],
        offer=offer,
        conversation_id=row["conversation_id"],
    )


@dataclass(frozen=True, slots=True)
class _WaitingRow:
    line_id: UUID
    text: str | None
    """None: it was said off the record, and went with a crash; opening its turn ends it."""
    moment: int
    channel: Channel
    write: bool
    read: bool
    engagement_id: UUID
    engagement_kind: EngagementKind
    engagement_title: str

    def as_line(self) -> WaitingLine:
        place = Place(
            self.engagement_id, self.engagement_kind, self.engagement_title, self.channel, self.write, self.read
        )
        return WaitingLine(self.line_id, self.text or LOST, self.moment, place)


_WAITING = TypeAdapter(list[_WaitingRow])


async def store_reactivated(
    connection: AsyncConnection, person_id: UUID, turn_id: UUID, times: tuple[datetime, datetime]
) -> None:
    """A turn that had failed is the person's turn in flight once more, with a new deadline."""
    now, deadline = times
    parameters = {"person_id": person_id, "turn_id": turn_id, "now": now, "deadline": deadline}
    await run_statement(connection, "inflight/reactivate_turn", parameters)


async def tell_doors(
    memory: MemoryContext, person_id: UUID, event: Closed | Failed | Started, *, write: bool = True
) -> None:
    """An event of a reply, to all of the person's doors; what is off the record does not stay with the broker."""
    subject = reply_subject(person_id, event.turn_id)
    await forwarding.publish_notice(
        memory.broker, event.model_dump_json().encode(), subject, reply_headers(write=write)
    )


async def next_turn(memory: MemoryContext, connection: AsyncConnection, ended: Turn, closing: Closing) -> Turn | None:
    """What waits behind a turn that has ended becomes the person's turn in flight."""
    if closing.replayed_turn_id is not None:
        return await reactivate_turn(memory, connection, ended.person_id, closing.replayed_turn_id)
    if not closing.waiting:
        return None
    taken = next_batch(closing.waiting, closing.offer)
    answers = closing.offer.offer_id if closing.offer is not None and may_answer(taken[0], closing.offer) else None
    conversation_id = closing.conversation_id
    if conversation_id is None:
        conversation_id = (await begin_conversation(connection, owner_of(ended)))["conversation_id"]
    turn = new_turn(owner_of(ended), conversation_id, taken, memory.times())
    await store_activated(connection, turn, answers)
    return turn


async def reactivate_turn(
    memory: MemoryContext, connection: AsyncConnection, person_id: UUID, turn_id: UUID
) -> Turn | None:
    """A turn that had failed has another life."""
    await store_reactivated(connection, person_id, turn_id, memory.times())
    found = await load_turn(connection, person_id, turn_id)
    return None if found is None else found.as_offered()


async def begin_turn(memory: MemoryContext, turn: Turn) -> None:
    """Tells the person's doors which lines are answered now, and puts the turn on the line."""
    await tell_doors(memory, turn.person_id, Started(turn_id=turn.turn_id, covers=turn.covers))
    await forward_turn(memory.broker, turn)
