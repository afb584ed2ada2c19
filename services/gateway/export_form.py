"""The document that an export gives and an import takes, and the reader of it.

A file may have megabytes, so each row is read by itself, and what is handed on is the very text of the row.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from pydantic.config import JsonDict

from services.gateway.forms import Form
from services.gateway.problems import (
    BadJsonError,
    BadRowError,
    FieldError,
    MissingFieldError,
    NotAnObjectError,
    NothingToImportError,
    TooDeepError,
    TooManyRowsError,
    UnknownFieldError,
)
from services.gateway.reading import DEEPEST, json_decoder, nesting_depth
from shared.contracts.errors import HoldfastError

LARGEST_ROW = 131_072
"""Old and new text of a history's entry, each character escaped, and the rest of it."""
MOST_FIELDS = 2_000
"""A turn names everything that it changed."""
MOST_MEMORIES = 100_000
VERSIONS = (1, 2)
"""Of the document, that are read."""
MOST_ROWS = 400_000
ROWS_AT_ONCE = 200
BYTES_AT_ONCE = 262_144
"""Of one message to memory, which is quoted once more on its way; the broker takes a megabyte."""
_GAP = re.compile(r"[ \t\n\r]*")
SENT_ON = (
    *("engagements", "refusals", "assertions", "history"),
    *("conversations", "narratives", "entities", "deltas"),
)
"""What memory takes back, in the order in which it needs it."""
NEEDED = {
    "engagements": ("engagement_id",),
    "assertions": ("assertion_id", "content"),
    "history": ("event",),
    "refusals": ("refusal_id",),
    "conversations": ("conversation_id",),
    "narratives": ("assertion_id", "original"),
    "entities": ("entity_id", "entity_type"),
    "deltas": ("delta_id", "delta_type"),
}
"""Without these a row is not what it stands under."""

Row = dict[str, object]


def _needs(section: str) -> JsonDict:
    return {"required": list(NEEDED[section])}


EngagementRow = Annotated[Row, Field(json_schema_extra=_needs("engagements"))]
AssertionRow = Annotated[Row, Field(json_schema_extra=_needs("assertions"))]
HistoryRow = Annotated[Row, Field(json_schema_extra=_needs("history"))]
RefusalRow = Annotated[Row, Field(json_schema_extra=_needs("refusals"))]
ConversationRow = Annotated[Row, Field(json_schema_extra=_needs("conversations"))]
NarrativeRow = Annotated[Row, Field(json_schema_extra=_needs("narratives"))]
EntityRow = Annotated[Row, Field(json_schema_extra=_needs("entities"))]
DeltaRow = Annotated[Row, Field(json_schema_extra=_needs("deltas"))]


class ExportForm(Form):
    """Everything of a person's. An import skips the person and the turns; a first version knew no conversations."""

    example: ClassVar[str] = (
        '{"holdfast_export": 2, "assertions": [{"assertion_id": "01890a5d-ac96-774b-bcce-b302099a8057",'
        ' "engagement_id": "01890a5d-ac96-774b-bcce-b302099a8058", "content": "You prefer tea to coffee.",'
        ' "force": "committed"}]}'
    )
    holdfast_export: Literal[1, 2]
    person: Row | None = None
    engagements: tuple[EngagementRow, ...] = ()
    assertions: Annotated[tuple[AssertionRow, ...], Field(max_length=MOST_MEMORIES)]
    history: tuple[HistoryRow, ...] = ()
    turns: tuple[Row, ...] = ()
    refusals: tuple[RefusalRow, ...] = ()
    conversations: tuple[ConversationRow, ...] = ()
    narratives: tuple[NarrativeRow, ...] = ()
    entities: tuple[EntityRow, ...] = ()
    deltas: tuple[DeltaRow, ...] = ()


