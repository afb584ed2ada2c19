"""One message of a line in a worker's hands: its turn or its work, its step, and which attempt at it this is."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable
from uuid import UUID

from pydantic import ValidationError

from shared.contracts.errors import BadMessageError
from shared.contracts.message import Message
from shared.contracts.notices import Attempt
from shared.contracts.pipeline import WorkLine
from shared.contracts.turns import Turn
from shared.contracts.work import MOST_FORM_BYTES, WORK_FORMS, BackgroundWork

TurnT = TypeVar("TurnT", bound=Turn)
WorkT = TypeVar("WorkT", bound=BackgroundWork)
FormT = TypeVar("FormT", bound=Message)


@runtime_checkable
class Incoming(Protocol):
    """A message as a handler gets it; on the line its raw message is nats-py's."""

    raw_message: Any
    body: Any


@dataclass(slots=True)
class Delivered:
    """One that a pull loop of ours hands over."""

    raw_message: Any
    body: Any


Handle = Callable[[Incoming], Awaitable[None]]
"""What is done with a message; each concern around it takes one and gives one."""


def id_token(message: Incoming) -> str:
    """The id of its turn or its work, from the subject: known even of a message that cannot be read."""
    token: str = message.raw_message.subject.rpartition(".")[2]
    return token


def id_of(message: Incoming) -> UUID | None:
    """The same as an id; nothing where somebody wrote another word there."""
    try:
        return UUID(id_token(message))
    except ValueError:
        return None


def times_delivered(message: Incoming) -> int:
    """How often the broker has handed out this very message, counting now."""
    delivered: int = message.raw_message.metadata.num_delivered
    return delivered


def step_of(message: Incoming) -> str:
    """Which step the message came to: its consumer has the step's name."""
    step: str = message.raw_message.metadata.consumer
    return step


def attempt_of(message: Incoming, turn: Turn) -> Attempt:
    """Which attempt at the turn this delivery is."""
    metadata = message.raw_message.metadata
    return Attempt(turn.offered, metadata.sequence.stream, metadata.num_delivered)


def read_turn(message: Incoming, form: type[TurnT]) -> TurnT:
    """The message as this form of a turn; one that does not fit it is bad, however often it is tried."""
    turn = _read(message, form)
    if str(turn.turn_id) != id_token(message):
        raise BadMessageError("turn_id")
    return turn


def read_work(message: Incoming, form: type[WorkT]) -> WorkT:
    """The same of a work; what is too large to be carried is bad, too."""
    if len(message.body) > MOST_FORM_BYTES:
        raise BadMessageError("size")
    work = _read(message, form)
    if str(work.work_id) != id_token(message):
        raise BadMessageError("work_id")
    return work


def read_result(message: Incoming, line: WorkLine) -> BackgroundWork:
    """What somebody has thought: the form that the next step hears; nobody answers for a step that is not theirs."""
    made = read_work(message, BackgroundWork)
    following = line.after(made.step) if made.step in line.thought else None
    if following is None or made.line != line.name:
        raise BadMessageError("step")
    return read_work(message, WORK_FORMS[line.name][following])


def _read(message: Incoming, form: type[FormT]) -> FormT:
    try:
        return form.model_validate_json(message.body)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors(include_input=False, include_url=False)[0]["loc"])
        raise BadMessageError(where or form.__name__) from None
