"""Which waiting lines are taken together as one turn, and whether a line may answer the standing offer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from shared.ids import new_id
from shared.message import MAX_LINE
from shared.pipeline import LINE
from shared.queries import Caller
from shared.turns import Channel, EngagementKind, Turn, TurnLine

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


def take_together(waiting: Sequence[WaitingLine], offer: ShownOffer | None) -> Sequence[WaitingLine]:
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
