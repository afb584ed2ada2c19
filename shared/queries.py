"""What may be asked and commanded of memory, and the answers: core request and reply in one envelope.

Every request names its subject and the form of its answer; the client and the memory service read both from here.
"""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, ClassVar, Generic, Literal, TypeVar
from uuid import UUID

from pydantic import Field

from shared.assertions import AssertionView, CategoryName, Force, State
from shared.errors import HoldfastError, Saved
from shared.message import LineText, Message, Seed, Text, Title
from shared.notices import Closed, Failed
from shared.pipeline import CONVERSE
from shared.turns import Channel, EngagementKind, Stamp
from shared.understanding import Tokens

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


# ---- handing in a line -------------------------------------------------------------------------------------------


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


# ---- who is asking -----------------------------------------------------------------------------------------------


class Scope(StrEnum):
    """What a token may do."""

    PERSON = "person"
    AGENT = "agent"
    ADMIN = "admin"


AgentName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class Identity(Message):
    """Whom a token stands for. An admin token stands for a tenant and for no person."""

    tenant_id: UUID
    person_id: UUID | None
    scope: Scope
    agent: AgentName | None = None
    """Which agent it is, of an agent's token."""
    token_id: UUID | None = None


class WhoIs(Request[Identity]):
    """Whose token is this? Asked with the token's digest; the token itself stays at the door."""

    subject: ClassVar[str] = "memory.query.identity"
    answer: ClassVar[type[Message]] = Identity
    token_digest: str


class PersonAdded(Message):
    """A new person. The token is shown this once."""

    person_id: UUID
    token: str
    personal_engagement_id: UUID


class AddPerson(Request[PersonAdded]):
    """Makes a person with their personal engagement, in one transaction."""

    subject: ClassVar[str] = "memory.command.add_person"
    answer: ClassVar[type[Message]] = PersonAdded
    tenant_id: UUID
    key: Key
    companion_name: Title = "Companion"
    language: str = "en"


class SignInCode(Message):
    """Opens the page once."""

    code: str
    expires_at: datetime


class MakeSignInCode(Request[SignInCode]):
    """A one-time code that the page changes for a session."""

    subject: ClassVar[str] = "memory.command.make_sign_in_code"
    answer: ClassVar[type[Message]] = SignInCode
    caller: Caller


class Session(Message):
    """A signed-in page."""

    token: str
    person_id: UUID
    expires_at: datetime


class RedeemCode(Request[Session]):
    """Changes a one-time code for a session token."""

    subject: ClassVar[str] = "memory.command.redeem_code"
    answer: ClassVar[type[Message]] = Session
    code: Annotated[Text, Field(min_length=1, max_length=200)]


class SessionEnded(Message):
    """The token is worth nothing any more."""


class EndSession(Request[SessionEnded]):
    """Signs out: the token that is asked with is forgotten. For one that is not known, nothing happens."""

    subject: ClassVar[str] = "memory.command.end_session"
    answer: ClassVar[type[Message]] = SessionEnded
    token_digest: str


# ---- me ----------------------------------------------------------------------------------------------------------

LEAST_RETENTION, MOST_RETENTION = 30, 3650
"""Days: no slip of a finger takes last week's talk away."""


class Asking(StrEnum):
    """When a person is asked about what they tell."""

    NOW = "now"
    TOGETHER = "together"
    """Once, when the talk pauses or a day begins."""
    ONLY_WHAT_MATTERS = "only_what_matters"
    ONLY_WHEN_I_SAY = "only_when_i_say"


class Settings(Message):
    """What a person can set."""

    language: str
    time_zone: str
    write: bool = True
    """Incognito's first switch: off, and nothing that is said is kept as memory."""
    read: bool = True
    """Incognito's second switch: off, and nothing that is known is used."""
    daily_budget: Decimal | None = None
    """US dollars a day for models; none, and there is no limit."""
    retention_days: int | None = None
    """Days after which what was said word for word is erased; none, and it is kept until somebody erases it."""
    asking: Asking = Asking.NOW
    keep_orders_at_once: bool = False
    """Whether what is ordered in so many words ("remember that …") is kept without a question."""
    always_ask: tuple[CategoryName, ...] = ()
    never_ask: tuple[CategoryName, ...] = ()
    """Kinds of memories that are asked about at once, or never, however else it is set."""


class Usage(Message):
    """What a person's turns took today, failed calls included."""

    day: str
    turns: int
    tokens: Tokens
    cost: Decimal
    unpriced_calls: int
    """Calls of models without a known price: they have tokens, and no cost."""


class WhoReads(Message):
    """Who reads or answers what is said: `offline` is the engine in the house, anybody else is shown it there."""

    provider: str
    model: str
    host: str = ""
    """Where it is; empty for the engine in the house, and where that was not noted yet."""
    place: Literal["house", "machine", "network", "far"] = "far"
    """In this very process, on the same machine, in its private network, or beyond."""


class Me(Message):
    """Who I am."""

    person_id: UUID
    companion_name: Text
    personal_engagement_id: UUID
    settings: Settings
    revision: int
    usage: Usage | None = None
    reader: WhoReads | None = None
    """Who read the newest line, or was to and could not; none before the first."""
    speaker: WhoReads | None = None
    """Who answered it, likewise."""
    set_aside: int = 0
    """How many memories were set aside, because nobody touched them for long; the notebook lists them."""
    next_purge_at: datetime | None = None
    """When the first of them is erased, unless it is kept."""


