"""Clears the broker again after an erasure: a worker that had its hands full then may have gone on speaking."""

from datetime import timedelta

from services.memory.store.context import MemoryContext
from services.memory.store.database import call_function, plain_transaction
from shared.bus.broker import jetstream_of
from shared.contracts.pipeline import REPLIES, TURNS, WORK, WORK_LINES, reply_subject, work_messages

LINGERS = timedelta(minutes=2)
"""Longer than any turn may take."""
THINKS = LINGERS + timedelta(seconds=max(line.step_seconds for line in WORK_LINES.values()))
"""Longer than any step of background work may take."""


async def clear_broker(memory: MemoryContext) -> None:
    """Removes what is there of turns that an erasure ended and works that it renewed; later ones are left alone."""
    now = memory.clock()
    async with plain_transaction(memory.database) as connection:
        erasures = await call_function(connection, "erasures_since", now - THINKS)
    js = jetstream_of(memory.broker)
    for erasure in erasures:
        for work_id in erasure["work_ids"]:
            await js.purge_stream(WORK, subject=work_messages(work_id))
        if erasure["ended_turn_id"] is not None and erasure["created_at"] > now - LINGERS:
            person_id, turn_id = erasure["person_id"], erasure["ended_turn_id"]
            await js.purge_stream(REPLIES, subject=reply_subject(person_id, turn_id))
            await js.purge_stream(TURNS, subject=f"turn.*.{turn_id}")
