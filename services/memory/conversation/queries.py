"""The conversation's SQL: rows in, domain objects out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self
from uuid import UUID

from asyncpg import Record
from pydantic import TypeAdapter
from sqlalchemy import insert, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversation.acceptance import KnownLine, Standing
from services.memory.conversation.ending import Failure
from services.memory.conversation.performing import resumed
from services.memory.conversation.tables import CONVERSATION, OFFER
from services.memory.conversation.taking import Place, StandingOffer, WaitingLine
from services.memory.database import run, run_one
from shared.ids import new_id
from shared.notices import Closed
from shared.operations import Offer
from shared.queries import Caller, Converse, EngagementStatus
from shared.turns import (
    AnsweredTurn,
    Channel,
    EngagementKind,
    Exchange,
    PersonView,
    Stamp,
    Turn,
    TurnLine,
)

HISTORY_EXCHANGES = 6
"""What understanding needs of what was said before; it travels with the turn through every step."""
OFFER_STANDS_FOR = timedelta(days=7)

_EXCHANGES = TypeAdapter(tuple[Exchange, ...])
_LINES = TypeAdapter(tuple[TurnLine, ...])
_STAMPS = TypeAdapter(tuple[Stamp, ...])


async def standing_of(connection: AsyncConnection, request: Converse, now: datetime) -> Standing | None:
    """How the person stands, for a line that wants to be accepted."""
    parameters = {
        "person_id": request.caller.person_id,
        "project_id": request.project_id,
        "line_id": request.line_id,
        "now": now,
    }
    row = await run_one(connection, "conversation/accept", parameters)
    if row is None:
        return None
    known = KnownLine(row["known_body_hash"], row["known_turn_id"]) if row["known_line_id"] else None
    return Standing(
        place=_place(row, request.channel) if row["engagement_id"] else None,
        engagement_status=EngagementStatus(row["engagement_status"]) if row["engagement_id"] else None,
        conversation_id=row["conversation_id"],
        active_turn_id=row["active_turn_id"],
        known=known,
        waiting=row["waiting"],
        standing_offer_id=row["standing_offer_id"],
    )


def _place(row: Record, channel: Channel) -> Place:
    return Place(
        engagement_id=row["engagement_id"],
        engagement_kind=EngagementKind(row["engagement_kind"]),
        engagement_title=row["engagement_title"],
        channel=channel,
        write=row["write"],
        read=row["read"],
    )


def _line(request: Converse, place: Place) -> dict[str, object]:
    return {
        "line_id": request.line_id,
        "tenant_id": request.caller.tenant_id,
        "person_id": request.caller.person_id,
        "engagement_id": place.engagement_id,
        "channel": place.channel.value,
        "write": place.write,
        "read": place.read,
        "text": request.text,
        "body_hash": request.body_hash,
    }


def _turn(turn: Turn, answers_offer_id: UUID | None) -> dict[str, object]:
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


async def add_line(connection: AsyncConnection, request: Converse, place: Place) -> None:
    """Stores a line that waits."""
    await run(connection, "conversation/add_line", _line(request, place))


async def begin(
    connection: AsyncConnection, request: Converse, place: Place, turn: Turn, answers_offer_id: UUID | None
) -> None:
    """Stores a line together with the turn that it begins."""
    await run(connection, "conversation/begin", _line(request, place) | _turn(turn, answers_offer_id))


async def activate(connection: AsyncConnection, turn: Turn, answers_offer_id: UUID | None) -> None:
    """Makes lines that waited the person's turn in flight."""
    await run(connection, "conversation/activate", _turn(turn, answers_offer_id) | {"line_ids": turn.covers})


@dataclass(frozen=True, slots=True)
class Opening:
    """What a turn is opened with."""

    person: PersonView
    history: tuple[Exchange, ...]
    standing: Offer | None
    may_answer: bool


async def opening_of(connection: AsyncConnection, turn: Turn, now: datetime) -> Opening | None:
    """Read when the turn is opened; nothing when the turn no longer is the person's active one."""
    parameters = {
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "engagement_id": turn.engagement_id,
        "exchanges": HISTORY_EXCHANGES,
        "now": now,
    }
    row = await run_one(connection, "conversation/open", parameters)
    if row is None or row["active_turn_id"] != turn.turn_id:
        return None
    standing = Offer.model_validate_json(row["standing"]) if row["standing"] else None
    return Opening(
        person=PersonView(companion_name=row["companion_name"], language=row["language"], time_zone=row["time_zone"]),
        history=_EXCHANGES.validate_json(row["history"]),
        standing=standing,
        may_answer=standing is not None and standing.offer_id == row["answers_offer_id"],
    )


@dataclass(frozen=True, slots=True)
class Performable:
    """What performing a turn depends on."""

    is_active: bool
    performed: str | None
    answerable_offer_id: UUID | None


async def performable(connection: AsyncConnection, turn: Turn) -> Performable | None:
    """Read under the person's lock."""
    parameters = {"person_id": turn.person_id, "turn_id": turn.turn_id}
    row = await run_one(connection, "conversation/perform", parameters)
    if row is None:
        return None
    return Performable(row["active_turn_id"] == turn.turn_id, row["performed"], row["answerable_offer_id"])


async def store_form(connection: AsyncConnection, turn: Turn, step: str) -> None:
    """The next form, stored with the effect: a later copy of the message goes on with this one."""
    parameters = {
        "tenant_id": turn.tenant_id,
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "step": step,
        "form": turn.model_dump_json(),
    }
    await run(connection, "conversation/store_form", parameters)


async def lapse_offer(connection: AsyncConnection, person_id: UUID, offer_id: UUID) -> None:
    """The offer no longer waits."""
    await connection.execute(
        update(OFFER).where(OFFER.c.person_id == person_id, OFFER.c.id == offer_id).values(status="lapsed")
    )


