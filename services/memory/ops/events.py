"""Operational events: what was done, by stage, operation and status, as numbers. Nobody's words are in them."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from pydantic import TypeAdapter

from shared.contracts.operations import Outcome
from shared.contracts.turns import AnsweredTurn
from shared.contracts.understanding import ModelUse

MEMORY = "memory"
_NODES = {"classify": "classifier", "route": "router", "respond": "responder"}


class Went(StrEnum):
    """How it went."""

    OK = "ok"
    ERROR = "error"
    SKIPPED = "skipped"
    """Nothing was to be done, or it was not allowed."""


@dataclass(frozen=True, slots=True)
class Tally:
    """So many times this was done, and this is how it went."""

    node: str
    operation: str
    status: Went = Went.OK
    count: int = 1
    category: str | None = None
    """Of the memories that it was done to, or that were asked for, where that is one."""


_TALLIES = TypeAdapter(list[Tally])


def node_of(step: str) -> str:
    """The stage that does a step of the line."""
    return _NODES.get(step, MEMORY)


def events_of(turn: AnsweredTurn) -> list[Tally]:
    """What is to be counted of a turn with a reply: its steps, what was done to memory, models that did not answer."""
    steps = [Tally(node_of(stamp.step), stamp.step) for stamp in turn.stamps]
    uses = ((node_of("classify"), turn.understanding.source), (node_of("respond"), turn.answered_by))
    away = [Tally(node, "ask_model", Went.ERROR) for node, use in uses if _was_away(use)]
    return [*steps, *map(_done, turn.outcomes), *away, Tally(MEMORY, "close")]


def failed_tally(step: str) -> Tally:
    """A turn that ended without a reply, and where: at a step, or for a reason of the line's own."""
    return Tally(node_of(step), step, Went.ERROR)


def _done(outcome: Outcome) -> Tally:
    return Tally(MEMORY, outcome.kind, Went.OK if outcome.done else Went.SKIPPED)


def _was_away(use: ModelUse) -> bool:
    return use.fallback_from is not None


def as_json(events: Sequence[Tally]) -> str:
    """As a statement takes them."""
    return _TALLIES.dump_json(list(events)).decode()
