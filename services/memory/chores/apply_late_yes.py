"""A conversation that was put away unanswered, and agreed to since: what it changes in what is open is changed now."""

from functools import partial

from asyncpg import Record
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.apply_deltas import apply_deltas
from services.memory.conversations.tables import STATE_DELTA
from services.memory.conversations.themes import refresh_themes
from services.memory.store.context import MemoryContext, post_letter, send_letters
from services.memory.store.database import call_function, plain_transaction
from services.memory.turn.tables import CONVERSATION
from shared.bus.chores import one_by_one
from shared.contracts.entities import Delta
from shared.contracts.envelope import Caller
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.conversations import EndedAs


async def apply_late_yes(memory: MemoryContext) -> None:
    """One after the other, each in a transaction of its own."""
    async with plain_transaction(memory.database) as connection:
        found = await call_function(connection, "agreed_late")
    await one_by_one("apply_late_yes", found, partial(_apply_one, memory))


async def _apply_one(memory: MemoryContext, found: Record) -> None:
    who = Caller(tenant_id=found["tenant_id"], person_id=found["person_id"])
    async with memory.writing(who) as connection:
        if not await _note_confirmed(connection, who, found):
            return
        proposed = select(STATE_DELTA.c.data).where(
            STATE_DELTA.c.person_id == who.person_id, STATE_DELTA.c.assertion_id == found["memory_id"]
        )
        deltas = [Delta.model_validate(row.data) for row in await connection.execute(proposed)]
        await apply_deltas(connection, who, found["memory_id"], deltas, memory.clock())
        await refresh_themes(connection, who)
        await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    await send_letters(memory, who)


async def _note_confirmed(connection: AsyncConnection, who: Caller, found: Record) -> bool:
    """Whether it was still to be done: nothing is applied twice."""
    mine = (CONVERSATION.c.person_id == who.person_id) & (CONVERSATION.c.id == found["conversation_id"])
    unanswered = mine & (CONVERSATION.c.kept == EndedAs.UNCONFIRMED.value)
    noted = update(CONVERSATION).where(unanswered).values(kept=EndedAs.CONFIRMED.value).returning(CONVERSATION.c.id)
    return (await connection.execute(noted)).first() is not None
