"""Rows that this release cannot read, because another one wrote them: left out, named in the log, and counted."""

import logging
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from shared.stage.logs import record
from shared.stage.metrics import UNREADABLE_ROWS

ReadT = TypeVar("ReadT")


def readable(table: str, rows: Iterable[Any], read: Callable[[Any], ReadT]) -> list[ReadT]:
    """What can be read of them: one row that cannot must not keep a person from all the others."""
    found = list[ReadT]()
    for row in rows:
        try:
            found.append(read(row))
        except (TypeError, ValueError) as error:  # a word that no form knows, a form's own complaint, nothing at all
            UNREADABLE_ROWS.labels(table).inc()
            record("row_left_out", level=logging.WARNING, table=table, row_id=row["id"], error=type(error).__name__)
    return found
