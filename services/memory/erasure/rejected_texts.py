"""What got a no while it was held: its text goes a week later, and the refusal's hash stays.

The talk is left alone: what told it there stays hidden from search and models, as a rejection hides it.
"""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.erasure.ledger_entry import LONG, ErasureContext, record_erasure
from services.memory.erasure.verification import ErasureRecord
from services.memory.index.edition import SPACE
from services.memory.store.context import MemoryContext, post_letter
from services.memory.store.database import run_for_one
from shared.contracts.envelope import Caller
from shared.contracts.errors import PersonNotFoundError
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.ops import LedgerEntry

SHELL = "[gone]"
"""Stands where the text was: a memory is never without one."""


async def empty_rejected(
    connection: AsyncConnection, who: Caller, begun: ErasureContext, ids: Sequence[UUID]
) -> ErasureRecord:
    """In the caller's transaction; entered into the ledger, so that the tables' files are written anew."""
    parameters = {"person_id": who.person_id, "ids": list(ids), "shell": SHELL, "space": SPACE}
    begun.count(await run_for_one(connection, "erasure/empty_rejected", parameters, seconds=LONG))
    erased = ErasureRecord(
        receipt_id=begun.receipt_id,
        scope="rejected",
        at=begun.now,
        removed=begun.removed,
        subjects=tuple(ids),
    )
    await record_erasure(connection, who, begun, erased)
    await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    return erased


async def rejected_again(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, entry: LedgerEntry
) -> ErasureRecord:
    """After an older database was brought back."""
    person = await run_for_one(connection, "erasure/load_person", {"person_id": who.person_id})
    if person is None:
        raise PersonNotFoundError
    begun = replace(ErasureContext(person, memory.clock(), actor="system"), receipt_id=entry.erasure_id)
    return await empty_rejected(connection, who, begun, entry.subjects)
