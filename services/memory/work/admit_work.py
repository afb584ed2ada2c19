"""Admission: the table is the queue, and only so much of it is on its way at a time."""

from uuid import UUID

from sqlalchemy import update

from services.memory.store.context import MemoryContext
from services.memory.store.database import call_function, plain_transaction
from services.memory.work.stored_work import load_work, step_deadline
from services.memory.work.tables import WORK_TABLE
from shared.bus.forwarding import publish_step
from shared.bus.logs import log_event
from shared.contracts.envelope import Caller
from shared.contracts.pipeline import WorkLine


async def admit_waiting(memory: MemoryContext, line: WorkLine, concurrency: int) -> None:
    """Fills a line up to twice what is thought about at a time: one is thought about, one waits ready."""
    async with plain_transaction(memory.database) as connection:
        chosen = await call_function(connection, "works_to_admit", line.name, 2 * concurrency, memory.clock())
    for row in chosen:
        who = Caller(tenant_id=row["tenant_id"], person_id=row["person_id"])
        await admit_work(memory, who, row["work_id"])


async def admit_work(memory: MemoryContext, who: Caller, work_id: UUID) -> None:
    """Begins a work that waits, in the epoch in which its person is now."""
    now = memory.clock()
    async with memory.writing(who) as connection:
        found = await load_work(connection, who, work_id)
        if found is None or found.state != "waiting" or found.not_before > now:
            return
        mine = (WORK_TABLE.c.person_id == who.person_id) & (WORK_TABLE.c.id == work_id)
        begun = {
            "state": "active",
            "offered": 1,
            "epoch": found.epoch_now,
            "started_at": now,
            "deadline": step_deadline(found.line, now),
        }
        await connection.execute(update(WORK_TABLE).where(mine).values(begun))
        admitted = await load_work(connection, who, work_id)
    if admitted is not None:
        log_event("work_admitted", work_id=work_id, step=admitted.step, attempt=admitted.attempt)
        await publish_step(memory.broker, admitted.as_offered(now))
