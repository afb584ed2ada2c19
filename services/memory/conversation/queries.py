"""The conversation's SQL: rows in, domain objects out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any, Self
from uuid import UUID, uuid5

from asyncpg import Record
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversation.acceptance import Begins, KnownLine, Standing, Waits, keyed_hash
from services.memory.conversation.confirming import Worded, told_in
from services.memory.conversation.decided import decided
from services.memory.conversation.ending import Failure, closed_of, mentioned_in, used_in
from services.memory.conversation.masking import Hidden, masked
from services.memory.conversation.performing import ENDS_UNASKED, OfferStatus, StandingOffer, resumed
from services.memory.conversation.tables import CONVERSATION, OFFER
from services.memory.conversation.taking import Place, ShownOffer, WaitingLine
from services.memory.database import run, run_one
from services.memory.knowledge.asking import AskingChoice
from services.memory.knowledge.assertion import HELD_FOR
from services.memory.operations.events import as_json, events_of, failed
from services.memory.people.tables import PERSON
from services.memory.reasoning.recording import understood
from shared.asking.days import zone
from shared.ids import new_id
from shared.memory_queries import OfferView
from shared.notices import Closed
from shared.operations import Action, Mentioned, Offer
from shared.queries import Asking, Caller, Converse, Earlier, EngagementStatus
from shared.stage.logs import failure as unreadable
from shared.turns import (
    AnsweredTurn,
    Channel,
    EngagementKind,
    Exchange,
    NearMemory,
    OpenedTurn,
    PastCorrection,
    PerformedTurn,
    PersonView,
    Stamp,
    Turn,
    TurnLine,
    newest_within,
)

EXCHANGES = 10
"""What a turn is told of the talk so far; it travels with the turn through every step."""
MOST_HISTORY = 40_000
"""Characters of it: a performed turn must stay well below what one message may carry."""
OFFER_STANDS_FOR = timedelta(days=7)
END_TOLD_BEFORE = timedelta(days=7)
"""So long before it ends unasked the person is told of it."""
OPEN = frozenset({"standing", "waiting"})
MOST_OFFERS_SHOWN = 50

LOST = "[off the record]"
"""Stands for words that went with a crash of the database; nobody is shown it, for the turn ends."""

_EARLIER = TypeAdapter(tuple[Earlier, ...])
_EXCHANGES = TypeAdapter(tuple[Exchange, ...])
_LINES = TypeAdapter(tuple[TurnLine, ...])
_STAMPS = TypeAdapter(tuple[Stamp, ...])
_HIDDEN = TypeAdapter(tuple[Hidden, ...])
_NEAR = TypeAdapter(tuple[NearMemory, ...])
_CORRECTIONS = TypeAdapter(tuple[PastCorrection, ...])
_MENTIONED = TypeAdapter(tuple[Mentioned, ...])


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
    known = (
        KnownLine(row["known_body_hash"], row["known_turn_id"], row["known_is_gone"]) if row["known_line_id"] else None
    )
    conversation: Mapping[str, Any] = row
    if row["conversation_id"] is None:  # nothing of ours leaves a person without one
        conversation = await begin_conversation(connection, request.caller)
    return Standing(
        place=_place({**dict(row), **dict(conversation)}, request.channel) if row["engagement_id"] else None,
        engagement_status=EngagementStatus(row["engagement_status"]) if row["engagement_id"] else None,
        conversation_id=conversation["conversation_id"],
        active_turn_id=row["active_turn_id"],
        known=known,
        waiting=row["waiting"],
        standing_offer_id=row["standing_offer_id"],
        secret=row["secret"],
    )


def _place(row: Mapping[str, Any], channel: Channel) -> Place:
    return Place(
        engagement_id=row["engagement_id"],
        engagement_kind=EngagementKind(row["engagement_kind"]),
        engagement_title=row["engagement_title"],
        channel=channel,
        write=row["write"],
        read=row["read"],
    )


def _line(request: Converse, place: Place, secret: bytes) -> dict[str, object]:
    return {
        "line_id": request.line_id,
        "tenant_id": request.caller.tenant_id,
        "person_id": request.caller.person_id,
        "engagement_id": place.engagement_id,
        "channel": place.channel.value,
        "write": place.write,
        "read": place.read,
        "text": request.text,
        "body_hash": request.body_hash if place.write else keyed_hash(secret, request.body_hash),
        "earlier": _EARLIER.dump_json(request.earlier).decode(),
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


async def add_line(connection: AsyncConnection, request: Converse, waits: Waits) -> None:
    """Stores a line that waits."""
    await run(connection, "conversation/add_line", _line(request, waits.place, waits.secret))


async def begin(connection: AsyncConnection, request: Converse, begins: Begins, turn: Turn) -> None:
    """Stores a line together with the turn that it begins."""
    line = _line(request, begins.place, begins.secret)
    await run(connection, "conversation/begin", line | _turn(turn, begins.answers_offer_id))


async def activate(connection: AsyncConnection, turn: Turn, answers_offer_id: UUID | None) -> None:
    """Makes lines that waited the person's turn in flight."""
    await run(connection, "conversation/activate", _turn(turn, answers_offer_id) | {"line_ids": turn.covers})


