"""The forms of a turn. Each form extends the last, is frozen, and leaves nothing to be filled in later.

A stage hears one form and says the next: Turn, OpenedTurn, ClassifiedTurn, RoutedTurn, PerformedTurn, AnsweredTurn.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Literal, Self
from uuid import UUID

from pydantic import BaseModel, Field

from shared.contracts.entities import EntityType
from shared.contracts.message import CONTRACT, LineText, Message, Text
from shared.contracts.operations import Action, MemoryChange, Offer, Operation, Outcome
from shared.contracts.understanding import ModelUse, PersonalFact, Understanding

NOT_KEPT = "[not kept]"
"""Stands in the talk for words that tell something which is not kept."""


class EngagementKind(StrEnum):
    """What an engagement is: the person's own story, or a project."""

    PERSONAL = "personal"
    PROJECT = "project"


class Channel(StrEnum):
    """The door that a line came through. All of them are one conversation."""

    WEB = "web"
    CLI = "cli"
    API = "api"
    MCP = "mcp"
    TELEGRAM = "telegram"
    SMS = "sms"


class TurnLine(Message):
    """One line that the turn answers."""

    line_id: UUID
    text: LineText


class Stamp(Message):
    """How long one step worked on the turn."""

    step: str
    ms: float


class Turn(Message):
    """A turn as it is put on the line: who speaks, where, what was said, and the steps that are left."""

    contract: int = Field(default=CONTRACT, ge=1, le=CONTRACT)
    turn_id: UUID
    tenant_id: UUID
    person_id: UUID
    conversation_id: UUID
    engagement_id: UUID
    engagement_kind: EngagementKind
    engagement_title: Text
    channel: Channel
    write: bool
    read: bool
    lines: tuple[TurnLine, ...] = Field(min_length=1)
    offered: int = Field(ge=1)
    """How many times the turn was put on the line: rises with each re-offer and replay."""
    steps: tuple[str, ...]
    """The steps after the one that hears this message; carried from birth, so that a deploy cannot reroute it."""
    activated_at: datetime
    deadline: datetime
    stamps: tuple[Stamp, ...] = ()

    @property
    def text(self) -> str:
        """The lines as one thought."""
        return "\n".join(line.text for line in self.lines)

    @property
    def covers(self) -> tuple[UUID, ...]:
        """The lines that this turn answers."""
        return tuple(line.line_id for line in self.lines)

    @classmethod
    def grown(cls, earlier: "Turn", **more: object) -> Self:
        """This form of an earlier one; validated again, which `model_copy` would not do."""
        return cls.model_validate({**_fields(earlier), **more})


def _fields(turn: BaseModel) -> dict[str, object]:
    return {name: getattr(turn, name) for name in type(turn).model_fields}


class Exchange(Message):
    """One earlier turn of the conversation: what the person said and what they were told."""

    turn_id: UUID
    said: Text
    replied: Text
    intent: str | None
    at: datetime | None = None
    """When the person was answered; a form that was made before this was told does not say."""
    asked: Text = ""
    """The end of the reply, where that is a question of ours."""
    from_client: bool = False
    """A client remembers it, for it was said off the record: nothing vouches for it, so prompts fence it."""


def newest_within(history: Sequence[Exchange], most: int) -> tuple[Exchange, ...]:
    """The newest exchanges, whole ones, that so many characters hold."""
    kept: list[Exchange] = []
    size = 0
    for exchange in reversed(history):
        size += len(exchange.said) + len(exchange.replied)
        if size > most:
            break
        kept.append(exchange)
    return tuple(reversed(kept))


class PersonView(Message):
    """What the line needs to know of the person in order to speak with them."""

    companion_name: Text
    language: str
    time_zone: str
    may_spend: bool = True
    """Whether today's budget allows a model that costs; without, the offline engine answers."""


class NearMemory(Message):
    """A memory that may help to understand the lines: it goes to classification and verification, not to the reply."""

    assertion_id: UUID
    display_number: int
    content: Text
    category: str
    personal: bool
    score: float = 0.0
    """How well it fits the lines; 0 for one that is only among the newest."""


