"""Takes on the imports that are too long for one request, a batch at a time.

While somebody waits for a reply it rests after each batch as long as that took: a machine with few cores goes on
talking.
"""

import asyncio
from functools import partial
from time import monotonic
from uuid import UUID

from services.memory.chores.reply_awaited import is_reply_awaited
from services.memory.store.context import MemoryContext, send_letters
from services.memory.store.database import call_function, plain_transaction
from services.memory.transfer.import_batches import go_on
from services.memory.transfer.import_under_way import Import
from shared.bus.chores import one_by_one
from shared.contracts.envelope import Caller

STRETCH = 5.0
"""Seconds after which it is another import's turn."""


async def advance_imports(memory: MemoryContext) -> None:
    """All that are under way, a stretch of each in turn; one that fails is left for the next beat."""
    failed = set[UUID]()
    while under_way := [one for one in await _under_way(memory) if one.import_id not in failed]:
        await one_by_one("take_on", under_way, partial(_stretch, memory, failed))


async def _under_way(memory: MemoryContext) -> list[Import]:
    async with plain_transaction(memory.database) as connection:
        rows = await call_function(connection, "imports_under_way")
    return [Import(Caller(tenant_id=row["tenant_id"], person_id=row["person_id"]), row["import_id"]) for row in rows]


async def _stretch(memory: MemoryContext, failed: set[UUID], one: Import) -> None:
    failed.add(one.import_id)
    until = monotonic() + STRETCH
    while (began := monotonic()) < until and await go_on(memory, one):
        if await is_reply_awaited(memory):
            await asyncio.sleep(monotonic() - began)
    await send_letters(memory, one.who)
    failed.discard(one.import_id)
