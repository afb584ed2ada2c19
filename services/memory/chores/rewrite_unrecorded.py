"""Writes the file of what is off the record anew.

A deleted row leaves its words in the page until something is written over them. The table is empty but for the turns
under way, so that this takes milliseconds; who is in the way is not waited for.
"""

from sqlalchemy import text

from services.memory.chores.rewrite_tables import waiting_for_tables
from services.memory.store.context import MemoryContext
from services.memory.store.database import driver_of

_SIZE = text(
    "select pg_relation_size(c.oid) + case when c.reltoastrelid = 0 then 0 else pg_relation_size(c.reltoastrelid) end"
    " from pg_class c where c.oid = 'off_record'::regclass"
)


async def rewrite_unrecorded(memory: MemoryContext) -> None:
    """Where there is something in the file, only what belongs to turns under way stays there."""
    async with memory.database.connection() as connection:
        if not await connection.scalar(_SIZE):
            return
        driver = driver_of(connection)
        with waiting_for_tables():
            await driver.execute("set lock_timeout = '500ms'")
            try:
                await driver.execute("vacuum (full) off_record")
            finally:
                await driver.execute("reset lock_timeout")
