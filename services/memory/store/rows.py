"""Rows on their way out of the database: vectors as text, pages that go on, and rows this release cannot read."""

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import UUID

from shared.bus.logs import log_event
from shared.bus.metrics import UNREADABLE_ROWS
from shared.contracts.errors import BadMessageError

Vector = Sequence[float]


def vector_text(vector: Vector) -> str:
    """As pgvector reads it."""
    return "[" + ",".join(f"{number:.6g}" for number in vector) + "]"


def vector_of(text: str | None) -> Vector | None:
    """As pgvector writes it."""
    return None if text is None else tuple(json.loads(text))


ReadT = TypeVar("ReadT")


def skip_unreadable(table: str, rows: Iterable[Any], read: Callable[[Any], ReadT]) -> list[ReadT]:
    """What can be read of them: one row that cannot must not keep a person from all the others."""
    found = list[ReadT]()
    for row in rows:
        try:
            found.append(read(row))
        except (TypeError, ValueError) as error:  # a word that no form knows, a form's own complaint, nothing at all
            UNREADABLE_ROWS.labels(table).inc()
            log_event("row_left_out", level=logging.WARNING, table=table, row_id=row["id"], error=type(error).__name__)
    return found


def cursor_after(at: datetime, identifier: UUID) -> str:
    """As a client carries it: no plus in it, which an address would read as a space."""
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%fZ}~{identifier}"


def read_cursor(cursor: str | None) -> tuple[datetime | None, UUID | None]:
    """What a client brought back."""
    if cursor is None:
        return None, None
    at, _, identifier = cursor.partition("~")
    try:
        moment, last = datetime.fromisoformat(at), UUID(identifier)
    except ValueError:
        raise BadMessageError("cursor") from None
    if moment.tzinfo is None:
        raise BadMessageError("cursor")
    return moment, last