class FittingThread(Message):
    """Something that is open, and that the lines speak of."""

    thread_id: UUID
    memory_id: UUID
    entity_type: EntityType
    text: Text
    since: datetime
    score: float = Field(ge=0, le=1)


class PastCorrection(Message):
    """How the person set a misunderstanding right."""

    said: Text
    original: str
    corrected: str


class OpenedTurn(Turn):
    """The turn with what understanding needs: who speaks, what was said before, which offer stands."""

    person: PersonView
    history: tuple[Exchange, ...]
    """As it may be shown; read again by `perform` when memory moved since."""
    revision: int = 0
    """Of the person's memory, when this was read."""
    standing: Offer | None
    may_answer: bool
    about_to_end: bool = False
    """Its conversation was about to end when this was said: whoever goes on talking resumes it."""
    near: tuple[NearMemory, ...] = ()
    corrections: tuple[PastCorrection, ...] = ()
    threads: tuple[FittingThread, ...] = ()
    """What is open and is spoken of."""


class ClassifiedTurn(OpenedTurn):
    """The turn, understood."""

    understanding: Understanding


class RoutedTurn(ClassifiedTurn):
    """The turn with what is to be done and what the reply needs."""

    operations: tuple[Operation, ...]
    reply_needs: tuple[str, ...]


class Quote(Message):
    """A stored statement as a reply may quote it: with its number and the day it was noted."""

    assertion_id: UUID
    display_number: int
    content: Text
    noted: datetime
    waits: bool
    """It is held: to be quoted as something that still waits for a yes, or not at all."""
    personal: bool
    until: datetime | None = None
    """When it ceased to hold: it is quoted as what was."""
    score: float = 0.0
    """How well it fits the question; 0 where all there is was wanted."""
    found_by: tuple[str, ...] = ()
    """By which signals it was found, the strongest first."""


class Spoken(Message):
    """Something the person said earlier, as a reply may quote it."""

    turn_id: UUID
    said: Text
    at: datetime


class RecurringTheme(Message):
    """What comes up again and again, in so many of the newest narratives."""

    label: Text
    times: int
    of: int


AskedOpen = Literal["threads", "waiting", "decisions"]


class ReplyContext(Message):
    """What the reply may know beside the history. Loaded by `perform`, so that an erasure before it is respected."""

    seed: Text = ""
    """What the place is for: the project, or outside of any their own story."""
    own_name: Text = ""
    """What the person is called, where they told it."""
    personal_memory: Text = ""
    """The ready section; empty when there is nothing or this is no project."""
    always: Text = ""
    """Outside of a project: what safety hangs on, and what is pinned."""
    fitting: Text = ""
    """Outside of a project: what fits the line, and what was told last."""
    known: tuple[UUID, ...] = ()
    """The memories that stand in these."""
    delta: Text = ""
    """What changed in committed memory since the conversation last saw it."""
    quotes: tuple[Quote, ...] = ()
    """What fits the question, or all that a summary needs."""
    unquoted: int = 0
    """How many more are known, where all of it was asked for."""
    spoken: tuple[Spoken, ...] = ()
    threads: tuple[FittingThread, ...] = ()
    """What is open still of what the line speaks of; where it asks after all of that, the first of it."""
    asked_open: AskedOpen | None = None
    """After what of that the whole line asks."""
    more_open: int = 0
    """How much more of it there is."""
    themes: tuple[RecurringTheme, ...] = ()
    """What comes up again and again in their life, where all that is known is asked for."""
    waiting: int = 0
    """How many held assertions the place of this turn has."""
    revision: int = 0


class PerformedTurn(RoutedTurn):
    """The turn after its operations were done, once."""

    outcomes: tuple[Outcome, ...]
    action: Action
    memory: tuple[MemoryChange, ...]
    offer: Offer | None
    context: ReplyContext = ReplyContext()


class Proposal(Message):
    """A fact of a project's talk that the companion offers to remember across all projects."""

    fact: PersonalFact
    source_assertion_id: UUID | None = None


class AnsweredTurn(PerformedTurn):
    """The turn with the reply that was streamed."""

    reply: Text
    answered_by: ModelUse
    proposal: Proposal | None = None
    asked: Text = ""
    """The question that was added to the words, which ends the reply; empty when none was."""
