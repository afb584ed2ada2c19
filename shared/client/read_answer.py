"""What memory answered, in its form; a refusal is raised as the error that it is."""

from functools import cache
from typing import Annotated, cast

from pydantic import Field, TypeAdapter

from shared.contracts.answer import Err, Ok
from shared.contracts.errors import PROBLEMS, HoldfastError
from shared.contracts.message import Message


class RefusedError(HoldfastError):
    """Refused with a code that only a newer release knows."""

    code, status, title = "refused", 409, "Refused"


def read_answer(form: type[Message], data: bytes) -> Message:
    """The answer within its envelope."""
    envelope = _envelope(form).validate_json(data)
    if isinstance(envelope, Ok):
        return envelope.answer
    raise _raised(envelope)


@cache
def _envelope(answer: type[Message]) -> "TypeAdapter[Ok[Message] | Err]":
    form: object = Annotated[Ok[answer] | Err, Field(discriminator="ok")]  # type: ignore[valid-type]
    return TypeAdapter(cast("type[Ok[Message] | Err]", form))


def _raised(refusal: Err) -> HoldfastError:
    # The sentence was composed on the other side; the class here gives it its status and title.
    return PROBLEMS.get(refusal.code, RefusedError).told(refusal.detail, refusal.saved, refusal.current)
