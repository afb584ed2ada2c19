"""A work that cannot be done: given up by a step or by the sweep, offered again, and replayed when that was mended."""

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.ops import queries as operations
from services.memory.ops.events import Went
from services.memory.store.context import MemoryContext, send_letters
from services.memory.store.database import plain_transaction
from services.memory.work.begin_work import announce_work, another_life
from services.memory.work.stored_work import StoredWork, load_work, step_deadline
from services.memory.work.tables import WORK_TABLE
from services.memory.work.take_result import count_step
from services.memory.work.tell_doors import tell_of_end
from shared.bus.forwarding import publish_step
from shared.bus.logs import log_event
from shared.contracts.envelope import Caller
from shared.contracts.errors import NotReplayableError
from shared.contracts.work import DeadWork

MOST_TRIES = 3
"""Times that a step may take too long."""
TOO_LONG = "took too long"


async def bury_work(memory: MemoryContext, body: bytes) -> None:
    """Stores a message that was given up, and fails its work where it is of its present life."""
    try:
        dead = DeadWork.model_validate_json(body)
    except ValidationError:
        log_event("dead_letter_lost", what="not readable")
        return
    async with plain_transaction(memory.database) as connection:
        who = await operations.owner_of_work(connection, dead.work_id)
        if who is None:
            await operations.add_unowned_dead_letter(connection, dead)
            return
    async with memory.writing(who) as connection:
        found = await load_work(connection, who, dead.work_id)
        counts = found is not None and found.state == "active" and dead.attempt in {None, found.attempt}
        # A copy of a life that has ended may tell what was erased when it ended.
        await operations.add_dead_letter(connection, who, dead.work_id, dead, keep_form=counts)
        if found is not None and counts:
            await fail_work(connection, found, f"{dead.step}: {dead.reason}", memory.clock())
    memory.spawn(send_letters(memory, who))


async def fail_work(connection: AsyncConnection, found: StoredWork, reason: str, now: datetime) -> None:
    """It ends with its reason, and the person's doors hear that something changed."""
    failed = {"state": "failed", "form": None, "reason": reason, "ended_at": now, "deadline": None}
    await connection.execute(update(WORK_TABLE).where(_is(found)).values(failed))
    await count_step(connection, found.line, found.step, now, Went.ERROR)
    await tell_of_end(connection, found)
    log_event("work_failed", work_id=found.work_id, step=found.step, attempt=found.attempt)


async def offer_work_again(memory: MemoryContext, who: Caller, work_id: UUID) -> None:
    """Puts a work that nobody has in hand before its step once more; after the third time too late it has failed."""
    now = memory.clock()
    async with memory.writing(who) as connection:
        found = await load_work(connection, who, work_id)
        if found is None or found.state != "active":
            return
        late = found.deadline is not None and found.deadline < now
        if late and found.tries + 1 >= MOST_TRIES:
            await fail_work(connection, found, f"{found.step}: {TOO_LONG}", now)
            offered = None
        else:
            again = {
                "offered": WORK_TABLE.c.offered + 1,
                "tries": found.tries + late,
                "deadline": step_deadline(found.line, now),
            }
            await connection.execute(update(WORK_TABLE).where(_is(found)).values(again))
            offered = await load_work(connection, who, work_id)
    if offered is None:
        await send_letters(memory, who)
        return
    log_event("offered_again", work_id=work_id, step=offered.step, offered=offered.offered)
    await publish_step(memory.broker, offered.as_offered(now))


async def postpone_deadline(memory: MemoryContext, who: Caller, work_id: UUID) -> None:
    """Of a work that lies before its step and that nobody has taken yet: waiting does not count."""
    async with memory.writing(who) as connection:
        found = await load_work(connection, who, work_id)
        if found is not None and found.state == "active":
            later = step_deadline(found.line, memory.clock())
            await connection.execute(update(WORK_TABLE).where(_is(found)).values(deadline=later))


async def replay_work(memory: MemoryContext, who: Caller, work_id: UUID) -> None:
    """Gives a work that had failed another life."""
    async with memory.writing(who) as connection:
        found = await load_work(connection, who, work_id)
        if found is None or found.state != "failed":
            raise NotReplayableError
        now = memory.clock()
        life = {**another_life(found.line), "restarts": 0, "not_before": now}
        await connection.execute(update(WORK_TABLE).where(_is(found)).values(life))
        await operations.mark_work_replayed(connection, who, work_id, now)
    memory.spawn(announce_work(memory))


def _is(found: StoredWork) -> Any:  # noqa: ANN401  # SQLAlchemy's own type says no more
    return (WORK_TABLE.c.person_id == found.who.person_id) & (WORK_TABLE.c.id == found.work_id)
