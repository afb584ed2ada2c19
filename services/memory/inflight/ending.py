"""How a turn ends: with its reply, or without one in words that are true; and a turn as it is stored."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from pydantic import TypeAdapter, ValidationError
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.ops.events import as_json, failed_tally
from services.memory.store.database import run_for_one, run_statement
from shared.bus.logs import log_failure as unreadable
from shared.contracts.assertions import Force
from shared.contracts.ids import new_id
from shared.contracts.notices import Closed, Failed
from shared.contracts.operations import Action, Mentioned
from shared.contracts.turns import AnsweredTurn, PerformedTurn, Turn, TurnLine
from shared.wording.phrases import answered_by, notice_of


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
    candidates, matched = split_mentioned(turn.action, mentioned)
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


def split_mentioned(action: Action, mentioned: Sequence[Mentioned]) -> tuple[tuple[Mentioned, ...], Mentioned | None]:
    """What may have been meant, when several were found; what was found, when it was one."""
    candidates = tuple(mentioned) if action is Action.AMBIGUOUS else ()
    return candidates, mentioned[0] if action in _MATCHED and mentioned else None


_MATCHED = frozenset({Action.CONFIRM_RETRACTION, Action.RETRACTED, Action.KNOWN})


def ending_failure(code: Ending, *, has_kept: bool) -> Failure:
    """The ending, with the truth about what it leaves."""
    return Failure(code, f"{_SENTENCES[code]} {_KEPT if has_kept else _NOT_KEPT}", has_kept)


def failed_event(turn_id: UUID, covers: tuple[UUID, ...], failure: Failure) -> Failed:
    """The failure as the person's doors hear it."""
    return Failed(turn_id=turn_id, covers=covers, code=failure.code, detail=failure.detail, saved=failure.saved)


def with_turn_times(form: PerformedTurn, turn: Turn) -> PerformedTurn:
    """What performing the turn left; its offer and its times are those of the turn's present life."""
    return PerformedTurn.grown(form, offered=turn.offered, activated_at=turn.activated_at, deadline=turn.deadline)


LOST = "[off the record]"
"""Stands for words that went with a crash of the database; nobody is shown it, for the turn ends."""

_LINES = TypeAdapter(tuple[TurnLine, ...])


async def store_failed(
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
        "events": as_json([failed_tally(step or failure.code.value)]),
    }
    await run_statement(connection, "inflight/store_failed", parameters)


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
        return self.turn if self.performed is None else with_turn_times(self.performed, self.turn)


async def load_turn(connection: AsyncConnection, person_id: UUID, turn_id: UUID) -> StoredTurn | None:
    """The turn with its lines, and the form that performing it left."""
    parameters = {"person_id": person_id, "turn_id": turn_id, "lost": LOST}
    row = await run_for_one(connection, "inflight/load_turn", parameters)
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
