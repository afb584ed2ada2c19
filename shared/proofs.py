"""What an operator asks for who wants proof: whether the audit holds, and what was erased; ids and numbers only."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from shared.message import Message, Text
from shared.queries import Request

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