@dataclass(frozen=True, slots=True)
class Opening:
    """What a turn is opened with."""

    person: PersonView
    history: tuple[Exchange, ...]
    revision: int
    standing: Offer | None
    may_answer: bool
    newest: tuple[NearMemory, ...]
    """Of what is known here; none, and nothing is."""
    corrections: tuple[PastCorrection, ...]
    is_lost: bool
    """It is off the record, and its words went with a crash of the database."""


async def opening_of(
    connection: AsyncConnection, turn: Turn, now: datetime, allowed: Iterable[str] | None
) -> Opening | None:
    """Read when the turn is opened; nothing when the turn no longer is the person's active one."""
    parameters = {
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "engagement_id": turn.engagement_id,
        "exchanges": EXCHANGES,
        "now": now,
        "read": turn.read,
        "allowed": None if allowed is None else list(allowed),
    }
    row = await run_one(connection, "conversation/open", parameters)
    if row is None or row["active_turn_id"] != turn.turn_id:
        return None
    standing = Offer.model_validate_json(row["standing"]) if row["standing"] else None
    return Opening(
        person=PersonView(
            companion_name=row["companion_name"],
            language=row["language"],
            time_zone=row["time_zone"],
            may_spend=row["may_spend"],
        ),
        history=history_of(row, hidden_of(row), remembered(turn, row["earlier"])),
        revision=row["revision"],
        standing=standing,
        may_answer=standing is not None and standing.offer_id == row["answers_offer_id"],
        newest=_NEAR.validate_json(row["newest"]),
        corrections=_CORRECTIONS.validate_json(row["corrections"]),
        is_lost=not turn.write and row["earlier"] is None,
    )


def remembered(turn: Turn, earlier: str | None) -> tuple[Exchange, ...]:
    """What a client remembers of the talk before, which nobody else has."""
    said = enumerate(_EARLIER.validate_json(earlier or "[]"))
    return tuple(
        Exchange(
            turn_id=uuid5(turn.turn_id, str(place)), said=one.said, replied=one.replied, intent=None, from_client=True
        )
        for place, one in said
    )


def hidden_of(row: Record) -> tuple[Hidden, ...]:
    """What no model is shown of the talk."""
    return _HIDDEN.validate_json(row["hidden"])


def history_of(row: Record, hidden: Sequence[Hidden], remembered: Sequence[Exchange] = ()) -> tuple[Exchange, ...]:
    """The talk so far, as a model may see it; what was said off the record since is the client's to remember."""
    talk = (*_EXCHANGES.validate_json(row["history"]), *remembered)
    return newest_within(masked(talk, hidden), MOST_HISTORY)


@dataclass(frozen=True, slots=True)
class Performable:
    """What performing a turn depends on."""

    is_active: bool
    revision: int
    performed: str | None
    standing: StandingOffer | None
    is_lost: bool
    """It is off the record, and its words went with a crash of the database."""
    asking: AskingChoice
    ending: tuple[Mentioned, ...] = ()
    """What ends soon and was never asked about: the person is told once."""


async def performable(connection: AsyncConnection, turn: OpenedTurn, now: datetime) -> Performable | None:
    """Read under the person's lock."""
    parameters = {
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "now": now,
        "end_told_from": now + END_TOLD_BEFORE,
    }
    row = await run_one(connection, "conversation/perform", parameters)
    if row is None:
        return None
    return Performable(
        is_active=row["active_turn_id"] == turn.turn_id,
        revision=row["revision"],
        performed=row["performed"],
        standing=_standing(row),
        is_lost=row["is_lost"],
        asking=_asking(row, now.astimezone(zone(turn.person.time_zone)).date()),
        ending=_MENTIONED.validate_json(row["ending"]) if turn.write and row["ending"] else (),
    )


