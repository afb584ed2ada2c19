"""Clears the broker again after an erasure: a worker that had the ended turn in hand may have gone on speaking."""

from datetime import timedelta

from services.memory.store.context import MemoryContext
from services.memory.store.database import call_function, plain_transaction
from shared.bus.broker import jetstream_of
from shared.contracts.pipeline import REPLIES, TURNS, reply_subject

LINGERS = timedelta(minutes=2)
"""Longer than any turn may take."""


async def clear_broker(memory: MemoryContext) -> None:
    """Removes what is there of turns that an erasure ended; later turns of the same person are left alone."""
    async with plain_transaction(memory.database) as connection:
        erasures = await call_function(connection, "erasures_since", memory.clock() - LINGERS)
    js = jetstream_of(memory.broker)
    for erasure in erasures:
        if erasure["ended_turn_id"] is not None:
            person_id, turn_id = erasure["person_id"], erasure["ended_turn_id"]
            await js.purge_stream(REPLIES, subject=reply_subject(person_id, turn_id))
            await js.purge_stream(TURNS, subject=f"turn.*.{turn_id}")
