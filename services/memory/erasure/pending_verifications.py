"""Looks that follow an erasure. One that its own process did not live to finish, another finishes, by its marks."""

from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.erasure import verification
from services.memory.erasure.ledger_entry import ErasureContext
from services.memory.erasure.verification import ErasureRecord
from services.memory.erasure.word_marks import Marks, secret_for
from services.memory.store.context import MemoryContext
from services.memory.store.database import call_function, plain_transaction, run_for_one, run_statement
from shared.bus.logs import log_event
from shared.contracts.envelope import Caller, Key
from shared.contracts.message import Message
from shared.contracts.requests.erasure import Receipt
from shared.contracts.requests.notebook import AssertionChanged

OVERDUE = timedelta(minutes=2)
"""Until then whoever erased may be looking."""


async def enqueue_verification(
    connection: AsyncConnection, who: Caller, key: Key | None, begun: ErasureContext, erased: ErasureRecord
) -> None:
    """Within the erasure's transaction: that a look follows, and the marks of what it looks for."""
    secret = secret_for(begun.person["secret"], erased.receipt_id)
    marks = Marks.of(secret, erased.texts, erased.vectors)
    parameters = {
        "id": erased.receipt_id,
        "tenant_id": who.tenant_id,
        "person_id": who.person_id,
        "key": None if key is None else key.value,
        "scope": erased.scope,
        "ids": list(erased.ids),
        "ended_turn_id": erased.ended_turn_id,
        "work_ids": list(erased.works),
        "lengths": sorted(marks.lengths),
        "marks": sorted(marks.texts),
        "vectors": sorted(marks.vectors),
        "now": begun.now,
    }
    await run_statement(connection, "erasure/leave_verification_open", parameters)


async def resolve_verification(
    memory: MemoryContext, who: Caller, receipt: Receipt, key: str | None = None, answer: str = ""
) -> None:
    """What a repeated key is told from now on; a look that reached everything is over."""
    parameters = {
        "person_id": who.person_id,
        "id": receipt.receipt_id,
        "key": key,
        "answer": answer,
        "done": receipt.status != "checking",
    }
    async with memory.writing(who) as connection:
        await run_statement(connection, "erasure/settle_verification", parameters)


@dataclass(frozen=True, slots=True)
class OpenLook:
    """A look that nobody has finished."""

    erased: ErasureRecord
    key: str | None
    answer: str

    def restated(self, receipt: Receipt) -> Message:
        """What was answered, with the receipt as it is now."""
        if self.erased.scope == "assertion":
            return AssertionChanged.model_validate_json(self.answer).model_copy(update={"receipt": receipt})
        return receipt

    def told(self) -> Receipt:
        """The receipt as it was last told, which has the numbers of what went."""
        if not self.answer:
            return self.erased.receipt()
        if self.erased.scope == "assertion":
            return AssertionChanged.model_validate_json(self.answer).receipt or self.erased.receipt()
        return Receipt.model_validate_json(self.answer)


async def run_verification(memory: MemoryContext, who: Caller, receipt_id: UUID) -> Receipt | None:
    """Looks for what an erasure took, by its marks; none when that look is over."""
    async with memory.reading(who) as connection:
        row = await run_for_one(
            connection, "erasure/load_open_verification", {"person_id": who.person_id, "id": receipt_id}
        )
    if row is None:
        return None
    found = _found(row)
    cleared = await verification.clear_streams(memory, who, found.erased)
    looked = await verification.verify_absence(memory, who, found.erased, cleared=cleared)
    told = found.told()
    receipt = looked.model_copy(update={"removed": told.removed, "at": told.at})
    answer = found.restated(receipt).model_dump_json() if found.answer else ""
    await resolve_verification(memory, who, receipt, found.key, answer)
    if receipt.status != "gone":
        log_event("look_not_over", receipt_id=str(receipt_id), status=receipt.status)
    return receipt


def _found(row: Record) -> OpenLook:
    secret = secret_for(row["secret"], row["id"])
    marks = Marks(secret, frozenset(row["lengths"]), frozenset(row["marks"]), frozenset(row["vectors"]))
    erased = ErasureRecord(
        receipt_id=row["id"],
        scope=row["scope"],
        at=row["created_at"],
        ids=tuple(row["ids"]),
        ended_turn_id=row["ended_turn_id"],
        works=tuple(row["work_ids"]),
        marks=marks,
    )
    return OpenLook(erased, row["key"], row["answer"] or "")


async def run_overdue(memory: MemoryContext) -> None:
    """The looks whose process died, or that found a surface away: one after the other."""
    async with plain_transaction(memory.database) as connection:
        left = await call_function(connection, "looks_left_open", memory.clock() - OVERDUE)
    for row in left:
        await run_verification(memory, Caller(tenant_id=row["tenant_id"], person_id=row["person_id"]), row["id"])
