"""Messages that are not a step: the events of a reply, and what happened without being asked."""

from typing import Annotated, Literal, NamedTuple
from uuid import UUID

from pydantic import Field, TypeAdapter

from shared.contracts.message import Message, Text
from shared.contracts.operations import Action, MemoryChange, Mentioned, Offer


class Attempt(NamedTuple):
    """One worker's go at a reply. A later one always compares greater, also across a restarted broker.

    `offered` survives the broker; `sequence` tells two copies of one offer apart; `delivery` counts redeliveries.
    """

    offered: int
    sequence: int
    delivery: int


class Started(Message):
    """A turn became the person's active one; names the lines that were taken together."""

    event: Literal["started"] = "started"
    turn_id: UUID
    covers: tuple[UUID, ...]


class Piece(Message):
    """The next piece of the reply's text, numbered from 0 within its attempt."""

    event: Literal["piece"] = "piece"
    turn_id: UUID
    attempt: Attempt
    n: int = Field(ge=0)
    text: Text


class Offered(Message):
    """The question that the reply asks, rendered outside the model's prose: what is shown is what is bound."""

    event: Literal["offer"] = "offer"
    turn_id: UUID
    attempt: Attempt
    offer: Offer


class Restarted(Message):
    """Another worker took over: what was shown of this reply is void. Made by gateways, for their clients."""

    event: Literal["restarted"] = "restarted"
    turn_id: UUID
    attempt: Attempt


class Closed(Message):
    """The turn is over and stored; `reply` is the text that counts. Also the JSON answer of `POST /v1/converse`."""

    event: Literal["closed"] = "closed"
    turn_id: UUID
    covers: tuple[UUID, ...]
    reply: Text
    intent: str
    action: Action
    offer: Offer | None
    memory: tuple[MemoryChange, ...]
    candidates: tuple[Mentioned, ...] = ()
    """What may have been meant, when several were found."""
    matched: Mentioned | None = None
    """What was found, when it was one."""
    stored_count: int = 0
    """How many assertions this turn committed."""
    code: str | None = None
    """Why something was not done: `no_personal_engagement`, `refused`, …"""
    answered_by: str = ""
    """The model whose words these are, as `provider:model`."""
    notice: Text = ""
    """Why the chosen model had no part in it, and what can be done; empty when it had."""
    asked: Text = ""
    """The end of the reply, where that is the question of its offer: a door that shows a card can leave it out."""
    off_the_record: bool = False
    """Nobody keeps this: who wants it in mind says it again, in `earlier` of the next line."""


class Failed(Message):
    """The turn is over without a reply; says truthfully whether anything was kept."""

    event: Literal["failed"] = "failed"
    turn_id: UUID
    covers: tuple[UUID, ...]
    code: str
    detail: Text
    saved: bool


class Changed(Message):
    """Something that a door may be showing has changed."""

    event: Literal["changed"] = "changed"
    what: Literal["me", "engagements", "memory", "set_aside", "conversation"]
    """`set_aside`: memories that nobody touched for long were set aside, or are erased soon; the list has them."""


ReplyEvent = Annotated[Started | Piece | Offered | Restarted | Closed | Failed, Field(discriminator="event")]
REPLY_EVENT: TypeAdapter[Started | Piece | Offered | Restarted | Closed | Failed] = TypeAdapter(ReplyEvent)
NOTICE: TypeAdapter[Changed] = TypeAdapter(Changed)


class DeadTurn(Message):
    """A message that a step gave up, on its way to memory's dead letters."""

    step: str
    reason: Text
    attempts: int
    form: Text
    """The message as it came, readable or not."""
