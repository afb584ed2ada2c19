"""What is known is linked to what is nearest to it in meaning, in the transaction that makes it known."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.assertion import Change, Move
from services.memory.assertions.book import Book
from services.memory.index.edition import EDITION
from services.memory.store.database import run_statement
from services.memory.store.rows import skip_unreadable
from shared.contracts.assertions import Related
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id

NEAR_ENOUGH = 0.45
"""Cosine from which two memories have to do with each other. Of thirty short facts about one person the five pairs
above it are what a reader would pair ("nurse", "night shifts"); from 0.42 down, pairs share a form and no subject."""
MOST_MADE = 3
"""Links that a memory makes when it comes to be known; others may link to it later."""
MOST_SHOWN = 5
_LINKS = frozenset({Move.COMMIT, Move.WRITE, Move.CORRECT})
"""What is restored or kept has its links still."""


def to_be_linked(book: Book) -> list[UUID]:
    """What came to be known, or reads otherwise now."""
    links = dict.fromkeys(change.after.assertion_id for change in book.changes if _links(change))
    return [assertion_id for assertion_id in links if book.get(assertion_id).is_known]


def _links(change: Change) -> bool:
    return change.move in _LINKS


def found_for_links(book: Book, ids: Sequence[UUID]) -> list[UUID] | None:
    """What is known nearest to the one that is to be linked, where all that is known was looked through for it."""
    if len(ids) != 1 or not book.looked_everywhere:
        return None
    near = [book.assertions.get(one) for one, _ in book.near.get(book.get(ids[0]).content, ())]
    known = [one.assertion_id for one in near if one is not None and one.is_known]
    return known if len(known) >= MOST_MADE else None


async def relate_nearest(
    connection: AsyncConnection, who: Caller, ids: Sequence[UUID], now: datetime, among: Sequence[UUID] | None = None
) -> None:
    """In the caller's transaction, after they were written with their meanings; all is looked through, or those."""
    if ids:
        parameters = {
            "tenant_id": who.tenant_id,
            "person_id": who.person_id,
            "ids": ids,
            "among": among,
            "engagements": None,
            "edition": EDITION,
            "history_ids": [new_id() for _ in ids],
            "most": MOST_MADE,
            "enough": NEAR_ENOUGH,
            "now": now,
        }
        await run_statement(connection, "assertions/relate_nearest", parameters)


async def related_to(connection: AsyncConnection, who: Caller, assertion_id: UUID) -> tuple[Related, ...]:
    """The nearest of them, as the person sees them."""
    parameters = {"person_id": who.person_id, "assertion_id": assertion_id, "most": MOST_SHOWN}
    rows = await run_statement(connection, "assertions/list_related", parameters)
    return tuple(skip_unreadable("assertion", rows, _related))


def _related(row: Record) -> Related:
    return Related(
        assertion_id=row["id"],
        engagement_id=row["engagement_id"],
        display_number=row["display_number"],
        category=row["category"],
        content=row["content"],
        strength=round(row["strength"], 4),
    )
