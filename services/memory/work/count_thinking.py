"""What thinking took is the person's, as what a turn takes is: each call once, whatever became of its answer."""

import hashlib
from datetime import datetime

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.reasoning.record_understanding import spent_on
from services.memory.store.database import run_statement
from services.memory.work.stored_work import StoredWork
from services.memory.work.tables import WORK_TABLE
from shared.contracts.understanding import ModelUse
from shared.contracts.work import BackgroundWork, ExtractedWork


async def count_thinking(connection: AsyncConnection, found: StoredWork, made: BackgroundWork, now: datetime) -> None:
    """Adds the calls that were not counted yet to the day's usage."""
    uses = made.thought_by if isinstance(made, ExtractedWork) else ()
    called = {_digest(made.attempt, place, use): use for place, use in enumerate(uses)}
    fresh = [digest for digest in called if digest not in found.counted]
    if not fresh:
        return
    mine = (WORK_TABLE.c.person_id == found.who.person_id) & (WORK_TABLE.c.id == found.work_id)
    await connection.execute(update(WORK_TABLE).where(mine).values(counted=[*found.counted, *fresh]))
    spent = {
        "tenant_id": found.who.tenant_id,
        "person_id": found.who.person_id,
        "now": now,
        **spent_on(*(called[digest] for digest in fresh)),
    }
    await run_statement(connection, "work/count_thinking", spent)


def _digest(attempt: int, place: int, use: ModelUse) -> str:
    return hashlib.sha256(f"{attempt}:{place}:{use.model_dump_json()}".encode()).hexdigest()[:16]
