"""An import that was accepted is carried out in batches: each is one short transaction and leaves nothing half done.

What is still to be done stands in the rows themselves, so that anybody may go on with it at any time,
and nothing comes twice.
"""

from collections.abc import Awaitable, Callable

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.store.context import MemoryContext, send_letters
from services.memory.store.database import run_command, run_for_one
from services.memory.transfer import import_landing, import_restoring
from services.memory.transfer.import_under_way import Import

STEPS: dict[str, Callable[[MemoryContext, AsyncConnection, Import, Record], Awaitable[bool]]] = {
    "landing": import_landing.land_batch,
    "restoring": import_restoring.restore_batch,
}
LONG = 20.0


async def go_on(memory: MemoryContext, one: Import) -> bool:
    """Carries out the next batch; says whether there may be more. What takes long is done before the person's lock."""
    await import_landing.prepare_batch(memory, one)
    async with memory.writing(one.who) as connection:
        batch = await run_for_one(connection, "transfer/import_batch", one.named)
        step = None if batch is None else STEPS.get(batch["status"])
        more = batch is not None and step is not None and await step(memory, connection, one, batch)
    if one.has_grown:
        await _count(memory)
        one.has_grown = False
    return more


async def finish_import(memory: MemoryContext, one: Import) -> None:
    """All of it."""
    while await go_on(memory, one):
        pass
    memory.spawn(send_letters(memory, one.who))


async def _count(memory: MemoryContext) -> None:
    """A table that was empty has no statistics, and its keys would be looked for one row by row for each row."""
    async with memory.database.connection() as connection:
        tables = "assertion, assertion_history, audit, import_row"
        await run_command(connection, f"analyze (skip_locked) {tables}", seconds=LONG)
