"""One message of the line in a worker's hands: its turn, its step, and which attempt at it this is."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable
from uuid import UUID

from pydantic import ValidationError

from shared.contracts.errors import BadMessageError
from shared.contracts.notices import Attempt
from shared.contracts.turns import Turn

TurnT = TypeVar("TurnT", bound=Turn)


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


def turn_token(message: Incoming) -> str:
    """The turn's id, from the subject: known even of a message that cannot be read."""
    token: str = message.raw_message.subject.rpartition(".")[2]
    return token


def turn_id_of(message: Incoming) -> UUID | None:
    """The same as an id; nothing where somebody wrote another word there."""
    try:
        return UUID(turn_token(message))
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
    try:
        turn = form.model_validate_json(message.body)
    except ValidationError as error:
        where = ".".join(str(part) for part in error.errors(include_input=False, include_url=False)[0]["loc"])
        raise BadMessageError(where or form.__name__) from None
    if str(turn.turn_id) != turn_token(message):
        raise BadMessageError("turn_id") from None
    return turn