@dataclass(frozen=True, slots=True)
class Closing:
    """What ending a turn depends on: whether it still counts, and what waits behind it."""

    is_active: bool
    busy: bool
    turn_status: str | None
    waiting: Sequence[WaitingLine]
    replayed_turn_id: UUID | None
    offer: StandingOffer | None
    conversation_id: UUID

    def after(self, made: Offer | None) -> Self:
        """Once the turn made an offer of its own, what waited before it can answer neither that one nor the former."""
        return self if made is None else replace(self, offer=None)


async def closing_of(connection: AsyncConnection, person_id: UUID, turn_id: UUID, most: int) -> Closing | None:
    """Read under the person's lock."""
    parameters = {"person_id": person_id, "turn_id": turn_id, "most": most}
    row = await run_one(connection, "conversation/close", parameters)
    if row is None:
        return None
    offer = StandingOffer(row["standing_offer_id"], row["standing_since"]) if row["standing_offer_id"] else None
    return Closing(
        is_active=row["active_turn_id"] == turn_id,
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
    text: str
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
        return WaitingLine(self.line_id, self.text, self.moment, place)


_WAITING = TypeAdapter(list[_WaitingRow])


async def end_answered(connection: AsyncConnection, turn: AnsweredTurn, now: datetime) -> Closed:
    """Stores the reply and frees the person; gives what the person's doors are told."""
    contents = [*(line.text for line in turn.lines), turn.reply]
    parameters = {
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "now": now,
        "intent": turn.understanding.intent,
        "action": turn.action.value,
        "stamps": _STAMPS.dump_json(turn.stamps).decode(),
        "ids": [new_id() for _ in contents],
        "roles": ["person"] * len(turn.lines) + ["companion"],
        "contents": contents,
    }
    await run(connection, "conversation/answered", parameters)
    if turn.offer is not None:
        await _show_offer(connection, turn, turn.offer, now)
    return Closed(
        turn_id=turn.turn_id,
        covers=turn.covers,
        reply=turn.reply,
        intent=turn.understanding.intent,
        action=turn.action,
        offer=turn.offer,
        memory=turn.memory,
    )


async def _show_offer(connection: AsyncConnection, turn: AnsweredTurn, offer: Offer, now: datetime) -> None:
    former = update(OFFER).where(OFFER.c.person_id == turn.person_id, OFFER.c.status == "standing")
    await connection.execute(former.values(status="lapsed"))
    await connection.execute(
        insert(OFFER).values(
            id=offer.offer_id,
            tenant_id=turn.tenant_id,
            person_id=turn.person_id,
            turn_id=turn.turn_id,
            kind=offer.kind.value,
            items=[item.model_dump(mode="json") for item in offer.items],
            expires_at=now + OFFER_STANDS_FOR,
        )
    )


async def end_failed(connection: AsyncConnection, turn: Turn, failure: Failure, now: datetime) -> None:
    """Stores that there is no reply and frees the person."""
    parameters = {
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "now": now,
        "code": failure.code.value,
        "detail": failure.detail,
        "saved": failure.saved,
        "ids": [new_id() for _ in turn.lines],
        "contents": [line.text for line in turn.lines],
    }
    await run(connection, "conversation/failed", parameters)


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn as the database has it: what to put on the line again."""

    turn: Turn
    status: str
    performed: str | None

    def as_offered(self) -> Turn:
        """What to put on the line: the form that performing it left, or the turn from its beginning."""
        return self.turn if self.performed is None else resumed(self.performed, self.turn)


async def stored_turn(connection: AsyncConnection, person_id: UUID, turn_id: UUID) -> StoredTurn | None:
    """The turn with its lines, and the form that performing it left."""
    parameters = {"person_id": person_id, "turn_id": turn_id}
    row = await run_one(connection, "conversation/turn", parameters)
    if row is None:
        return None
    fields = {name: value for name, value in row.items() if name in Turn.model_fields}
    turn = Turn.model_validate({**fields, "lines": _LINES.validate_json(row["lines"]), "steps": tuple(row["steps"])})
    return StoredTurn(turn, row["status"], row["performed"])


_OFFERED_AGAIN = text(
    "update turn set offered = offered + 1 where person_id = :person_id and id = :turn_id and status = 'active'"
)
_WAIT_AGAIN = text("update turn set status = 'waiting' where person_id = :person_id and id = :turn_id")


async def offer_again(connection: AsyncConnection, person_id: UUID, turn_id: UUID) -> None:
    """Raises the offer number of the turn in flight: an equal one would be swallowed by the broker."""
    await connection.execute(_OFFERED_AGAIN, {"person_id": person_id, "turn_id": turn_id})


async def reactivate(
    connection: AsyncConnection, person_id: UUID, turn_id: UUID, times: tuple[datetime, datetime]
) -> None:
    """A turn that had failed is the person's turn in flight once more, with a new deadline."""
    now, deadline = times
    parameters = {"person_id": person_id, "turn_id": turn_id, "now": now, "deadline": deadline}
    await run(connection, "conversation/reactivate", parameters)


async def wait_again(connection: AsyncConnection, person_id: UUID, turn_id: UUID) -> None:
    """A turn that had failed waits behind the one in flight."""
    await connection.execute(_WAIT_AGAIN, {"person_id": person_id, "turn_id": turn_id})


async def begin_conversation(connection: AsyncConnection, who: Caller) -> None:
    """A person always has one active conversation; the database lets there be no second."""
    await connection.execute(insert(CONVERSATION).values(id=new_id(), tenant_id=who.tenant_id, person_id=who.person_id))
