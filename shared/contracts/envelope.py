"""Core request and reply: what is asked, on whose behalf, and under which key."""

from typing import Annotated, ClassVar, Generic, TypeVar
from uuid import UUID

from pydantic import Field

from shared.contracts.message import Message, Text

AnswerT = TypeVar("AnswerT", bound=Message)


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
