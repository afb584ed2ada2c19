"""What a step made is taken once: under the person's lock, in its own life, at its own step, in its own epoch."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.ops.events import MEMORY, Tally, Went, as_json
from services.memory.store.context import MemoryContext, send_letters
from services.memory.store.database import run_statement
from services.memory.work.begin_work import another_life
from services.memory.work.count_thinking import count_thinking
from services.memory.work.stored_work import StoredWork, load_work, owner_of_work, step_deadline
from services.memory.work.tables import WORK_TABLE
from services.memory.work.tell_doors import tell_of_progress
from shared.bus.failpoints import pass_failpoint
from shared.bus.forwarding import publish_step
from shared.bus.logs import log_event
from shared.contracts.pipeline import WorkLine
from shared.contracts.work import WORK_FORMS, BackgroundWork, GatheredWork

Keep = Callable[[MemoryContext, AsyncConnection, Any], Awaitable[None]]
"""What the last step does with all that was thought, in the transaction that ends the work."""

RESTARTS_AT_ONCE = 2
QUIET = timedelta(hours=1)
"""Who changes so much that what was read never holds is left in peace for so long."""
REFLECTOR = "reflector"


async def take_result(memory: MemoryContext, made: BackgroundWork, keep: Keep) -> None:
    """Stores what a step made and puts the work before the next one; what comes too late has no effect.

    Of the last step, whose form is what it heard, `keep` is what it does.
    """
    who, now = owner_of_work(made), memory.clock()
    async with memory.writing(who) as connection:
        found = await load_work(connection, who, made.work_id)
        if found is None:
            note_stale_work(made)
            return
        await count_thinking(connection, found, made, now)
        if not found.is_at(made):
            following = found if found.has_passed(made) else None
            note_stale_work(made)
        elif found.epoch != found.epoch_now:
            await begin_anew(connection, found, now)
            following = None
        else:
            following = await _go_on(memory, connection, found, made, keep)
    await pass_failpoint("work.committed")
    if following is not None:
        await publish_step(memory.broker, following.as_offered(now))
    memory.spawn(tell_of_progress(memory, found))
    memory.spawn(send_letters(memory, who))


async def _go_on(
    memory: MemoryContext, connection: AsyncConnection, found: StoredWork, made: BackgroundWork, keep: Keep
) -> StoredWork | None:
    """Under the person's lock: the form with its step done, or, after the last, the end."""
    now = memory.clock()
    await count_step(connection, found.line, made.step, now)
    following = found.line.after(made.step)
    if following is None:
        await keep(memory, connection, made)
        await finish_work(connection, found, now)
        return None
    onward = {
        "step": following,
        "steps_done": [*found.steps_done, made.step],
        "form": _as_memory_knows(found, made).model_dump_json(),
        "deadline": step_deadline(found.line, now),
        "tries": 0,
    }
    await connection.execute(update(WORK_TABLE).where(_is(found)).values(onward))
    return await load_work(connection, found.who, found.work_id)


def _as_memory_knows(found: StoredWork, made: BackgroundWork) -> BackgroundWork:
    """What was made, but what memory itself had gathered stays as memory gathered it."""
    if found.form is None:
        return made
    heard = WORK_FORMS[found.line.name][found.step].model_validate_json(found.form)
    own = set(GatheredWork.model_fields) - {"stamps"}
    return made.grown(made, **{name: getattr(heard, name) for name in own if name in type(heard).model_fields})


async def finish_work(connection: AsyncConnection, found: StoredWork, now: datetime, reason: str = "") -> None:
    """Nothing is left to do; nothing is left of what was thought on the way."""
    done = {"state": "done", "steps_done": [*found.steps_done, found.step], "form": None, "ended_at": now}
    await connection.execute(update(WORK_TABLE).where(_is(found)).values({**done, "deadline": None, "reason": reason}))


async def finish_early(memory: MemoryContext, work: BackgroundWork, reason: str) -> None:
    """Ends a work whose first step found nothing to think about."""
    who = owner_of_work(work)
    async with memory.writing(who) as connection:
        found = await load_work(connection, who, work.work_id)
        if found is not None and found.is_at(work):
            await finish_work(connection, found, memory.clock(), reason)
    memory.spawn(send_letters(memory, who))


async def begin_anew(connection: AsyncConnection, found: StoredWork, now: datetime) -> None:
    """What was read was hidden or reworded since: the work waits for another life, after some of them for an hour."""
    again = found.restarts + 1
    not_before = now if again <= RESTARTS_AT_ONCE else now + QUIET
    life = {**another_life(found.line), "restarts": again, "not_before": not_before}
    await connection.execute(update(WORK_TABLE).where(_is(found)).values(life))
    await count_step(connection, found.line, found.step, now, Went.SKIPPED)
    log_event("work_begins_anew", work_id=found.work_id, step=found.step, attempt=found.attempt, count=again)


async def count_step(
    connection: AsyncConnection, line: WorkLine, step: str, now: datetime, status: Went = Went.OK
) -> None:
    """For the operator: that a step was done, and how it went."""
    node = REFLECTOR if step in line.thought else MEMORY
    events = as_json([Tally(node, step, status)])
    await run_statement(connection, "ops/note_events", {"events": events, "now": now})


def note_stale_work(work: BackgroundWork) -> None:
    """A copy that no longer counts: it ends without a word."""
    log_event("stale", step=work.step, work_id=work.work_id, attempt=work.attempt, offered=work.offered)


def _is(found: StoredWork) -> Any:  # noqa: ANN401  # SQLAlchemy's own type says no more
    return (WORK_TABLE.c.person_id == found.who.person_id) & (WORK_TABLE.c.id == found.work_id)
