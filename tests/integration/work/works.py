"""Works that are begun as a door begins them, and what the database says of them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from uuid import UUID

from asyncpg import Record

from services.memory.store.context import MemoryContext
from services.memory.store.database import open_database
from services.memory.work.begin_work import announce_work, begin_work
from shared.bus.broker import open_broker
from shared.clock import Clock, system_clock
from shared.contracts.envelope import Caller
from shared.contracts.pipeline import COMPRESSION
from shared.settings import ServiceSettings
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_line, closed
from tests.integration.line.scene import Scene

DONE_STEPS = list(COMPRESSION.steps)


@asynccontextmanager
async def own_memory(scene: Scene, clock: Clock = system_clock, user: str = "workers") -> AsyncIterator[MemoryContext]:
    """Memory's rooms in the test's own process, with the rights of the chores."""
    bus = open_broker(user, ServiceSettings(nats_url=scene.servers.nats_url(user)), on_closed=lambda: None)
    memory = MemoryContext(open_database(scene.database.app_url, 4), bus, timedelta(seconds=30), clock)
    await bus.start()
    try:
        yield memory
    finally:
        await memory.drain()
        await bus.stop()
        await memory.database.dispose()


async def a_conversation(scene: Scene, who: Caller, *said: str) -> UUID:
    """In which something was said, and which the person has closed."""
    for text in said or ("I decided to take the job in Lisbon.",):
        await closed(scene.client, a_line(who, text))
    ended = "update conversation set status = 'ready_to_close', ready_at = now() where person_id = $1 returning id"
    return UUID(str(await scene.records.value(ended, who.person_id)))


async def begun(scene: Scene, who: Caller, conversation_id: UUID, *, priority: int = 0) -> UUID:
    """A compression, begun in a transaction of its own, and announced."""
    async with own_memory(scene, user="memory") as memory:
        async with memory.writing(who) as connection:
            work_id = await begin_work(
                connection,
                who,
                COMPRESSION,
                str(conversation_id),
                conversation_id,
                now=memory.clock(),
                priority=priority,
            )
        await announce_work(memory)
    return work_id


async def row_of(scene: Scene, work_id: UUID) -> Record:
    """As it is stored now."""
    (row,) = await scene.records.rows("select * from work where id = $1", work_id)
    return row


async def ended(scene: Scene, work_id: UUID) -> Record:
    """Once it waits no more and is not on its way."""

    async def over() -> Record | None:
        row = await row_of(scene, work_id)
        return None if row["state"] in {"waiting", "active"} else row

    found = await eventually(over)
    assert found is not None
    return found
