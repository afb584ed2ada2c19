"""What was said word for word goes when it is older than the person wants it kept; memories stay, with their words.

Nobody waits for an answer here, so what an independent look still finds is recorded for the operator.
"""

from datetime import datetime
from functools import partial
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.erasure import pending_verifications, verification
from services.memory.erasure.ledger_entry import LONG, ErasureContext, record_erasure
from services.memory.erasure.meanings_out import Told, take_out_of_meanings
from services.memory.erasure.verification import ErasureRecord
from services.memory.erasure.works_anew import renew_works
from services.memory.store.context import MemoryContext, post_letter, send_letters
from services.memory.store.database import call_function, plain_transaction, run_for_one, run_statement
from shared.bus.chores import one_by_one
from shared.bus.logs import log_event
from shared.contracts.envelope import Caller
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject

MOST_TURNS = 1_000
"""Of one transaction: the person's lock must not be held for years of talk at once."""


async def let_go(memory: MemoryContext) -> None:
    """One person after the other, and of each as many turns at a time as are taken at once."""
    async with plain_transaction(memory.database) as connection:
        old = await call_function(connection, "people_with_old_talk", memory.clock())
    await one_by_one("let_go", old, partial(_let_go_for, memory))


async def _let_go_for(memory: MemoryContext, old: Record) -> None:
    who = Caller(tenant_id=old["tenant_id"], person_id=old["person_id"])
    while await _let_go_of(memory, who, old["before"]) == MOST_TURNS:
        pass


async def _let_go_of(memory: MemoryContext, who: Caller, before: datetime) -> int:
    """How many turns went."""
    async with memory.writing(who) as connection:
        wanted = {"person_id": who.person_id, "before": before, "most": MOST_TURNS}
        turns = tuple(
            row["id"] for row in await run_statement(connection, "chores/find_old_turns", wanted, seconds=LONG)
        )
        erased = await _erase(memory, connection, who, turns) if turns else None
    if erased is not None:
        cleared = await verification.clear_streams(memory, who, erased) if erased.works else True
        receipt = await verification.verify_absence(memory, who, erased, cleared=cleared)
        await pending_verifications.resolve_verification(memory, who, receipt)
        if receipt.status != "gone":
            log_event("old_talk_still_found", receipt_id=str(receipt.receipt_id), status=receipt.status)
        await send_letters(memory, who)
    return len(turns)


async def _erase(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, turns: tuple[UUID, ...]
) -> ErasureRecord | None:
    await run_statement(connection, "erasure/raise_timeout", {})
    person = await run_for_one(connection, "erasure/load_person", {"person_id": who.person_id})
    if person is None:
        return None
    begun = ErasureContext(person, memory.clock(), actor="system")
    parameters = {"person_id": who.person_id, "turns": list(turns)}
    await renew_works(connection, who, begun)
    await take_out_of_meanings(connection, who, begun, Told(turns=turns))
    begun.count(await run_for_one(connection, "erasure/delete_talk_of_turns", parameters, seconds=LONG))
    await run_statement(connection, "erasure/delete_turns", parameters, seconds=LONG)
    begun.count({"turns": len(turns)})
    erased = ErasureRecord(
        receipt_id=begun.receipt_id,
        scope="conversation",
        at=begun.now,
        removed=begun.removed,
        ids=turns,
        works=tuple(begun.works),
    )
    await record_erasure(connection, who, begun, erased)
    await pending_verifications.enqueue_verification(connection, who, None, begun, erased)
    await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    return erased
