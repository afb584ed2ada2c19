"""Accept: what becomes of a line that a gateway hands in, and what is stored of it."""

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.inflight.queue import Place, WaitingLine, begin_turn, new_turn, turn_row
from services.memory.people.queries import begin_conversation
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_for_one, run_statement
from shared.bus.failpoints import pass_failpoint
from shared.contracts.errors import (
    KeyReusedError,
    NoPersonalEngagementError,
    PersonNotFoundError,
    ProjectArchivedError,
    ProjectNotFoundError,
    SaidOffTheRecordError,
    TooManyWaitingError,
)
from shared.contracts.requests.people import EngagementStatus
from shared.contracts.requests.turns import Accepted, Converse, Earlier
from shared.contracts.turns import Channel, EngagementKind, Turn

MOST_WAITING = 20


@dataclass(frozen=True, slots=True)
class KnownLine:
    """A line that the same key had brought before."""

    body_hash: str
    turn_id: UUID | None
    is_gone: bool = False
    """It was said off the record, and its turn is over."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How the person stands at the moment of acceptance, under their lock."""

    place: Place | None
    engagement_status: EngagementStatus | None
    conversation_id: UUID
    active_turn_id: UUID | None
    known: KnownLine | None
    waiting: int
    standing_offer_id: UUID | None
    secret: bytes
    """The person's: keys the hashes of what must not be tried out."""


@dataclass(frozen=True, slots=True)
class Waits:
    """Stored behind the turn in flight."""

    place: Place
    secret: bytes


@dataclass(frozen=True, slots=True)
class Begins:
    """The person was idle: the line begins a turn, which may answer the standing offer."""

    place: Place
    conversation_id: UUID
    answers_offer_id: UUID | None
    secret: bytes

    def turn(self, request: Converse, times: tuple[datetime, datetime]) -> Turn:
        """The turn that the line begins."""
        line = WaitingLine(request.line_id, request.text, 0, self.place)
        return new_turn(request.caller, self.conversation_id, [line], times)


Decision = Accepted | Waits | Begins


def decide_acceptance(standing: Standing | None, request: Converse) -> Decision:
    """The decision; a refusal is raised."""
    if standing is None:
        raise PersonNotFoundError
    if standing.known is not None:
        return _again(standing.known, request, standing.secret)
    place = _open_place(standing, request)
    if standing.waiting >= MOST_WAITING:
        raise TooManyWaitingError(MOST_WAITING)
    if standing.active_turn_id is not None or standing.waiting:
        return Waits(place, standing.secret)
    return Begins(place, standing.conversation_id, standing.standing_offer_id, standing.secret)


ERASED = "erased"
"""Stands for the hash of an erased line, with which its words could be tried out."""


def keyed_hash(secret: bytes, body_hash: str) -> str:
    """In place of the hash of what was said off the record: without the person's secret no words can be tried out."""
    return hmac.digest(secret, body_hash.encode(), "sha256").hex()


def _again(known: KnownLine, request: Converse, secret: bytes) -> Accepted:
    if known.body_hash not in {request.body_hash, keyed_hash(secret, request.body_hash), ERASED}:
        raise KeyReusedError
    if known.is_gone:
        raise SaidOffTheRecordError
    return Accepted(line_id=request.line_id, turn_id=known.turn_id, repeated=True)


def _open_place(standing: Standing, request: Converse) -> Place:
    if standing.place is None:
        raise NoPersonalEngagementError if request.project_id is None else ProjectNotFoundError
    if standing.engagement_status is EngagementStatus.ARCHIVED:
        raise ProjectArchivedError(standing.place.engagement_title)
    return standing.place


EARLIER = TypeAdapter(tuple[Earlier, ...])


async def load_standing(connection: AsyncConnection, request: Converse, now: datetime) -> Standing | None:
    """How the person stands, for a line that wants to be accepted."""
    parameters = {
        "person_id": request.caller.person_id,
        "project_id": request.project_id,
        "line_id": request.line_id,
        "now": now,
    }
    row = await run_for_one(connection, "turn/load_to_accept", parameters)
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
        "earlier": EARLIER.dump_json(request.earlier).decode(),
    }


async def store_line(connection: AsyncConnection, request: Converse, waits: Waits) -> None:
    """Stores a line that waits."""
    await run_statement(connection, "turn/add_line", _line(request, waits.place, waits.secret))


async def store_first(connection: AsyncConnection, request: Converse, begins: Begins, turn: Turn) -> None:
    """Stores a line together with the turn that it begins."""
    line = _line(request, begins.place, begins.secret)
    await run_statement(connection, "turn/begin_turn", line | turn_row(turn, begins.answers_offer_id))


async def accept_line(memory: MemoryContext, request: Converse) -> Accepted:
    """Stores a line; when the person is idle it begins a turn, otherwise it waits behind the one in flight."""
    async with memory.writing(request.caller) as connection:
        decision = decide_acceptance(await load_standing(connection, request, memory.clock()), request)
        if isinstance(decision, Accepted):
            return decision
        if not isinstance(decision, Begins):
            await store_line(connection, request, decision)
            return Accepted(line_id=request.line_id, turn_id=None, repeated=False)
        turn = decision.turn(request, memory.times())
        await store_first(connection, request, decision, turn)
    await pass_failpoint("accept.committed")
    memory.spawn(begin_turn(memory, turn))
    return Accepted(line_id=request.line_id, turn_id=turn.turn_id, repeated=False)
