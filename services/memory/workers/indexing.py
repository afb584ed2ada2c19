"""Enters into the index what waits for it: what was said, what an import brought, what an older edition left.

It never holds up a turn: the meanings are found before its transaction begins, and it works no more than a part of the
time, so that a machine with few cores goes on talking.
"""

import asyncio
from time import monotonic

from sqlalchemy import text

from services.memory.database import transaction
from services.memory.operation import Memory
from services.memory.recall.context import in_context
from services.memory.recall.edition import EDITION, SPACE
from services.memory.recall.indexing import Known, Uttered, Waiting, enter, waiting
from services.memory.recall.stretches import stretches
from shared.queries import Caller

MOST_PEOPLE = 100
RESTS = 3.0
"""So many times as long as it worked it lets others work."""


async def index(memory: Memory) -> None:
    """One stretch of each person whose texts wait; the next beat goes on."""
    wanted = {"edition": EDITION, "space": SPACE, "most": MOST_PEOPLE}
    async with transaction(memory.database) as connection:
        people = (
            await connection.execute(text("select * from people_to_index(:edition, :space, :most)"), wanted)
        ).all()
    for person in people:
        began = monotonic()
        await catch_up(memory, Caller(tenant_id=person.tenant_id, person_id=person.person_id))
        await asyncio.sleep((monotonic() - began) * RESTS)


async def catch_up(memory: Memory, who: Caller) -> int:
    """Enters what of a person waits, a stretch of it; gives how many texts it was."""
    async with memory.look(who) as connection:
        texts = await waiting(connection, who)
    read = [await _read(memory, text) for text in texts]
    async with memory.look(who) as connection:
        await enter(connection, who, read)
    return len(texts)


async def _read(memory: Memory, waiting: Waiting) -> Known | Uttered:
    if waiting.source == "assertion":
        meanings = {} if waiting.has_vector else await memory.meanings([waiting.text])
        return Known(waiting.id, waiting.text, waiting.own_words, meanings.get(waiting.text))
    parts = [in_context(stretch.of(waiting.text), waiting.before) for stretch in stretches(waiting.text)]
    meanings = await memory.meanings(parts)
    return Uttered(waiting.id, waiting.text, [meanings[part] for part in parts], waiting.before)
