"""What may be asked and commanded of what is remembered, and the answers: notebook, offers, why, export, erasing."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from shared.assertions import AssertionView, CategoryName, Force, Kind, NearKnown, State
from shared.message import Message, Moment, Text
from shared.operations import Action, MemoryChange, Offer
from shared.queries import Caller, Key, Request
from shared.turns import Stamp
from shared.understanding import Influence, ModelUse

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


# ---- taking it along, bringing it back, making it go -------------------------------------------------------------


class ExportPart(StrEnum):
    """The parts of an export, in their order."""

    PERSON = "person"
    ENGAGEMENTS = "engagements"
    ASSERTIONS = "assertions"
    HISTORY = "history"
    TURNS = "turns"
    REFUSALS = "refusals"


class ExportRows(Message):
    """A stretch of one part; `after` continues it."""

    rows: tuple[Text, ...]
    """Each a JSON object."""
    after: str | None
    total: int


class ExportMemory(Request[ExportRows]):
    """Everything of mine, part by part, stretch by stretch."""

    subject: ClassVar[str] = "memory.query.export"
    answer: ClassVar[type[Message]] = ExportRows
    caller: Caller
    part: ExportPart
    after: Annotated[Text, Field(max_length=100)] | None = None


class ImportDiffers(Message):
    """What a file has otherwise than it is known: both hold after the yes, unless the person takes one back."""

    text: Text
    known: NearKnown


class ImportState(Message):
    """How an import stands. Everything lands held, with the force that it had kept beside it."""

    import_id: UUID
    file_hash: str
    count: int
    received: int
    status: Literal["receiving", "landing", "held", "restoring", "confirmed"]
    """A long file is landing, or being restored, in the background."""
    done: int = 0
    """Rows that were dealt with: of the landing, or of what the yes restores."""
    total: int = 0
    skipped: int
    """What was refused once, or is there already."""
    refusals: int = 0
    """What the file says is never to be remembered again; it holds from the landing on, without a yes."""
    refusals_left_out: int = 0
    """Plain refusals of which the file has no words, so that nothing here can tell what they refused."""
    differs: tuple[ImportDiffers, ...] = ()
    """Told when it lands, before the yes."""


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


class ImportRows(Request[ImportState]):
    """The next rows of a file; with the last of them it begins to land, or nothing of it does."""

    subject: ClassVar[str] = "memory.command.import"
    answer: ClassVar[type[Message]] = ImportState
    caller: Caller
    key: Key
    import_id: UUID
    file_hash: Annotated[Text, Field(pattern=r"^[0-9a-f]{64}$")]
    count: Annotated[int, Field(ge=1, le=100_000)]
    """Assertions in the whole file."""
    first: Annotated[int, Field(ge=0)]
    """The number of the first of these rows."""
    rows: Annotated[tuple[Text, ...], Field(max_length=200)]
    """Each a JSON object: an engagement, an assertion or an entry of its history."""
    last: bool


class ConfirmImport(Request[ImportState]):
    """Restores the forces that the rows of an import had: the person's one yes to all of it."""

    subject: ClassVar[str] = "memory.command.confirm_import"
    answer: ClassVar[type[Message]] = ImportState
    caller: Caller
    key: Key
    import_id: UUID
    file_hash: str
    count: int


class EraseConversation(Request[Receipt]):
    """The words of a stretch of talk go for good: the turns named, or all of it."""

    subject: ClassVar[str] = "memory.command.erase_conversation"
    answer: ClassVar[type[Message]] = Receipt
    caller: Caller
    key: Key


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
