"""What got a no while it was held: its text goes a week later, and the refusal's hash stays.

The talk is left alone: what told it there stays hidden from search and models, as a rejection hides it.
"""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.database import run_one
from services.memory.erasing.entering import LONG, Begun, enter
from services.memory.operation import Memory, post
from services.memory.recall.edition import SPACE
from services.memory.receipts import Erased
from shared.errors import PersonNotFoundError
from shared.notices import Changed
from shared.pipeline import notice_subject
from shared.proofs import LedgerEntry
from shared.queries import Caller

SHELL = "[gone]"
"""Stands where the text was: a memory is never without one."""


async def empty_rejected(connection: AsyncConnection, who: Caller, begun: Begun, ids: Sequence[UUID]) -> Erased:
    """In the caller's transaction; entered into the ledger, so that the tables' files are written anew."""
    parameters = {"person_id": who.person_id, "ids": list(ids), "shell": SHELL, "space": SPACE}
    begun.count(await run_one(connection, "erasing/rejected_words", parameters, seconds=LONG))
    erased = Erased(
        receipt_id=begun.receipt_id,
        scope="rejected",
        at=begun.now,
        removed=begun.removed,
        subjects=tuple(ids),
    )
    await enter(connection, who, begun, erased)
    await post(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    return erased


async def rejected_again(memory: Memory, connection: AsyncConnection, who: Caller, entry: LedgerEntry) -> Erased:
    """After an older database was brought back."""
    person = await run_one(connection, "erasing/person", {"person_id": who.person_id})
    if person is None:
        raise PersonNotFoundError
    begun = replace(Begun(person, memory.clock(), actor="system"), receipt_id=entry.erasure_id)
    return await empty_rejected(connection, who, begun, entry.subjects)