class GetMe(Request[Me]):
    """Who am I?"""

    subject: ClassVar[str] = "memory.query.me"
    answer: ClassVar[type[Message]] = Me
    caller: Caller


class ChangeMe(Request[Me]):
    """Changes what is named and leaves the rest."""

    subject: ClassVar[str] = "memory.command.change_me"
    answer: ClassVar[type[Message]] = Me
    caller: Caller
    key: Key
    companion_name: Title | None = None
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")] | None = None
    time_zone: Annotated[Text, Field(min_length=1, max_length=64)] | None = None
    write: bool | None = None
    read: bool | None = None
    daily_budget: Annotated[Decimal, Field(ge=0, le=10_000, allow_inf_nan=False)] | None = None
    no_budget: bool = False
    """Takes the limit away."""
    retention_days: Annotated[int, Field(ge=LEAST_RETENTION, le=MOST_RETENTION)] | None = None
    asking: Asking | None = None
    keep_orders_at_once: bool | None = None
    always_ask: tuple[CategoryName, ...] | None = None
    never_ask: tuple[CategoryName, ...] | None = None
    no_retention: bool = False
    """From now on what was said is kept until somebody erases it."""


# ---- engagements -------------------------------------------------------------------------------------------------


class EngagementStatus(StrEnum):
    """Whether a project takes new lines."""

    ACTIVE = "active"
    ARCHIVED = "archived"


class EngagementView(Message):
    """A container of assertions, as the doors show it."""

    engagement_id: UUID
    kind: EngagementKind
    title: Text
    seed: Text
    status: EngagementStatus
    created_at: datetime
    held: int = 0
    """How many of its memories wait for a word, are known, were taken back."""
    committed: int = 0
    retracted: int = 0


class EngagementList(Message):
    """All of a person's engagements, Your Story first."""

    engagements: tuple[EngagementView, ...]


class ListEngagements(Request[EngagementList]):
    """Which engagements do I have?"""

    subject: ClassVar[str] = "memory.query.engagements"
    answer: ClassVar[type[Message]] = EngagementList
    caller: Caller


class AddEngagement(Request[EngagementView]):
    """Begins a project."""

    subject: ClassVar[str] = "memory.command.add_engagement"
    answer: ClassVar[type[Message]] = EngagementView
    caller: Caller
    key: Key
    title: Title
    seed: Seed = ""


class ChangeEngagement(Request[EngagementView]):
    """Changes what is named of a project and leaves the rest."""

    subject: ClassVar[str] = "memory.command.change_engagement"
    answer: ClassVar[type[Message]] = EngagementView
    caller: Caller
    key: Key
    engagement_id: UUID
    title: Title | None = None
    seed: Seed | None = None
    status: EngagementStatus | None = None


# ---- turns -------------------------------------------------------------------------------------------------------


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


# ---- readiness ---------------------------------------------------------------------------------------------------


class Pong(Message):
    """The memory service is there, and so is its database."""


class Ping(Request[Pong]):
    """Are you there? Answered after a round trip to the database; nothing is read."""

    subject: ClassVar[str] = "memory.query.ping"
    answer: ClassVar[type[Message]] = Pong


# ---- operating ---------------------------------------------------------------------------------------------------


class StageStatus(Message):
    """One step's consumer, as the broker sees it."""

    step: str
    waiting: int
    in_progress: int
    redelivered: int
    listening: int = 0
    """Places of workers that are free: none, and nothing in progress, when all are frozen or away."""


class LineStatus(Message):
    """How the line stands, for an operator; no content."""

    stages: tuple[StageStatus, ...]
    chores_seconds: float | None = None
    """Since the chores gave a sign; none when nobody heard one."""
    active_turns: int
    oldest_active_seconds: float
    waiting_lines: int
    dead_letters: int


class GetStatus(Request[LineStatus]):
    """How does the line stand?"""

    subject: ClassVar[str] = "memory.query.status"
    answer: ClassVar[type[Message]] = LineStatus


class DeadLetterView(Message):
    """A turn that no attempt could handle. The turn's words stay in the database."""

    dead_letter_id: UUID
    turn_id: UUID | None
    step: str
    reason: str
    attempts: int
    created_at: datetime
    replayed_at: datetime | None


class DeadLetterList(Message):
    """Newest first."""

    dead_letters: tuple[DeadLetterView, ...]


class ListDeadLetters(Request[DeadLetterList]):
    """What could not be processed, and why?"""

    subject: ClassVar[str] = "memory.query.dead_letters"
    answer: ClassVar[type[Message]] = DeadLetterList
    limit: Annotated[int, Field(ge=1, le=100)] = 50


class Replayed(Message):
    """The dead letter's turn is on the line again, or waits behind its person's active one."""

    turn_id: UUID


class ReplayDeadLetter(Request[Replayed]):
    """Offers a dead turn again."""

    subject: ClassVar[str] = "memory.command.replay"
    answer: ClassVar[type[Message]] = Replayed
    dead_letter_id: UUID