async def note_end_told(connection: AsyncConnection, turn: AnsweredTurn, now: datetime) -> None:
    """The reply that told of them is stored: it is not told again."""
    ids = [one.assertion_id for outcome in turn.outcomes if outcome.code == ENDS_UNASKED for one in outcome.mentioned]
    if ids:
        await run(connection, "conversation/note_end_told", {"person_id": turn.person_id, "ids": ids, "now": now})


def _asking(row: Record, today: date) -> AskingChoice:
    """Together is asked once on each day that something is said."""
    asking, asked_on = Asking(row["asking"]), row["asked_together_on"]
    return AskingChoice(
        asking=asking,
        keeps_orders_at_once=row["keep_orders_at_once"],
        always=frozenset(row["always_ask"]),
        never=frozenset(row["never_ask"]),
        is_due=asking is Asking.TOGETHER and asked_on != today,
        today=today,
    )


async def note_asked_together(connection: AsyncConnection, person_id: UUID, today: date | None) -> None:
    """What was put off was asked about today."""
    await connection.execute(update(PERSON).where(PERSON.c.id == person_id).values(asked_together_on=today))


def _standing(row: Record) -> StandingOffer | None:
    if row["standing"] is None or row["has_standing"] is None:
        return None
    return StandingOffer(Offer.model_validate_json(row["standing"]), row["answerable"])


async def store_form(connection: AsyncConnection, turn: Turn, step: str) -> None:
    """The next form, stored with the effect: a later copy of the message goes on with this one."""
    parameters = {
        "tenant_id": turn.tenant_id,
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "step": step,
        "form": turn.model_dump_json(),
        "write": turn.write,
    }
    await run(connection, "conversation/store_form", parameters)


async def settle_offer(connection: AsyncConnection, person_id: UUID, offer_id: UUID, status: OfferStatus) -> None:
    """The offer no longer stands: it was answered, or the talk went on."""
    await connection.execute(
        update(OFFER).where(OFFER.c.person_id == person_id, OFFER.c.id == offer_id).values(status=status)
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
    conversation_id: UUID

    def after(self, made: Offer | None) -> Self:
        """Once the turn made an offer of its own, what waited before it can answer neither that one nor the former."""
        standing = self.offer is not None and made is not None and made.offer_id == self.offer.offer_id
        return self if made is None or standing else replace(self, offer=None)


async def closing_of(
    connection: AsyncConnection, person_id: UUID, turn_id: UUID, most: int, now: datetime
) -> Closing | None:
    """Read under the person's lock."""
    parameters = {"person_id": person_id, "turn_id": turn_id, "most": most, "now": now}
    row = await run_one(connection, "conversation/close", parameters)
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


async def end_answered(connection: AsyncConnection, turn: AnsweredTurn, now: datetime) -> Closed:
    """Stores the reply with what was understood, and frees the person; gives what the person's doors are told."""
    closed = closed_of(turn)
    noted = _decided(turn)
    roles = ["person"] * len(turn.lines) + ["companion"] + ["system"] * len(noted)
    contents = [*(line.text for line in turn.lines), turn.reply, *noted]
    if not turn.write:
        roles, contents = [], []
    parameters = {
        **understood(turn, turn.answered_by, now),
        "action": turn.action.value,
        "stamps": _STAMPS.dump_json(turn.stamps).decode(),
        "ids": [new_id() for _ in contents],
        "roles": roles,
        "code": closed.code,
        "stored_count": closed.stored_count,
        "mentioned": mentioned_in(turn),
        "used": used_in(turn),
        "events": as_json(events_of(turn)),
        "contents": contents,
        "asked": len(turn.asked) if turn.reply.endswith(turn.asked) else 0,
    }
    await run(connection, "conversation/answered", parameters)
    if turn.offer is not None:
        who = Caller(tenant_id=turn.tenant_id, person_id=turn.person_id)
        await add_offer(connection, who, turn.turn_id, turn.offer, now)
    return closed


async def note_told(connection: AsyncConnection, turn: AnsweredTurn) -> None:
    """What the reply tells of what was done, so that it is hidden with it; off the record there is nothing to hide."""
    named = [Worded(one.assertion_id, one.content) for outcome in turn.outcomes for one in outcome.mentioned]
    if not turn.write or not (turn.memory or named):
        return
    mine = {"tenant_id": turn.tenant_id, "person_id": turn.person_id, "turn_id": turn.turn_id}
    changed = [Worded(**row) for row in await run(connection, "conversation/changed_in_turn", mine)]
    told = list(told_in(turn.reply, turn.answered_by.provider, [*changed, *named]))
    if told:
        ids, contents = [one.assertion_id for one in told], [one.content for one in told]
        await run(connection, "conversation/note_told", {**mine, "ids": ids, "contents": contents})


def _decided(turn: AnsweredTurn) -> list[str]:
    """What the person decided, as a line of the record that later compression reads; by numbers, without content."""
    if turn.action not in (Action.COMMITTED, Action.REJECTED, Action.RETRACTED, Action.REFINED):
        return []
    said = decided(turn.memory)
    return [said] if said else []


async def note_decided(connection: AsyncConnection, who: Caller, turn_id: UUID, said: str) -> None:
    """The same of what was decided on a card."""
    if said:
        parameters = {"id": new_id(), "person_id": who.person_id, "turn_id": turn_id, "content": said}
        await run(connection, "conversation/decided", parameters)


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
    await run(connection, "conversation/asked", {**asked, "now": now, "until": now + HELD_FOR})
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
        for row in await run(connection, "conversation/open_offers", parameters)
    ]


