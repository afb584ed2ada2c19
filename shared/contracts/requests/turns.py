"""A line to be answered, and turns as doors ask for them."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, ClassVar
from uuid import UUID

from pydantic import Field

from shared.contracts.assertions import Force, State
from shared.contracts.envelope import Caller, Request
from shared.contracts.message import LineText, Message, Text
from shared.contracts.notices import Closed, Failed
from shared.contracts.pipeline import CONVERSE
from shared.contracts.turns import Channel, Stamp


class Accepted(Message):
    """The line is in the database. With a turn, or waiting behind the one in flight."""

    line_id: UUID
    turn_id: UUID | None
    repeated: bool
    """The same key had brought this line before."""


MOST_EARLIER = 10
"""Exchanges that a client may remind of, off the record."""

MOST_EARLIER_CHARACTERS = 8_000


class Earlier(Message):
    """An exchange that nobody but the client remembers."""

    said: Text
    replied: Text


class Converse(Request[Accepted]):
    """A person's line, from a gateway; each person has a subject of their own."""

    subject: ClassVar[str] = CONVERSE
    answer: ClassVar[type[Message]] = Accepted
    caller: Caller
    line_id: UUID
    body_hash: str
    text: LineText
    project_id: UUID | None
    channel: Channel
    earlier: tuple[Earlier, ...] = ()
    """What was said before off the record, as the client remembers it; counts where writing is off, and is not kept."""


class TurnState(StrEnum):
    """Where a turn stands."""

    WAITING = "waiting"
    """Its line is stored and waits behind the turn in flight."""
    ACTIVE = "active"
    ANSWERED = "answered"
    FAILED = "failed"


class ItemView(Message):
    """What a turn held, changed or asked about, as it stands now."""

    assertion_id: UUID
    force: Force
    reason: str | None
    """Why it is retracted."""
    state: State


class TurnView(Message):
    """A turn and its state; with the end of it, once it has one."""

    turn_id: UUID | None
    state: TurnState
    covers: tuple[UUID, ...]
    said: tuple[Text, ...]
    channel: Channel
    engagement_id: UUID
    created_at: datetime
    closed: Closed | None
    failed: Failed | None
    stamps: tuple[Stamp, ...]
    off_the_record: bool = False
    """Writing was off: its words are not kept, so there are none in it."""
    taken_out: tuple[UUID, ...] = ()
    """Its lines that the person took out of the talk; a mark stands in their place."""
    items: tuple[ItemView, ...] = ()
    """What it held, changed or asked about, as that stands now; what was erased is not among it."""
    noted: tuple[Text, ...] = ()
    """What the person decided in it, and later on the card that it showed: by numbers."""


class GetTurn(Request[TurnView]):
    """How does a turn stand? By its id, or by a line that it answers."""

    subject: ClassVar[str] = "memory.query.turn"
    answer: ClassVar[type[Message]] = TurnView
    caller: Caller
    turn_id: UUID | None = None
    line_id: UUID | None = None


class StopTurn(Request[TurnView]):
    """Do not answer it any more. What was done to memory already stays done, and the answer says so."""

    subject: ClassVar[str] = "memory.command.stop_turn"
    answer: ClassVar[type[Message]] = TurnView
    caller: Caller
    turn_id: UUID


class TurnList(Message):
    """A stretch of the conversation, oldest first, then what still waits; `before` continues it into the past."""

    turns: tuple[TurnView, ...]
    before: UUID | None


class ListTurns(Request[TurnList]):
    """The conversation so far: the newest turns before a given one."""

    subject: ClassVar[str] = "memory.query.turns"
    answer: ClassVar[type[Message]] = TurnList
    caller: Caller
    before: UUID | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 50
