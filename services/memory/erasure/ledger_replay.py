"""After an older database was brought back: what the ledger says was erased since is erased again, in its order."""

import json
from dataclasses import replace
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.erasure import pending_verifications
from services.memory.erasure.conversation_out import conversation_again
from services.memory.erasure.erase import Work, begin_erasing, erase_memories, erase_person, finish_erasing
from services.memory.erasure.ledger_entry import LONG, ErasureContext, record_erasure
from services.memory.erasure.line_out import line_again
from services.memory.erasure.project_out import Leaving, erase_project
from services.memory.erasure.rejected_texts import rejected_again
from services.memory.erasure.verification import ErasureRecord
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_for_one, run_statement
from shared.contracts.envelope import Caller
from shared.contracts.requests.ops import ErasedAgain, LedgerEntry, LedgerReplayed, ReplayLedger

WITHOUT_AUDIT = {"unaudited": True}


async def replay_ledger(memory: MemoryContext, command: ReplayLedger) -> LedgerReplayed:
    """Each entry is an erasure of its own, under its own number; one that is known is not done again."""
    return LedgerReplayed(entries=tuple([await _replayed(memory, entry) for entry in command.entries]))


async def _replayed(memory: MemoryContext, entry: LedgerEntry) -> ErasedAgain:
    who = Caller(tenant_id=entry.tenant_id, person_id=entry.person_id)
    async with memory.writing(who) as connection:
        wanted = {"person_id": who.person_id, "id": entry.erasure_id}
        found = await run_for_one(connection, "erasure/is_entered", wanted)
        if found is not None and found["known"]:
            return ErasedAgain(erasure_id=entry.erasure_id, outcome="known", status="gone")
        if found is None or not found["here"]:
            await _note(memory, connection, entry)
            return ErasedAgain(erasure_id=entry.erasure_id, outcome="nothing_left", status="gone")
        work = await _erased_again(memory, connection, who, entry)
    receipt = await finish_erasing(memory, who, work)
    if entry.scope != "person":
        await pending_verifications.resolve_verification(memory, who, receipt)
    return ErasedAgain(
        erasure_id=entry.erasure_id,
        outcome="erased" if any(receipt.removed.values()) else "nothing_left",
        status=receipt.status,
        found_in=tuple(check.surface for check in receipt.checked if check.found),
    )


async def _note(memory: MemoryContext, connection: AsyncConnection, entry: LedgerEntry) -> None:
    report = {"removed": {}, **_noted(entry), **WITHOUT_AUDIT}
    parameters = {
        "id": entry.erasure_id,
        "tenant_id": entry.tenant_id,
        "person_id": entry.person_id,
        "scope": entry.scope,
        "subjects": list(entry.subjects),
        "report": json.dumps(report, default=str),
        "now": memory.clock(),
    }
    await run_statement(connection, "erasure/note_erased_elsewhere", parameters)


def _noted(entry: LedgerEntry) -> dict[str, object]:
    """What the entry had noted; the file beside the backups is to read the same from this ledger."""
    noted = {
        "before": entry.before,
        "refused": entry.refused,
        "key": entry.key,
        "body": entry.body,
        "memories": entry.memories,
    }
    return {name: value for name, value in noted.items() if value is not None}


async def _erased_again(memory: MemoryContext, connection: AsyncConnection, who: Caller, entry: LedgerEntry) -> Work:
    if entry.scope == "project":
        leaving = Leaving(entry.subjects[0], entry.memories or "erase", entry=entry)
        return await erase_project(memory, connection, who, leaving)
    if entry.scope == "rejected":
        return Work(await rejected_again(memory, connection, who, entry))
    begun = await begin_erasing(memory, connection, who, actor="system")
    begun = replace(begun, receipt_id=entry.erasure_id, noted=_noted(entry))
    if entry.scope == "person":
        return await erase_person(connection, who, begun)
    if entry.scope == "assertion":
        return await erase_memories(memory, connection, who, begun, entry.subjects, entry.refused)
    return await _spoken_again(memory, connection, who, begun, entry)


async def _spoken_again(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, begun: ErasureContext, entry: LedgerEntry
) -> Work:
    if entry.scope == "line":
        return await line_again(memory, connection, who, begun, entry)
    if entry.subjects[:1] == (entry.person_id,):
        return await _talk_again(connection, who, begun, entry)
    return await conversation_again(memory, connection, who, begun, entry)


async def _talk_again(connection: AsyncConnection, who: Caller, begun: ErasureContext, entry: LedgerEntry) -> Work:
    """Only what was said before it was erased: the restored system may have been talked with since."""
    turns = tuple[UUID, ...]()
    if entry.before is not None:
        mine: dict[str, object] = {"person_id": who.person_id, "before": entry.before}
        turns = tuple(
            row["id"] for row in await run_statement(connection, "erasure/find_turns_before", mine, seconds=LONG)
        )
        mine["turns"] = list(turns)
        for statement in ("erasure/empty_words_before", "erasure/empty_quotes", "erasure/delete_talk_of_turns"):
            begun.count(await run_for_one(connection, statement, mine, seconds=LONG))
        await run_statement(connection, "erasure/delete_turns", mine, seconds=LONG)
        begun.count({"turns": len(turns)})
    erased = ErasureRecord(
        receipt_id=begun.receipt_id,
        scope="conversation",
        at=begun.now,
        removed=begun.removed,
        ids=turns,
        ended_turn_id=begun.ended_turn_id,
        works=tuple(begun.works),
    )
    await record_erasure(connection, who, begun, erased)
    await pending_verifications.enqueue_verification(connection, who, None, begun, erased)
    return Work(erased, begun.failed)
