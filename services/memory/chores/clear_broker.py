"""Clears the broker again after an erasure: a worker that had the ended turn in hand may have gone on speaking."""

from datetime import timedelta

from sqlalchemy import text

from services.memory.store.context import MemoryContext
from services.memory.store.database import plain_transaction
from shared.bus.broker import jetstream_of
from shared.contracts.pipeline import REPLIES, TURNS, reply_subject

LINGERS = timedelta(minutes=2)
"""Longer than any turn may take."""


async def clear_broker(memory: MemoryContext) -> None:
    """Removes what is there of turns that an erasure ended; later turns of the same person are left alone."""
    async with plain_transaction(memory.database) as connection:
        since = {"since": memory.clock() - LINGERS}
        erasures = (await connection.execute(text("select * from erasures_since(:since)"), since)).all()
    js = jetstream_of(memory.broker)
    for erasure in erasures:
        if erasure.ended_turn_id is not None:
            await js.purge_stream(REPLIES, subject=reply_subject(erasure.person_id, erasure.ended_turn_id))
            await js.purge_stream(TURNS, subject=f"turn.*.{erasure.ended_turn_id}")
