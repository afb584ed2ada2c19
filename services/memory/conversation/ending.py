"""How a turn ends: with its reply, or without one in words that are true."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from shared.asking.away import answered_by, notice_of
from shared.assertions import Force
from shared.notices import Closed, Failed
from shared.operations import Action, Mentioned
from shared.turns import AnsweredTurn


class Ending(StrEnum):
    """Why there is no reply."""

    TOO_LATE = "too_late"
    BROKEN = "could_not_be_processed"
    INTERRUPTED = "interrupted"
    LOST = "lost"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Failure:
    """An ending with its sentence and whether anything was kept."""

    code: Ending
    detail: str
    saved: bool


_SENTENCES = {
    Ending.TOO_LATE: "This took too long, so I stopped.",
    Ending.BROKEN: "Something on our side could not handle this, so there is no answer.",
    Ending.STOPPED: "You stopped this before it was answered.",
    Ending.INTERRUPTED: "Something was erased while I was answering, so I stopped.",
    Ending.LOST: "The database had to begin anew, and what is off the record does not outlive that, so I stopped.",
}
_KEPT = "What you told me was kept; you find it in the notebook."
_NOT_KEPT = "Nothing was remembered from it; please say it again."


def closed_of(turn: AnsweredTurn) -> Closed:
    """A turn's end as the person's doors are told it."""
    mentioned = [one for outcome in turn.outcomes for one in outcome.mentioned]
    candidates, matched = named(turn.action, mentioned)
    return Closed(
        turn_id=turn.turn_id,
        covers=turn.covers,
        reply=turn.reply,
        intent=turn.understanding.intent,
        action=turn.action,
        offer=turn.offer,
        memory=turn.memory,
        candidates=candidates,
        matched=matched,
        stored_count=sum(change.force == Force.COMMITTED for change in turn.memory),
        code=next((outcome.code for outcome in turn.outcomes if outcome.code), None),
        answered_by=answered_by(turn.answered_by),
        notice=notice_of(turn.understanding.source, turn.answered_by, turn.understanding.language),
        asked=turn.asked if turn.offer is not None and turn.reply.endswith(turn.asked) else "",
        off_the_record=not turn.write,
    )


def mentioned_in(turn: AnsweredTurn) -> list[UUID]:
    """The assertions that the reply named, in their order."""
    return [one.assertion_id for outcome in turn.outcomes for one in outcome.mentioned]


MOST_USED = 4
"""Memories that an answer is made of; where more are quoted they are listed, and to be listed is no use."""


def used_in(turn: AnsweredTurn) -> list[UUID]:
    """The memories that the answer to a question was made of."""
    known = [quote.assertion_id for quote in turn.context.quotes if not quote.waits]
    return known if "summary" not in turn.reply_needs and len(known) <= MOST_USED else []


def named(action: Action, mentioned: Sequence[Mentioned]) -> tuple[tuple[Mentioned, ...], Mentioned | None]:
    """What may have been meant, when several were found; what was found, when it was one."""
    candidates = tuple(mentioned) if action is Action.AMBIGUOUS else ()
    return candidates, mentioned[0] if action in _MATCHED and mentioned else None


_MATCHED = frozenset({Action.CONFIRM_RETRACTION, Action.RETRACTED, Action.KNOWN})


def failure(code: Ending, *, has_kept: bool) -> Failure:
    """The ending, with the truth about what it leaves."""
    return Failure(code, f"{_SENTENCES[code]} {_KEPT if has_kept else _NOT_KEPT}", has_kept)


def failed_event(turn_id: UUID, covers: tuple[UUID, ...], failure: Failure) -> Failed:
    """The failure as the person's doors hear it."""
    return Failed(turn_id=turn_id, covers=covers, code=failure.code, detail=failure.detail, saved=failure.saved)
