"""Taking everything along, and bringing it back."""

from enum import StrEnum
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from shared.contracts.assertions import NearKnown
from shared.contracts.envelope import Caller, Key, Request
from shared.contracts.message import Message, Text


class ExportPart(StrEnum):
    """The parts of an export, in their order."""

    PERSON = "person"
    ENGAGEMENTS = "engagements"
    ASSERTIONS = "assertions"
    HISTORY = "history"
    TURNS = "turns"
    REFUSALS = "refusals"
    CONVERSATIONS = "conversations"
    NARRATIVES = "narratives"
    ENTITIES = "entities"
    DELTAS = "deltas"


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
    """Each a JSON object: an engagement, an assertion, an entry of its history, or of what a conversation meant."""
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
