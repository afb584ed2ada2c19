"""Held assertions that nobody confirmed in time are dropped, with that as the reason."""

from functools import partial

from services.memory.assertions import queries as knowledge
from services.memory.assertions.repository import LoadPlan, open_book, save_book
from services.memory.ops.event_counts import note_counts
from services.memory.ops.events import MEMORY, Tally
from services.memory.store.context import MemoryContext, post_letter, send_letters
from services.memory.store.database import plain_transaction
from shared.bus.chores import one_by_one
from shared.contracts.envelope import Caller
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject


async def expire_held(memory: MemoryContext) -> None:
    """One person after the other, each in a transaction of their own."""
    now = memory.clock()
    async with plain_transaction(memory.database) as connection:
        people = await knowledge.people_with_expired(connection, now)
    await one_by_one("expire", people, partial(_expire_for, memory))


async def _expire_for(memory: MemoryContext, who: Caller) -> None:
    expired = await _expire_of(memory, who)
    if expired:  # another replica may have been here before
        await note_counts(memory, Tally(MEMORY, "expire", count=expired))


async def _expire_of(memory: MemoryContext, who: Caller) -> int:
    """How many were dropped."""
    now = memory.clock()
    async with memory.writing(who) as connection:
        overdue = await knowledge.list_expired(connection, who, now)
        opened = await open_book(connection, who, LoadPlan(ids=frozenset(overdue)), now)
        expiring = [one for one in overdue if one in opened.book.assertions]  # not what cannot be read
        for assertion_id in expiring:
            opened.book.expire(assertion_id)
        if expiring:
            await save_book(connection, who, opened)
            await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    await send_letters(memory, who)
    return len(expiring)
