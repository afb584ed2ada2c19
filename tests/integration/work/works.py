"""Works that are begun as a door begins them, hand-made results, and what the database says of them."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from uuid import UUID

from asyncpg import Record

from services.memory.store.context import MemoryContext
from services.memory.store.database import open_database
from services.memory.work.admit_work import admit_work
from services.memory.work.begin_work import begin_work
from shared.bus.broker import open_broker
from shared.clock import Clock, system_clock
from shared.contracts.envelope import Caller
from shared.contracts.pipeline import COMPRESSION, DEAD, DONE, WORK, work_consumer
from shared.contracts.requests.conversations import ChangeConversation, ConversationVerb
from shared.contracts.work import COMPRESSION_FORMS, BackgroundWork
from shared.settings import ServiceSettings
from tests.contract.test_recorded_messages import RECORDED
from tests.integration.faults.hurry import SHORT_WAIT, as_memory
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_key, a_line, closed
from tests.integration.line.scene import Scene
from tests.servers import Servers

ALL_STEPS = list(COMPRESSION.steps)


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


async def a_talk(scene: Scene, who: Caller, *said: str) -> UUID:
    """A conversation in which something was said."""
    for text in said or ("I decided to take the job in Lisbon.",):
        await closed(scene.client, a_line(who, text))
    wanted = "select id from conversation where person_id = $1 and status = 'active'"
    return UUID(str(await scene.records.value(wanted, who.person_id)))


async def closing(scene: Scene, who: Caller, conversation_id: UUID) -> UUID:
    """The work that begins when the person closes it."""
    verb = ConversationVerb.CLOSE
    await scene.client.ask(
        ChangeConversation(caller=who, key=a_key(), conversation_id=conversation_id, verb=verb), seconds=10
    )
    return UUID(str(await scene.records.value("select id from work where person_id = $1", who.person_id)))


async def begun_in(memory: MemoryContext, who: Caller, subject_id: UUID, *, priority: int = 0) -> UUID:
    """A compression that waits, and of which nobody was told."""
    async with memory.writing(who) as connection:
        return await begin_work(
            connection, who, COMPRESSION, str(subject_id), subject_id, now=memory.clock(), priority=priority
        )


async def admitted_in(memory: MemoryContext, who: Caller, subject_id: UUID) -> UUID:
    """One that is on its way."""
    work_id = await begun_in(memory, who, subject_id)
    await admit_work(memory, who, work_id)
    return work_id


def a_result(row: Record, step: str, **more: object) -> BackgroundWork:
    """What that step may have made of a work as it is stored."""
    following = COMPRESSION.after(step)
    form = COMPRESSION_FORMS[step if following is None else following]
    recorded = json.loads((RECORDED / f"{form.__name__}.json").read_text())
    life = {name: row[name] for name in ("tenant_id", "person_id", "subject_id", "attempt", "offered", "epoch")}
    told = {"step": step, "line": "compression", "work_id": row["id"], "stamps": ()}
    return form.model_validate({**recorded, **life, **told, **more})


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


async def hurry_work(servers: Servers) -> None:
    """A worker that gives no sign is replaced sooner. Memory sets it back each time it starts."""
    async with as_memory(servers) as js:
        for step in (*COMPRESSION.steps, DONE, DEAD):
            config = (await js.consumer_info(WORK, work_consumer(COMPRESSION.name, step))).config
            config.ack_wait = SHORT_WAIT
            await js.add_consumer(WORK, config)


async def deliveries(servers: Servers) -> dict[str, int]:
    """How often each step was given a message so far."""
    async with as_memory(servers) as js:
        infos = {step: await js.consumer_info(WORK, work_consumer("compression", step)) for step in COMPRESSION.steps}
    return {step: info.delivered.consumer_seq for step, info in infos.items() if info.delivered is not None}


async def subjects_on_the_line(servers: Servers) -> list[str]:
    """What lies in the stream."""
    async with as_memory(servers) as js:
        return sorted((await js.stream_info(WORK, subjects_filter="work.>")).state.subjects or {})
