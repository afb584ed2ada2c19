"""Everything of a person's, to be taken along: part by part, stretch by stretch, each well below one message's size."""

import json
import re
from dataclasses import dataclass
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.store.context import MemoryContext
from services.memory.store.database import run_statement
from services.memory.turn import views
from shared.contracts.envelope import Caller
from shared.contracts.errors import BadMessageError, PersonNotFoundError
from shared.contracts.requests.transfer import ExportMemory, ExportPart, ExportRows

MOST_ROWS = 200
MOST_TURNS = 50
MOST_BYTES = 300_000
"""Of the rows of one answer, which is quoted once more on its way; a broker's message has a megabyte."""
_NUMBER = re.compile(r"\d{1,18}")
_COUNTED = frozenset({ExportPart.HISTORY, ExportPart.TURNS})
"""Their rows are ordered by a number; all others by an id."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One row as JSON, and what continues after it."""

    text: str
    after: str


async def export_part(memory: MemoryContext, question: ExportMemory) -> ExportRows:
    """A stretch of one part."""
    after = _checked(question.part, question.after)
    most = MOST_TURNS if question.part is ExportPart.TURNS else MOST_ROWS
    async with memory.reading(question.caller) as connection:
        parameters = {"person_id": question.caller.person_id, "after": after, "most": most + 1}
        found = await run_statement(connection, f"transfer/export_{question.part.value}", parameters)
        if question.part is ExportPart.PERSON and not found and not after:
            raise PersonNotFoundError
        rows = await _rows(connection, question.caller, question.part, found)
    shown = _that_fit(rows[:most])
    more = len(shown) < len(rows)
    return ExportRows(
        rows=tuple(row.text for row in shown),
        after=shown[-1].after if more else None,
        total=found[0]["total"] if found else 0,
    )


def _checked(part: ExportPart, after: str | None) -> str:
    """The cursor, if it is one of ours."""
    if after is None:
        return ""
    try:
        return _number(after) if part in _COUNTED else str(UUID(after))
    except ValueError:
        raise BadMessageError("after") from None


def _number(after: str) -> str:
    if not _NUMBER.fullmatch(after):
        raise ValueError(after)
    return after


async def _rows(connection: AsyncConnection, who: Caller, part: ExportPart, found: list[Record]) -> list[_Row]:
    if part is not ExportPart.TURNS:
        return [_Row(row["row"], row["after"]) for row in found]
    rows = list[_Row]()
    for row in found:
        turn = await views.turn_view(connection, who.person_id, turn_id=row["turn_id"])
        if turn is not None:
            told = turn.model_dump(mode="json") | {"conversation_id": str(row["conversation_id"])}
            rows.append(_Row(json.dumps(told, ensure_ascii=False), row["after"]))
    return rows


def _that_fit(rows: list[_Row]) -> list[_Row]:
    size = 0
    for place, row in enumerate(rows):
        size += len(row.text.encode())
        if place and size > MOST_BYTES:
            return rows[:place]
    return rows
