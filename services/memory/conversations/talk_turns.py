"""A conversation as whoever thinks about it may read it now: masked, no secrets, nothing said off the record."""

from collections.abc import Sequence
from uuid import UUID

from asyncpg import Record
from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.recall.masking import Hidden, mask_history, mask_notes
from services.memory.store.database import run_statement
from shared.contracts.envelope import Caller
from shared.contracts.turns import NOT_KEPT, Exchange
from shared.contracts.work import MOST_PAGE_BYTES, MOST_TURNS, TalkPage, TalkTurn
from shared.text.secret_words import holds_secret

TURNS_A_PAGE = 12
LONGEST_REPLY = 1_500
"""Characters of a reply: what the companion said at length is not what the conversation meant."""
_HIDDEN = TypeAdapter(tuple[Hidden, ...])


def count_pages(turns: int) -> int:
    """How many pages a conversation of so many turns has."""
    return -(-turns // TURNS_A_PAGE)


async def load_talk_page(connection: AsyncConnection, who: Caller, conversation_id: UUID, n: int) -> TalkPage:
    """The page of that number, from 0; nothing is in it beyond the last."""
    parameters = {
        "person_id": who.person_id,
        "conversation_id": conversation_id,
        "most": MOST_TURNS,
        "page": TURNS_A_PAGE,
        "skipped": n * TURNS_A_PAGE,
    }
    rows = await run_statement(connection, "conversations/list_talk", parameters)
    hidden = await run_statement(connection, "conversations/hidden_from_thought", {"person_id": who.person_id})
    words = _HIDDEN.validate_python([dict(one) for one in hidden])
    masked = mask_history([_exchange(row) for row in rows], words)
    noted = [mask_notes(row["noted"], words) for row in rows]
    first = n * TURNS_A_PAGE + 1
    told = enumerate(zip(rows, masked, noted, strict=True), first)
    return _that_fit([_turn(row, at, shown, notes) for at, (row, shown, notes) in told])


def _exchange(row: Record) -> Exchange:
    asked = row["replied"][-row["asked"] :] if row["asked"] else ""
    return Exchange(
        turn_id=row["turn_id"],
        said=row["said"],
        replied=row["replied"],
        intent=row["intent"],
        at=row["at"],
        asked=asked,
    )


def _turn(row: Record, number: int, told: Exchange, noted: tuple[str, ...]) -> TalkTurn:
    return TalkTurn(
        number=number,
        turn_id=told.turn_id,
        at=row["at"],
        engagement_id=row["engagement_id"],
        said=told.said,
        replied=NOT_KEPT if holds_secret(told.replied) else told.replied[:LONGEST_REPLY],
        asked=told.asked,
        intent=row["intent"],
        action=row["action"],
        noted=noted,
        facts=tuple(one for one in row["facts"] if not holds_secret(one)),
    )


def _that_fit(turns: Sequence[TalkTurn]) -> TalkPage:
    """Whole turns; where they are too large for one message, without what the companion replied to them."""
    page = TalkPage(turns=tuple(turns))
    if len(page.model_dump_json().encode()) <= MOST_PAGE_BYTES:
        return page
    return TalkPage(turns=tuple(one.model_copy(update={"replied": "", "asked": ""}) for one in turns))
