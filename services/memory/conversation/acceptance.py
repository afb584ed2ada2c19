"""What becomes of a line that a gateway hands in: refused, known already, waiting, or the beginning of a turn."""

import hmac
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.memory.conversation.taking import Place, WaitingLine, new_turn
from shared.errors import (
    KeyReusedError,
    NoPersonalEngagementError,
    PersonNotFoundError,
    ProjectArchivedError,
    ProjectNotFoundError,
    SaidOffTheRecordError,
    TooManyWaitingError,
)
from shared.queries import Accepted, Converse, EngagementStatus
from shared.turns import Turn

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


def decide(standing: Standing | None, request: Converse) -> Decision:
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
