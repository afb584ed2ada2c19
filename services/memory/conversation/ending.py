"""How a turn ends without a reply, in words that are true."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from shared.notices import Failed
from shared.turns import PerformedTurn


class Ending(StrEnum):
    """Why there is no reply."""

    TOO_LATE = "too_late"
    BROKEN = "could_not_be_processed"


@dataclass(frozen=True, slots=True)
class Failure:
    """An ending with its sentence and whether anything was kept."""

    code: Ending
    detail: str
    saved: bool


_SENTENCES = {
    Ending.TOO_LATE: "This took too long, so I stopped.",
    Ending.BROKEN: "Something on our side could not handle this, so there is no answer.",
}
_KEPT = "What you told me was kept; you find it in the notebook."
_NOT_KEPT = "Nothing was remembered from it; please say it again."


def failure(code: Ending, performed: PerformedTurn | None) -> Failure:
    """Reads what was really done: only a performed turn that changed memory has kept anything."""
    saved = performed is not None and bool(performed.memory)
    return Failure(code, f"{_SENTENCES[code]} {_KEPT if saved else _NOT_KEPT}", saved)


def failed_event(turn_id: UUID, covers: tuple[UUID, ...], failure: Failure) -> Failed:
    """The failure as the person's doors hear it."""
    return Failed(turn_id=turn_id, covers=covers, code=failure.code, detail=failure.detail, saved=failure.saved)
