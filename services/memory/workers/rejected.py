"""What got a no while it was held can be undone for a week; then its text goes, and only the refusal's hash stays."""

from datetime import timedelta
from functools import partial

from sqlalchemy import text

from services.memory.database import run, run_one, transaction
from services.memory.erasing.entering import Begun
from services.memory.erasing.rejected import empty_rejected
from services.memory.operation import Memory, send_letters
from shared.queries import Caller
from shared.stage.chores import one_by_one

KEPT_FOR = timedelta(days=7)
AT_ONCE = 200
"""Of one person and one beat: their lock must not be held for long."""


async def let_rejected_go(memory: Memory) -> None:
    """One person after the other."""
    async with transaction(memory.database) as connection:
        wanted = {"before": memory.clock() - KEPT_FOR}
        rows = (await connection.execute(text("select * from people_with_rejected(:before)"), wanted)).all()
    people = [Caller(tenant_id=row.tenant_id, person_id=row.person_id) for row in rows]
    await one_by_one("let_rejected_go", people, partial(_let_go_of, memory))


async def _let_go_of(memory: Memory, who: Caller) -> None:
    now = memory.clock()
    async with memory.change(who) as connection:
        wanted = {"person_id": who.person_id, "before": now - KEPT_FOR, "most": AT_ONCE}
        ids = [row["id"] for row in await run(connection, "workers/rejected", wanted)]
        person = await run_one(connection, "erasing/person", {"person_id": who.person_id})
        if not ids or person is None:
            return
        await empty_rejected(connection, who, Begun(person, now, actor="system"), ids)
    await send_letters(memory, who)
