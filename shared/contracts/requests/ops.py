"""What operators ask and command: how the line stands, dead letters, counts, and what proves the record."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from shared.contracts.envelope import Request
from shared.contracts.message import Message, Text

LEAST_RETENTION, MOST_RETENTION = 30, 3650
"""Days: no slip of a finger takes last week's talk away."""


class Pong(Message):
    """The memory service is there, and so is its database."""


class Ping(Request[Pong]):
    """Are you there? Answered after a round trip to the database; nothing is read."""

    subject: ClassVar[str] = "memory.query.ping"
    answer: ClassVar[type[Message]] = Pong


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
    work: tuple[StageStatus, ...] = ()
    """The steps of background work, each by its consumer."""


class GetStatus(Request[LineStatus]):
    """How does the line stand?"""

    subject: ClassVar[str] = "memory.query.status"
    answer: ClassVar[type[Message]] = LineStatus


class DeadLetterView(Message):
    """A turn or a background work that no attempt could handle. Its words stay in the database."""

    dead_letter_id: UUID
    turn_id: UUID | None
    step: str
    reason: str
    attempts: int
    created_at: datetime
    replayed_at: datetime | None
    work_id: UUID | None = None


class DeadLetterList(Message):
    """Newest first."""

    dead_letters: tuple[DeadLetterView, ...]


class ListDeadLetters(Request[DeadLetterList]):
    """What could not be processed, and why?"""

    subject: ClassVar[str] = "memory.query.dead_letters"
    answer: ClassVar[type[Message]] = DeadLetterList
    limit: Annotated[int, Field(ge=1, le=100)] = 50


class Replayed(Message):
    """The dead letter's turn is on the line again, or waits behind its person's active one; a work waits anew."""

    turn_id: UUID | None = None
    work_id: UUID | None = None


class ReplayDeadLetter(Request[Replayed]):
    """Offers a dead turn, or a dead work, again."""

    subject: ClassVar[str] = "memory.command.replay"
    answer: ClassVar[type[Message]] = Replayed
    dead_letter_id: UUID


class WorkState(StrEnum):
    """How a background work stands."""

    WAITING = "waiting"
    ACTIVE = "active"
    DONE = "done"
    FAILED = "failed"
    ENDED = "ended"
    """Nobody wanted it any more."""


class WorkView(Message):
    """One background work, for an operator; neither whose it is nor what it is about."""

    work_id: UUID
    line: str
    state: WorkState
    step: str
    steps_done: tuple[str, ...]
    priority: int
    attempt: int
    offered: int
    tries: int
    restarts: int
    created_at: datetime
    not_before: datetime
    deadline: datetime | None
    ended_at: datetime | None
    reason: str


class WorkList(Message):
    """Newest first."""

    works: tuple[WorkView, ...]


class ListWork(Request[WorkList]):
    """What is thought about in the background, and how does it stand?"""

    subject: ClassVar[str] = "memory.query.work"
    answer: ClassVar[type[Message]] = WorkList
    state: WorkState | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 50


LONGEST_SECONDS = 30 * 86_400
"""As long as they are kept."""


class EventCount(Message):
    """So many times, in one stretch of the time asked for."""

    begins: datetime
    node: str
    operation: str
    status: str
    count: int
    category: str | None = None
    """Of the memories that it was done to; none, where there are several or it has nothing to do with any."""
    similarity: float | None = None
    """The mean, of what has one."""


class EventCounts(Message):
    """Oldest first."""

    since: datetime
    until: datetime
    counts: tuple[EventCount, ...]


class CountEvents(Request[EventCounts]):
    """What was done, and how often?"""

    subject: ClassVar[str] = "memory.query.operational_events"
    answer: ClassVar[type[Message]] = EventCounts
    seconds: Annotated[int, Field(ge=60, le=LONGEST_SECONDS)] = 3_600


MOST_PEOPLE = 200

MOST_ENTRIES = 10

Hash = Annotated[Text, Field(pattern="^[0-9a-f]{64}$")]


class AuditEnd(Message):
    """Where a person's audit ended when somebody wrote it down."""

    person_id: UUID
    number: Annotated[int, Field(ge=1)]
    chain: Hash


class Fault(Message):
    """Where the audit does not hold.

    `changed`: this row is not what it was; `missing`: rows from this number on are gone, and later ones are there;
    `cut`: rows from this number on are gone, and nothing follows; `rewritten`: this row is not the one that was
    written down, and everything up to it was made to fit.
    """

    number: int
    what: Literal["changed", "missing", "cut", "rewritten"]


class AuditOfPerson(Message):
    """What was found of one person's audit."""

    person_id: UUID
    rows: int
    number: int
    chain: str
    """Of its last row."""
    faults: tuple[Fault, ...]


class AuditChecked(Message):
    """A stretch of the people, in the order of their ids; `after` continues it."""

    people: tuple[AuditOfPerson, ...]
    after: UUID | None


class CheckAudit(Request[AuditChecked]):
    """Does the audit hold, of everybody or of one?"""

    subject: ClassVar[str] = "memory.query.audit"
    answer: ClassVar[type[Message]] = AuditChecked
    person_id: UUID | None = None
    after: UUID | None = None
    ends: Annotated[tuple[AuditEnd, ...], Field(max_length=MOST_PEOPLE)] = ()
    """What was written down of the people who come next."""


class LedgerEntry(Message):
    """One erasure: whose, of what, when; as it stands in the ledger, and in the file beside the backups."""

    erasure_id: UUID
    tenant_id: UUID
    person_id: UUID
    scope: Literal["assertion", "conversation", "project", "person", "line", "rejected"]
    subjects: tuple[UUID, ...]
    at: datetime
    before: datetime | None = None
    """Of talk: what was said before then went. None when it went for its age, which is done again by itself."""
    refused: UUID | None = None
    """The memory that is never to be remembered again."""
    key: Text | None = None
    body: Text | None = None
    """Hashes of what a person's erasure was asked with, so that asking again is told the same."""
    memories: Literal["move", "erase"] | None = None
    """Of a project, or a line, which is the first of the subjects: what became of its memories."""


class LedgerPage(Message):
    """A stretch of the ledger; `after` continues it."""

    entries: tuple[LedgerEntry, ...]
    after: UUID | None


class ReadLedger(Request[LedgerPage]):
    """What was erased?"""

    subject: ClassVar[str] = "memory.query.ledger"
    answer: ClassVar[type[Message]] = LedgerPage
    after: UUID | None = None


class ErasedAgain(Message):
    """What became of one entry."""

    erasure_id: UUID
    outcome: Literal["known", "nothing_left", "erased"]
    """In this database's own ledger; nothing of it is here; it was here, and went."""
    status: Literal["gone", "still_found", "checking"]
    """What was found when somebody looked."""
    found_in: tuple[str, ...] = ()


class LedgerReplayed(Message):
    """What became of each, in their order."""

    entries: tuple[ErasedAgain, ...]


class ReplayLedger(Request[LedgerReplayed]):
    """After an older database was brought back: erases again what was erased since."""

    subject: ClassVar[str] = "memory.command.replay_ledger"
    answer: ClassVar[type[Message]] = LedgerReplayed
    entries: Annotated[tuple[LedgerEntry, ...], Field(min_length=1, max_length=MOST_ENTRIES)]
