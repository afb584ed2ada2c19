"""Writes the file of what is off the record anew.

A deleted row leaves its words in the page until something is written over them. The table is empty but for the turns
under way, so that this takes milliseconds; who is in the way is not waited for.
"""

from services.memory.chores.rewrite_tables import waiting_for_tables
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_command, run_statement


async def rewrite_unrecorded(memory: MemoryContext) -> None:
    """Where there is something in the file, only what belongs to turns under way stays there."""
    async with memory.database.connection() as connection:
        (file,) = await run_statement(connection, "chores/unrecorded_bytes", {})
        if not file["bytes"]:
            return
        with waiting_for_tables():
            await run_command(connection, "set lock_timeout = '500ms'")
            try:
                await run_command(connection, "vacuum (full) off_record")
            finally:
                await run_command(connection, "reset lock_timeout")
