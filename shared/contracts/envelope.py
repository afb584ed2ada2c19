"""Core request and reply: who asks, under which key, and the one envelope of every answer."""

from typing import Annotated, ClassVar, Generic, Literal, TypeVar
from uuid import UUID

from pydantic import Field

from shared.contracts.assertions import AssertionView
from shared.contracts.errors import HoldfastError, Saved
from shared.contracts.message import Message, Text

AnswerT = TypeVar("AnswerT", bound=Message)


class Ok(Message, Generic[AnswerT]):
    """The request was carried out."""

    ok: Literal[True] = True
    answer: AnswerT


class Err(Message):
    """The request was refused; `saved` says whether anything came of it all the same."""

    ok: Literal[False] = False
    code: str
    detail: Text
    saved: Saved
    current: "AssertionView | None" = None
    """What was to be changed, as it is now, when that is why it was refused."""

    @classmethod
    def of(cls, error: HoldfastError) -> "Err":
        """The error as it crosses the wire."""
        current = error.current if isinstance(error.current, AssertionView) else None
        return cls(code=error.code, detail=str(error), saved=error.saved, current=current)


class Request(Message, Generic[AnswerT]):
    """Something asked of memory."""

    subject: ClassVar[str]
    answer: ClassVar[type[Message]]


class Caller(Message):
    """On whose behalf; stamped by the gateway from the token, never read from what a client sent."""

    tenant_id: UUID
    person_id: UUID


class Key(Message):
    """Makes a command happen once: the same key with the same body has the same answer."""

    value: Annotated[Text, Field(min_length=1, max_length=200)]
    body_hash: str
