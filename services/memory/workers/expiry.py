"""Held assertions that nobody confirmed in time are dropped, with that as the reason."""

from functools import partial

from services.memory.database import transaction
from services.memory.knowledge import queries as knowledge
from services.memory.knowledge.store import Wanted, open_book, save
from services.memory.operation import Memory, post, send_letters
from services.memory.operations.counting import note
from services.memory.operations.events import MEMORY, Tally
from shared.notices import Changed
from shared.pipeline import notice_subject
from shared.queries import Caller
from shared.stage.chores import one_by_one


async def expire(memory: Memory) -> None:
    """One person after the other, each in a transaction of their own."""
    now = memory.clock()
    async with transaction(memory.database) as connection:
        people = await knowledge.people_with_expired(connection, now)
    await one_by_one("expire", people, partial(_expire_for, memory))


async def _expire_for(memory: Memory, who: Caller) -> None:
    expired = await _expire_of(memory, who)
    if expired:  # another replica may have been here before
        await note(memory, Tally(MEMORY, "expire", count=expired))


async def _expire_of(memory: Memory, who: Caller) -> int:
    """How many were dropped."""
    now = memory.clock()
    async with memory.change(who) as connection:
        overdue = await knowledge.expired(connection, who, now)
        opened = await open_book(connection, who, Wanted(ids=frozenset(overdue)), now)
        expiring = [one for one in overdue if one in opened.book.assertions]  # not what cannot be read
        for assertion_id in expiring:
            opened.book.expire(assertion_id)
        if expiring:
            await save(connection, who, opened)
            await post(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    await send_letters(memory, who)
    return len(expiring)
