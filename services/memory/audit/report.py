"""What proves that nothing was tampered with, and the ledger of what was erased, for whoever operates this."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.audit.chain import Walk
from services.memory.erasure.ledger_copy import MOST_IN_A_PAGE, ledger_entries
from services.memory.store.context import MemoryContext
from services.memory.store.database import call_function, plain_transaction, run_for_one, run_statement
from shared.contracts.envelope import Caller
from shared.contracts.requests.ops import (
    MOST_PEOPLE,
    AuditChecked,
    AuditEnd,
    AuditOfPerson,
    CheckAudit,
    LedgerPage,
    ReadLedger,
)

ROWS_AT_ONCE = 2_000

ROWS_OF_AN_ANSWER = 20_000
"""Whoever asks waits for an answer only so long; a longer audit of one person is still read whole."""


async def check_audit(memory: MemoryContext, question: CheckAudit) -> AuditChecked:
    """Recomputes every hash, of one person or of a stretch of all people."""
    ends = {end.person_id: end for end in question.ends}
    people, is_last = await _people(memory, question, ends)
    checked, rows = list[AuditOfPerson](), 0
    for person_id in people:
        checked.append(await _checked(memory, people[person_id], person_id, ends.get(person_id)))
        rows += checked[-1].rows
        if rows > ROWS_OF_AN_ANSWER:
            break
    more = len(checked) < len(people) or not is_last
    return AuditChecked(people=tuple(checked), after=checked[-1].person_id if more and checked else None)


async def _people(
    memory: MemoryContext, question: CheckAudit, ends: dict[UUID, AuditEnd]
) -> tuple[dict[UUID, UUID | None], bool]:
    """Who comes next, with their tenant, and whether nobody does after them; also who is only in what was written."""
    one = question.person_id
    beyond, most = (UUID(int=one.int - 1), 1) if one is not None and one.int else (question.after, MOST_PEOPLE)
    async with plain_transaction(memory.database) as connection:
        rows = await call_function(connection, "audited_people", beyond, most)
    tenants: dict[UUID, UUID | None] = dict.fromkeys(ends)
    tenants |= {row["person_id"]: row["tenant_id"] for row in rows}
    if one is not None:
        return {one: tenants.get(one)}, True
    everybody = sorted(person_id for person_id in tenants if question.after is None or person_id > question.after)
    shown = everybody[:MOST_PEOPLE]
    return {person_id: tenants[person_id] for person_id in shown}, len(rows) < most and len(shown) == len(everybody)


async def _checked(
    memory: MemoryContext, tenant_id: UUID | None, person_id: UUID, end: AuditEnd | None
) -> AuditOfPerson:
    walk = Walk(end)
    if tenant_id is None:
        walk.arrive(None)
    else:
        async with memory.reading(Caller(tenant_id=tenant_id, person_id=person_id)) as connection:
            await _walk(connection, person_id, walk)
    return AuditOfPerson(
        person_id=person_id, rows=walk.rows, number=walk.number, chain=walk.chain.hex(), faults=tuple(walk.faults)
    )


async def _walk(connection: AsyncConnection, person_id: UUID, walk: Walk) -> None:
    # First: what is written meanwhile is then in the audit, and not in this.
    until = await run_for_one(connection, "audit/audited_until", {"person_id": person_id})
    while True:
        wanted = {"person_id": person_id, "after": walk.number, "most": ROWS_AT_ONCE}
        rows = await run_statement(connection, "audit/audit_rows", wanted)
        for row in rows:
            walk.step(row)
        if len(rows) < ROWS_AT_ONCE:
            break
    walk.arrive(None if until is None else until["at"])


async def read_ledger(memory: MemoryContext, question: ReadLedger) -> LedgerPage:
    """A stretch of it."""
    entries = await ledger_entries(memory, None, question.after)
    return LedgerPage(entries=entries, after=entries[-1].erasure_id if len(entries) == MOST_IN_A_PAGE else None)
