"""Erasing for good, and the receipt of what was looked for and not found."""

from datetime import datetime
from typing import ClassVar, Literal
from uuid import UUID

from shared.contracts.envelope import Caller, Key, Request
from shared.contracts.message import Message


class SurfaceCheck(Message):
    """One surface on which the content was looked for after it was to be gone."""

    surface: str
    found: int


class Receipt(Message):
    """What an independent look found after a forgetting or an erasure; not what the deleter says it did."""

    receipt_id: UUID
    scope: Literal["assertion", "conversation", "project", "person", "line", "rejected"]
    what: Literal["retracted", "erased"]
    status: Literal["gone", "still_found", "checking"]
    removed: dict[str, int]
    """How many rows of which kind went or were rewritten."""
    checked: tuple[SurfaceCheck, ...]
    at: datetime
    files: Literal["within_two_minutes", "tonight", "as_the_server_keeps_them"] | None = None
    """When it is in no file of the database's server any more, its log included; none when nothing was erased."""


class EraseConversation(Request[Receipt]):
    """The words of all that was said go for good."""

    subject: ClassVar[str] = "memory.command.erase_conversation"
    answer: ClassVar[type[Message]] = Receipt
    caller: Caller
    key: Key


class EraseOneConversation(Request[Receipt]):
    """One conversation goes for good with all that was said in it; its memories stay, or go with it."""

    subject: ClassVar[str] = "memory.command.erase_one_conversation"
    answer: ClassVar[type[Message]] = Receipt
    caller: Caller
    key: Key
    conversation_id: UUID
    memories: Literal["keep", "erase"]
    """Always said, as with a project."""


class TakeLineOut(Request[Receipt]):
    """The words of one line leave the talk for good."""

    subject: ClassVar[str] = "memory.command.take_line_out"
    answer: ClassVar[type[Message]] = Receipt
    caller: Caller
    key: Key
    turn_id: UUID
    line_id: UUID
    memories: Literal["keep", "erase"] = "keep"
    """What becomes of the memories that were read from it."""


class EraseEngagement(Request[Receipt]):
    """A project goes for good with all that was said in it; its memories move to Your Story, or go with it."""

    subject: ClassVar[str] = "memory.command.erase_engagement"
    answer: ClassVar[type[Message]] = Receipt
    caller: Caller
    key: Key
    engagement_id: UUID
    memories: Literal["move", "erase"]
    """Always said, for nobody may find out afterwards which it was."""


class EraseMe(Request[Receipt]):
    """Everything of mine goes for good, and so do I."""

    subject: ClassVar[str] = "memory.command.erase_me"
    answer: ClassVar[type[Message]] = Receipt
    caller: Caller
    key: Key | None = None
