"""Enters into the index what waits for it: what was said, what an import brought, what an older edition left.

It never holds up a turn: the meanings are found before its transaction begins, and while somebody waits for a reply it
works no more than a part of the time, so that a machine with few cores goes on talking. When nobody does, it gets on
with it, so that the machine is still soon.
"""

import asyncio
from functools import partial
from time import monotonic
from uuid import UUID

from services.memory.assertions.relations import relate_nearest
from services.memory.chores.reply_awaited import is_reply_awaited
from services.memory.index.edition import EDITION, SPACE
from services.memory.index.enter_texts import (
    Known,
    Text,
    Unwanted,
    Uttered,
    Waiting,
    enter_into_index,
    findable_passages,
    list_waiting,
)
from services.memory.index.spoken_context import in_context
from services.memory.store.context import MemoryContext
from services.memory.store.database import call_function, plain_transaction
from shared.bus.chores import one_by_one
from shared.contracts.envelope import Caller
from shared.text.secret_words import holds_secret

MOST_PEOPLE = 100
"""That are asked for at once."""
RESTS = 3.0
"""So many times as long as it worked it lets others work."""


async def index_waiting(memory: MemoryContext) -> None:
    """One stretch of each person whose texts wait; the next beat goes on."""
    beyond: UUID | None = None
    while people := await _people(memory, beyond):
        await one_by_one("index", people, partial(_rested, memory))
        beyond = people[-1].person_id


async def _people(memory: MemoryContext, beyond: UUID | None) -> list[Caller]:
    async with plain_transaction(memory.database) as connection:
        rows = await call_function(connection, "people_to_index", EDITION, SPACE, beyond, MOST_PEOPLE)
    return [Caller(tenant_id=row["tenant_id"], person_id=row["person_id"]) for row in rows]


async def _rested(memory: MemoryContext, who: Caller) -> None:
    began = monotonic()
    try:
        await catch_up(memory, who)
    finally:
        if await is_reply_awaited(memory):
            await asyncio.sleep((monotonic() - began) * RESTS)


async def catch_up(memory: MemoryContext, who: Caller) -> int:
    """Enters what of a person waits, a stretch of it; gives how many texts it was."""
    async with memory.reading(who) as connection:
        texts = await list_waiting(connection, who)
    read = [await _read(memory, text) for text in texts]
    late = [one.assertion_id for one in read if isinstance(one, Known) and one.vector is not None]
    async with memory.writing(who) if late else memory.reading(who) as connection:
        await enter_into_index(connection, who, read)
        await relate_nearest(connection, who, late, memory.clock())
    return len(texts)


async def _read(memory: MemoryContext, waiting: Waiting) -> Text:
    if waiting.source == "assertion":
        meanings = {} if waiting.has_vector else await memory.embed_all([waiting.text])
        return Known(waiting.id, waiting.text, waiting.own_words, meanings.get(waiting.text))
    if waiting.source == "refusal":
        (vector,) = (await memory.embed_all([waiting.text])).values()
        return Unwanted(waiting.id, waiting.text, vector)
    before = [text for text in waiting.before if not holds_secret(text)]
    parts = [in_context(stretch.of(waiting.text), before) for stretch in findable_passages(waiting.text)]
    meanings = await memory.embed_all(parts)
    return Uttered(waiting.id, waiting.text, [meanings[part] for part in parts], waiting.before)
