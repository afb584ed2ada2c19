"""Beginning a work in the transaction that causes it, ending it, and saying so to whoever admits."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.store.context import MemoryContext
from services.memory.work.tables import WORK_TABLE
from shared.bus.forwarding import publish_notice
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.contracts.pipeline import WORK_BEGUN, WorkLine

IN_HAND = ("waiting", "active")


async def begin_work(  # noqa: PLR0913  # whose, which and when
    connection: AsyncConnection,
    who: Caller,
    line: WorkLine,
    key: str,
    subject_id: UUID,
    *,
    now: datetime,
    priority: int = 0,
    not_before: datetime | None = None,
) -> UUID:
    """Puts a work into the queue, or gives one that had ended another life; one that is in hand goes on as it is."""
    wanted: dict[str, Any] = {
        "subject_id": subject_id,
        "priority": priority,
        "not_before": not_before or now,
    }
    first = insert(WORK_TABLE).values(
        id=new_id(),
        tenant_id=who.tenant_id,
        person_id=who.person_id,
        line=line.name,
        key=key,
        step=line.steps[0],
        steps_done=[],
        counted=[],
        **wanted,
    )
    begun = first.on_conflict_do_update(
        index_elements=["person_id", "line", "key"],
        set_={**another_life(line), "restarts": 0, **wanted},
        where=WORK_TABLE.c.state.not_in(IN_HAND),
    ).returning(WORK_TABLE.c.id)
    if (work_id := await connection.scalar(begun)) is None:
        work_id = await connection.scalar(select(WORK_TABLE.c.id).where(_is(who, line, key)))
    return UUID(str(work_id))


def another_life(line: WorkLine) -> dict[str, Any]:
    """What makes a row wait for its first step, and fences every copy of its former life."""
    return {
        "state": "waiting",
        "step": line.steps[0],
        "steps_done": [],
        "attempt": WORK_TABLE.c.attempt + 1,
        "offered": 0,
        "tries": 0,
        "started_at": None,
        "deadline": None,
        "ended_at": None,
        "form": None,
        "reason": "",
    }


async def end_work(connection: AsyncConnection, who: Caller, line: WorkLine, key: str, reason: str) -> None:
    """Ends a work that nobody wants any more; its copies meet the fence."""
    in_hand = update(WORK_TABLE).where(_is(who, line, key), WORK_TABLE.c.state.in_(IN_HAND))
    await connection.execute(
        in_hand.values(
            state="ended",
            attempt=WORK_TABLE.c.attempt + 1,
            form=None,
            reason=reason,
            ended_at=func.now(),
            deadline=None,
        )
    )


async def announce_work(memory: MemoryContext) -> None:
    """Says that something was begun, to whoever admits; who does not hear it looks at the table soon."""
    await publish_notice(memory.broker, b"", WORK_BEGUN, seconds=0)


def _is(who: Caller, line: WorkLine, key: str) -> Any:  # noqa: ANN401  # SQLAlchemy's own type says no more
    mine = (WORK_TABLE.c.person_id == who.person_id) & (WORK_TABLE.c.line == line.name)
    return mine & (WORK_TABLE.c.key == key)