@dataclass(frozen=True)
class ExportFile:
    """A file that was read: what it is known by, and the rows that are sent on."""

    file_hash: str
    count: int
    rows: list[str]

    def batches(self) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The rows in messages of a size that the broker takes, each with the number of its first."""
        first, batch, size = 0, list[str](), 0
        for row in self.rows:
            size += len(row.encode())
            if batch and (len(batch) == ROWS_AT_ONCE or size > BYTES_AT_ONCE):
                yield first, tuple(batch)
                first, batch, size = first + len(batch), [], len(row.encode())
            batch.append(row)
        yield first, tuple(batch)


def read_export(body: bytes) -> ExportFile:
    """What these bytes bring, or the error that says what is wrong with them, and in which row."""
    try:
        text = body.decode()
    except UnicodeDecodeError:
        raise BadJsonError from None
    reader = _Reader(text)
    reader.read()
    count = len(reader.rows["assertions"])
    if not count:
        raise NothingToImportError
    rows = [row for section in SENT_ON for row in reader.rows[section]]
    return ExportFile(hashlib.sha256(body).hexdigest(), count, rows)


@dataclass
class _Reader:
    """Walks over the document from its first character to its last."""

    text: str
    at: int = 0
    seen: set[str] = field(default_factory=set)
    rows: dict[str, list[str]] = field(default_factory=lambda: {section: [] for section in SENT_ON})
    count: int = 0

    def read(self) -> None:
        """All of it."""
        if self._next() != "{":
            self._value()
            raise BadJsonError if self._next() else NotAnObjectError
        self._take("{")
        while self._next() != "}":
            if self.seen:
                self._take(",")
            self._member()
        self._take("}")
        if self._next():
            raise BadJsonError
        for name in ("holdfast_export", "assertions"):
            if name not in self.seen:
                raise MissingFieldError(name)

    def _member(self) -> None:
        name, _ = self._value()
        if not isinstance(name, str) or name in self.seen:
            raise BadJsonError
        if name not in ExportForm.model_fields:
            raise UnknownFieldError(tuple(ExportForm.model_fields))
        self.seen.add(name)
        self._take(":")
        if name in {"holdfast_export", "person"}:
            self._single(name)
        else:
            self._list(name)

    def _single(self, name: str) -> None:
        value, _ = self._value()
        if name == "holdfast_export" and (isinstance(value, bool) or value not in VERSIONS):
            raise FieldError(name, "1 or 2: this is another kind of file, or of a later release")
        if name == "person" and not isinstance(value, dict | None):
            raise FieldError(name, "an object")

    def _list(self, section: str) -> None:
        if self._next() != "[":
            self._value()
            raise FieldError(section, "a list")
        self._take("[")
        number = 0
        while self._next() != "]":
            if number:
                self._take(",")
            number += 1
            self._row(section, number)
        self._take("]")

    def _row(self, section: str, number: int) -> None:
        self.count += 1
        if self.count > MOST_ROWS or (section == "assertions" and number > MOST_MEMORIES):
            raise TooManyRowsError(MOST_MEMORIES if section == "assertions" else MOST_ROWS)
        row, text = self._value(section, number)
        if not isinstance(row, dict):
            raise BadRowError(section, number, "is not an object")
        missing = [name for name in NEEDED.get(section, ()) if name not in row]
        if missing:
            raise BadRowError(section, number, f"has no “{missing[0]}”")
        if section not in self.rows:
            return
        if len(text.encode()) > LARGEST_ROW:
            raise BadRowError(section, number, f"has more than {LARGEST_ROW} bytes")
        self.rows[section].append(text)

    def _value(self, section: str = "", number: int = 0) -> tuple[object, str]:
        self._next()
        try:
            value, end = json_decoder(MOST_FIELDS).raw_decode(self.text, self.at)
        except RecursionError:
            raise TooDeepError(DEEPEST) from None
        except ValueError:
            raise BadJsonError from None
        except HoldfastError as error:
            if section:
                raise BadRowError(section, number, "cannot be read") from error
            raise
        text, self.at = self.text[self.at : end], end
        if nesting_depth(text.encode()) > DEEPEST:
            raise TooDeepError(DEEPEST)
        return value, text

    def _next(self) -> str:
        found = _GAP.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return self.text[self.at : self.at + 1]

    def _take(self, char: str) -> None:
        if self._next() != char:
            raise BadJsonError
        self.at += 1
