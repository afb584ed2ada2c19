"""Sends what a crash left in the outbox."""

from datetime import timedelta

from services.memory.ops import queries as operations
from services.memory.store.context import MemoryContext, send_letters
from services.memory.store.database import plain_transaction

OVERDUE = timedelta(seconds=2)


async def send_outbox(memory: MemoryContext) -> None:
    """Letters older than a moment; younger ones are being sent by whoever wrote them."""
    async with plain_transaction(memory.database) as connection:
        waiting = await operations.people_with_letters(connection, memory.clock() - OVERDUE)
    for person in waiting:
        await send_letters(memory, person)
