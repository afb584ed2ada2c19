"""What got a no while it was held can be undone for a week; then its text goes, and only the refusal's hash stays."""

from datetime import timedelta
from functools import partial

from services.memory.erasure.ledger_entry import ErasureContext
from services.memory.erasure.rejected_texts import empty_rejected
from services.memory.store.context import MemoryContext, send_letters
from services.memory.store.database import call_function, plain_transaction, run_for_one, run_statement
from shared.bus.chores import one_by_one
from shared.contracts.envelope import Caller

KEPT_FOR = timedelta(days=7)
AT_ONCE = 200
"""Of one person and one beat: their lock must not be held for long."""


async def let_rejected_go(memory: MemoryContext) -> None:
    """One person after the other."""
    async with plain_transaction(memory.database) as connection:
        rows = await call_function(connection, "people_with_rejected", memory.clock() - KEPT_FOR)
    people = [Caller(tenant_id=row["tenant_id"], person_id=row["person_id"]) for row in rows]
    await one_by_one("let_rejected_go", people, partial(_let_go_of, memory))


async def _let_go_of(memory: MemoryContext, who: Caller) -> None:
    now = memory.clock()
    async with memory.writing(who) as connection:
        wanted = {"person_id": who.person_id, "before": now - KEPT_FOR, "most": AT_ONCE}
        ids = [row["id"] for row in await run_statement(connection, "chores/list_rejected", wanted)]
        person = await run_for_one(connection, "erasure/load_person", {"person_id": who.person_id})
        if not ids or person is None:
            return
        await empty_rejected(connection, who, ErasureContext(person, now, actor="system"), ids)
    await send_letters(memory, who)
