"""Whether somebody waits for a reply: then chores let others through."""

from services.memory.database import transaction
from services.memory.operation import Memory
from services.memory.operations import queries as operations


async def is_talked(memory: Memory) -> bool:
    """Whether any turn is under way."""
    async with transaction(memory.database) as connection:
        return (await operations.line_counts(connection)).active_turns > 0