async def wait_for_answers(connection: AsyncConnection, who: Caller, held: Sequence[UUID], now: datetime) -> None:
    """What is held once more is asked about again, where a question about it was answered."""
    if held:
        await run(connection, "conversation/wait_again", {"person_id": who.person_id, "ids": list(held), "now": now})


async def end_failed(
    connection: AsyncConnection, turn: Turn, failure: Failure, now: datetime, *, step: str | None = None
) -> None:
    """Stores that there is no reply and frees the person; the step is the one that gave it up, if one did."""
    said = [line.text for line in turn.lines] if turn.write else []
    parameters = {
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "now": now,
        "code": failure.code.value,
        "detail": failure.detail,
        "saved": failure.saved,
        "ids": [new_id() for _ in said],
        "contents": said,
        "events": as_json([failed(step or failure.code.value)]),
    }
    await run(connection, "conversation/failed", parameters)


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A turn as the database has it: what to put on the line again."""

    turn: Turn
    status: str
    performed: PerformedTurn | None
    """The form that performing it left; none also when that cannot be read: its turn must end all the same."""
    has_kept: bool
    """Whether it changed memory."""
    is_lost: bool
    """It is off the record, and its words went: with its end, or with a crash of the database."""

    def as_offered(self) -> Turn:
        """What to put on the line: the form that performing it left, or the turn from its beginning."""
        return self.turn if self.performed is None else resumed(self.performed, self.turn)


async def stored_turn(connection: AsyncConnection, person_id: UUID, turn_id: UUID) -> StoredTurn | None:
    """The turn with its lines, and the form that performing it left."""
    parameters = {"person_id": person_id, "turn_id": turn_id, "lost": LOST}
    row = await run_one(connection, "conversation/turn", parameters)
    if row is None:
        return None
    fields = {name: value for name, value in row.items() if name in Turn.model_fields}
    turn = Turn.model_validate({**fields, "lines": _LINES.validate_json(row["lines"]), "steps": tuple(row["steps"])})
    return StoredTurn(turn, row["status"], _readable(row["performed"]), row["has_kept"], row["is_lost"])


def _readable(form: str | None) -> PerformedTurn | None:
    try:
        return None if form is None else PerformedTurn.model_validate_json(form)
    except ValidationError as error:
        unreadable("stored_form_unreadable", error)
        return None


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


async def begin_conversation(connection: AsyncConnection, who: Caller) -> Mapping[str, Any]:
    """A person always has one active conversation; the database lets there be no second."""
    new = insert(CONVERSATION).values(id=new_id(), tenant_id=who.tenant_id, person_id=who.person_id)
    shown = new.returning(CONVERSATION.c.id.label("conversation_id"), CONVERSATION.c.write, CONVERSATION.c.read)
    return dict((await connection.execute(shown)).mappings().one())
