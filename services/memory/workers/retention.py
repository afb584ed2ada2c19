"""What was said word for word goes when it is older than the person wants it kept; memories stay, with their words.

Nobody waits for an answer here, so what an independent look still finds is recorded for the operator.
"""

from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy import Row, text
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory import receipts
from services.memory.database import run, run_one, transaction
from services.memory.erasing import open_looks
from services.memory.erasing.entering import LONG, Begun, enter
from services.memory.operation import Memory, post, send_letters
from services.memory.receipts import Erased
from shared.notices import Changed
from shared.pipeline import notice_subject
from shared.queries import Caller
from shared.stage.chores import one_by_one
from shared.stage.logs import record

MOST_TURNS = 1_000
"""Of one transaction: the person's lock must not be held for years of talk at once."""


async def let_go(memory: Memory) -> None:
    """One person after the other, and of each as many turns at a time as are taken at once."""
    async with transaction(memory.database) as connection:
        old = (
            await connection.execute(text("select * from people_with_old_talk(:now)"), {"now": memory.clock()})
        ).all()
    await one_by_one("let_go", old, partial(_let_go_for, memory))


async def _let_go_for(memory: Memory, old: Row[Any]) -> None:
    who = Caller(tenant_id=old.tenant_id, person_id=old.person_id)
    while await _let_go_of(memory, who, old.before) == MOST_TURNS:
        pass


async def _let_go_of(memory: Memory, who: Caller, before: datetime) -> int:
    """How many turns went."""
    async with memory.change(who) as connection:
        wanted = {"person_id": who.person_id, "before": before, "most": MOST_TURNS}
        turns = tuple(row["id"] for row in await run(connection, "erasing/old_turns", wanted, seconds=LONG))
        erased = await _erase(memory, connection, who, turns) if turns else None
    if erased is not None:
        receipt = await receipts.look(memory, who, erased, cleared=True)
        await open_looks.settle(memory, who, receipt)
        if receipt.status != "gone":
            record("old_talk_still_found", receipt_id=str(receipt.receipt_id), status=receipt.status)
        await send_letters(memory, who)
    return len(turns)


async def _erase(memory: Memory, connection: AsyncConnection, who: Caller, turns: tuple[UUID, ...]) -> Erased | None:
    await run(connection, "erasing/take_time", {})
    person = await run_one(connection, "erasing/person", {"person_id": who.person_id})
    if person is None:
        return None
    begun = Begun(person, memory.clock(), actor="system")
    parameters = {"person_id": who.person_id, "turns": list(turns)}
    begun.count(await run_one(connection, "erasing/old_talk", parameters, seconds=LONG))
    await run(connection, "erasing/turns_gone", parameters, seconds=LONG)
    begun.count({"turns": len(turns)})
    erased = Erased(receipt_id=begun.receipt_id, scope="conversation", at=begun.now, removed=begun.removed, ids=turns)
    await enter(connection, who, begun, erased)
    await open_looks.leave_open(connection, who, None, begun, erased)
    await post(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    return erased
