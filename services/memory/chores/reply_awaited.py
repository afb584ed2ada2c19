"""Whether somebody waits for a reply: then chores let others through."""

from services.memory.ops import queries as operations
from services.memory.store.context import MemoryContext
from services.memory.store.database import plain_transaction


async def is_reply_awaited(memory: MemoryContext) -> bool:
    """Whether any turn is under way."""
    async with plain_transaction(memory.database) as connection:
        return (await operations.line_counts(connection)).active_turns > 0
