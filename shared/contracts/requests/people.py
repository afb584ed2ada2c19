"""A person, their projects, their ways in and their settings: what doors ask and command of them."""

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from shared.contracts.assertions import CategoryName
from shared.contracts.envelope import Caller, Key, Request
from shared.contracts.message import Message, Seed, Text, Title
from shared.contracts.requests.ops import LEAST_RETENTION, MOST_RETENTION
from shared.contracts.turns import EngagementKind
from shared.contracts.understanding import Tokens


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


class MadeBy(StrEnum):
    """How a token came to be."""

    PERSON = "person"
    """With the person."""
    SIGN_IN = "sign_in"
    """A page was signed in."""
    OPERATOR = "operator"
    """The operator made it later."""


class TokenView(Message):
    """One way in. The token itself is nowhere stored."""

    token_id: UUID
    made_by: MadeBy
    created_at: datetime
    expires_at: datetime
    is_this: bool
    """Whether it is the one that asks."""


class TokenList(Message):
    """A person's ways in, the newest first; agents have a list of their own."""

    tokens: tuple[TokenView, ...]


class ListTokens(Request[TokenList]):
    """Which of my tokens are good?"""

    subject: ClassVar[str] = "memory.query.tokens"
    answer: ClassVar[type[Message]] = TokenList
    caller: Caller
    asks_with: UUID | None = None


class RemoveToken(Request[TokenList]):
    """Ends one of them; what remains."""

    subject: ClassVar[str] = "memory.command.remove_token"
    answer: ClassVar[type[Message]] = TokenList
    caller: Caller
    key: Key
    token_id: UUID
    asks_with: UUID | None = None


class TokenAdded(Message):
    """A new way in for somebody who is there already. The token is shown this once."""

    token_id: UUID
    person_id: UUID
    token: str
    expires_at: datetime


class AddToken(Request[TokenAdded]):
    """The operator's; a repeated key brings a new token in the place of the former."""

    subject: ClassVar[str] = "memory.command.add_token"
    answer: ClassVar[type[Message]] = TokenAdded
    caller: Caller
    key: Key


class PersonEntry(Message):
    """Somebody, as an operator sees them: when and how much, and nothing that was said."""

    person_id: UUID
    created_at: datetime
    lines: int
    memories: int
    last_line_at: datetime | None


class PersonList(Message):
    """Who is there, the oldest first."""

    people: tuple[PersonEntry, ...]


class ListPeople(Request[PersonList]):
    """Who is there?"""

    subject: ClassVar[str] = "memory.query.people"
    answer: ClassVar[type[Message]] = PersonList
    tenant_id: UUID
