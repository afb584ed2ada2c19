"""What the notebook asks and commands: memories and their past, offers on cards, refusals, influences and why."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from shared.contracts.assertions import AssertionView, CategoryName, Force, Kind, State
from shared.contracts.envelope import Caller, Key, Request
from shared.contracts.message import Message, Moment, Text
from shared.contracts.operations import Action, MemoryChange, Offer
from shared.contracts.requests.erasure import Receipt
from shared.contracts.requests.transfer import ImportState
from shared.contracts.turns import Stamp
from shared.contracts.understanding import Influence, ModelUse

MOST_CONTENT = 4_000

Content = Annotated[Text, Field(min_length=1, max_length=MOST_CONTENT)]

Importance = Annotated[int, Field(ge=1, le=5)]

Name = Annotated[Text, Field(min_length=1, max_length=100)]
"""What a program calls something of its own."""


class AssertionPage(Message):
    """A stretch of the list, newest first; `cursor` continues it."""

    assertions: tuple[AssertionView, ...]
    cursor: str | None


class ListAssertions(Request[AssertionPage]):
    """What is there, in Your Story or a project?"""

    subject: ClassVar[str] = "memory.query.assertions"
    answer: ClassVar[type[Message]] = AssertionPage
    caller: Caller
    engagement_id: UUID | None = None
    force: Force | None = None
    kind: Kind | None = None
    state: State = State.ACTIVE
    """What is in use, or what was set aside."""
    q: Annotated[Text, Field(max_length=200)] = ""
    """Part of the text, taken literally."""
    limit: Annotated[int, Field(ge=1, le=100)] = 50
    cursor: Annotated[Text, Field(max_length=100)] | None = None
    as_of: Moment | None = None
    """What was there then, as it stood and read then; not what is erased since."""


class GetAssertion(Request[AssertionView]):
    """One assertion."""

    subject: ClassVar[str] = "memory.query.assertion"
    answer: ClassVar[type[Message]] = AssertionView
    caller: Caller
    assertion_id: UUID


class HistoryEntry(Message):
    """One thing that happened to an assertion."""

    at: datetime
    event: str
    verb: str
    actor: str
    old: Text | None
    new: Text | None
    force_from: Force | None
    force_to: Force | None
    version: int
    reason: str | None
    decision: str | None
    """Which consent it rests on."""
    turn_id: UUID | None
    revision: int


class AssertionHistory(Message):
    """Everything that happened to it, oldest first."""

    entries: tuple[HistoryEntry, ...]


class GetHistory(Request[AssertionHistory]):
    """What happened to an assertion?"""

    subject: ClassVar[str] = "memory.query.history"
    answer: ClassVar[type[Message]] = AssertionHistory
    caller: Caller
    assertion_id: UUID


class WriteAssertion(Request[AssertionView]):
    """Written by the person's own hand: committed at once."""

    subject: ClassVar[str] = "memory.command.write"
    answer: ClassVar[type[Message]] = AssertionView
    caller: Caller
    key: Key
    engagement_id: UUID
    content: Content
    kind: Kind = Kind.FACT
    category: CategoryName | None = None
    importance: Importance | None = None
    run_id: Name | None = None
    """The run of a builder's program that it is written in."""


class Verb(StrEnum):
    """What a person can do with one assertion by hand."""

    COMMIT = "commit"
    REOPEN = "reopen"
    UNWRITE = "unwrite"
    REFINE = "refine"
    REJECT = "reject"
    CORRECT = "correct"
    RETRACT = "retract"
    RESTORE = "restore"
    PIN = "pin"
    UNPIN = "unpin"
    IMPORTANCE = "importance"
    CATEGORY = "category"
    MOVE = "move"
    KEEP = "keep"
    REPLACE = "replace"
    ERASE = "erase"


class AssertionChanged(Message):
    """What an action by hand did."""

    action: Action
    assertion: AssertionView | None
    """As it is now; none when it is erased."""
    receipt: Receipt | None = None
    memory: tuple[MemoryChange, ...] = ()


class ChangeAssertion(Request[AssertionChanged]):
    """The person's own hand in the notebook, bound to the version and the text that they saw."""

    subject: ClassVar[str] = "memory.command.assertion"
    answer: ClassVar[type[Message]] = AssertionChanged
    caller: Caller
    key: Key
    assertion_id: UUID
    verb: Verb
    version: Annotated[int, Field(ge=1)]
    text_hash: Annotated[Text, Field(max_length=64)] | None = None
    content: Content | None = None
    importance: Importance | None = None
    category: CategoryName | None = None
    engagement_id: UUID | None = None
    by: UUID | None = None
    """Which one takes its place."""
    never_again: bool = False


