"""Sends what a crash left in the outbox."""

from datetime import timedelta

from services.memory.database import transaction
from services.memory.operation import Memory, send_letters
from services.memory.operations import queries as operations

OVERDUE = timedelta(seconds=2)


async def relay(memory: Memory) -> None:
    """Letters older than a moment; younger ones are being sent by whoever wrote them."""
    async with transaction(memory.database) as connection:
        waiting = await operations.people_with_letters(connection, memory.clock() - OVERDUE)
    for person in waiting:
        await send_letters(memory, person)