class OfferView(Message):
    """An offer that can be answered still, and the turn that made it."""

    offer: Offer
    turn_id: UUID
    asked: bool = True
    """It was asked in the companion's last reply: a plain yes answers it. Otherwise it waits: its card does."""
    line: Text | None = None
    """What leaves the talk with a yes."""
    created_at: datetime
    expires_at: datetime


class OfferList(Message):
    """What waits for an answer: the one that was asked last comes first."""

    offers: tuple[OfferView, ...]


class ListOffers(Request[OfferList]):
    """What was I asked?"""

    subject: ClassVar[str] = "memory.query.offers"
    answer: ClassVar[type[Message]] = OfferList
    caller: Caller


class CardAnswer(Message):
    """The answer to one item of an offer."""

    assertion_id: UUID
    version: Annotated[int, Field(ge=1)]
    text_hash: Annotated[Text, Field(max_length=64)]
    answer: Literal["yes", "no", "never", "change", "instead"]
    text: Content | None = None
    """How it should read, for `change`."""


class OfferAnswered(Message):
    """What became of it."""

    action: Action
    memory: tuple[MemoryChange, ...]
    stored_count: int
    offer: Offer | None
    """What still waits: a changed text is asked about again."""


class AnswerByCard(Request[OfferAnswered]):
    """Answers an offer item by item, as shown; one that has none, and takes a line out, by what becomes of the line."""

    subject: ClassVar[str] = "memory.command.answer_offer"
    answer: ClassVar[type[Message]] = OfferAnswered
    caller: Caller
    key: Key
    offer_id: UUID
    items: Annotated[tuple[CardAnswer, ...], Field(max_length=50)] = ()
    line: Literal["yes", "no"] | None = None


class RefusalView(Message):
    """Something that is not to be remembered again."""

    refusal_id: UUID
    text: Text
    created_at: datetime


class RefusalList(Message):
    """What "never again" holds."""

    refusals: tuple[RefusalView, ...]


class ListRefusals(Request[RefusalList]):
    """What is never to be remembered again?"""

    subject: ClassVar[str] = "memory.query.refusals"
    answer: ClassVar[type[Message]] = RefusalList
    caller: Caller


class LiftRefusal(Request[RefusalList]):
    """Lifts one; what remains."""

    subject: ClassVar[str] = "memory.command.lift_refusal"
    answer: ClassVar[type[Message]] = RefusalList
    caller: Caller
    key: Key
    refusal_id: UUID


class ReferenceView(Message):
    """A memory that had a part in a turn."""

    assertion_id: UUID
    display_number: int | None
    content: Text | None
    """As it reads now; none when it is erased or taken back."""
    influence: Influence
    score: float
    reason: Text


class InfluenceView(Message):
    """One turn in which a memory had a part."""

    turn_id: UUID
    at: datetime
    influence: Influence
    score: float
    reason: Text
    said: tuple[Text, ...]
    """The person's lines."""
    reply: Text | None
    """What was answered, as far as it is not erased; none when there was no reply."""


class InfluencePage(Message):
    """A stretch of them, newest first; `cursor` continues it."""

    influences: tuple[InfluenceView, ...]
    cursor: str | None


class ListInfluences(Request[InfluencePage]):
    """What has a memory had a part in?"""

    subject: ClassVar[str] = "memory.query.influences"
    answer: ClassVar[type[Message]] = InfluencePage
    caller: Caller
    assertion_id: UUID
    limit: Annotated[int, Field(ge=1, le=100)] = 50
    cursor: Annotated[Text, Field(max_length=100)] | None = None


class WhyView(Message):
    """How a companion turn came about."""

    turn_id: UUID
    said: tuple[Text, ...]
    reply: Text
    intent: str
    axes: dict[str, str]
    confidence: float
    alternatives: tuple[str, ...]
    language: str
    action: Action
    understood_by: ModelUse
    answered_by: ModelUse
    references: tuple[ReferenceView, ...]
    did: tuple[HistoryEntry, ...]
    """What the turn changed in memory."""
    stamps: tuple[Stamp, ...]


class GetWhy(Request[WhyView]):
    """Why did you say that?"""

    subject: ClassVar[str] = "memory.query.why"
    answer: ClassVar[type[Message]] = WhyView
    caller: Caller
    turn_id: UUID


class ImportList(Message):
    """What a person brought in, the newest first."""

    imports: tuple[ImportState, ...]


class GetImport(Request[ImportState]):
    """How an import of the person's stands."""

    subject: ClassVar[str] = "memory.query.import"
    answer: ClassVar[type[Message]] = ImportState
    caller: Caller
    import_id: UUID


class ListImports(Request[ImportList]):
    """How all of them stand."""

    subject: ClassVar[str] = "memory.query.imports"
    answer: ClassVar[type[Message]] = ImportList
    caller: Caller
