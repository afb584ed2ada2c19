"""One conversation goes: what was said in it, its draft and itself; its memories stay or go, as the person says."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.erasure import pending_verifications
from services.memory.erasure.erase import (
    Going,
    TakenOut,
    Work,
    begin_erasing,
    erased_once,
    following_of,
    lineage_of,
    take_out,
)
from services.memory.erasure.ledger_entry import LONG, ErasureContext, record_erasure
from services.memory.erasure.verification import ErasureRecord
from services.memory.erasure.works_anew import drop_works
from services.memory.store.context import MemoryContext, post_letter
from services.memory.store.database import run_for_one, run_statement
from shared.contracts.envelope import Caller
from shared.contracts.errors import ConversationNotFoundError
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.erasure import EraseOneConversation, Receipt
from shared.contracts.requests.ops import LedgerEntry


@dataclass(frozen=True, slots=True)
class LeavingTalk:
    """A conversation that is to go, and what is to become of its memories."""

    conversation_id: UUID
    memories: Literal["keep", "erase"]
    named: tuple[UUID, ...] = ()
    """Memories that an older ledger names."""


async def erase_one_conversation(memory: MemoryContext, command: EraseOneConversation) -> Receipt:
    """By the person's own hand. The one that is open stays, with nothing in it."""
    who, leaving = command.caller, LeavingTalk(command.conversation_id, command.memories)

    async def erase(connection: AsyncConnection) -> Work:
        if await _found(connection, who, leaving) is None:
            raise ConversationNotFoundError
        begun = replace(await begin_erasing(memory, connection, who), key=command.key)
        return await erase_its_talk(memory, connection, who, begun, leaving)

    return await erased_once(memory, who, command.key, erase)


async def conversation_again(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, begun: ErasureContext, entry: LedgerEntry
) -> Work:
    """After an older database was brought back."""
    conversation_id, *named = entry.subjects
    memories: Literal["keep", "erase"] = "erase" if entry.memories == "erase" else "keep"
    return await erase_its_talk(memory, connection, who, begun, LeavingTalk(conversation_id, memories, tuple(named)))


async def erase_its_talk(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, begun: ErasureContext, leaving: LeavingTalk
) -> Work:
    """In the caller's transaction: its memories or their words, its turns, itself."""
    await run_statement(connection, "erasure/raise_timeout", {})
    found = await _found(connection, who, leaving)
    turns, is_open = ([], False) if found is None else (list(found["turns"]), found["open"])
    going, taken = await _taken_along(connection, who, begun, leaving, [] if found is None else found["memories"])
    await _forget(connection, who, begun, leaving, turns, is_open=is_open)
    erased = ErasureRecord(
        receipt_id=begun.receipt_id,
        scope="conversation",
        at=begun.now,
        removed=begun.removed,
        texts=taken.texts,
        ids=(*([] if is_open else [leaving.conversation_id]), *turns, *going.ids),
        vectors=going.vectors,
        subjects=(leaving.conversation_id, *going.ids),
        ended_turn_id=begun.ended_turn_id,
        works=tuple(begun.works),
    )
    begun = replace(begun, noted={**begun.noted, "memories": "erase" if leaving.memories == "erase" else None})
    await record_erasure(connection, who, begun, erased, going.lineage, taken.touched)
    await pending_verifications.enqueue_verification(connection, who, begun.key, begun, erased)
    await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    return Work(erased, begun.failed, await following_of(memory, connection, who, begun))


async def _found(connection: AsyncConnection, who: Caller, leaving: LeavingTalk) -> Record | None:
    wanted = {"person_id": who.person_id, "conversation_id": leaving.conversation_id}
    return await run_for_one(connection, "erasure/find_in_conversation", wanted, seconds=LONG)


async def _taken_along(
    connection: AsyncConnection, who: Caller, begun: ErasureContext, leaving: LeavingTalk, memories: Sequence[UUID]
) -> tuple[Going, TakenOut]:
    named = tuple(dict.fromkeys([*memories, *leaving.named])) if leaving.memories == "erase" else ()
    if not named:
        return Going((), ()), TakenOut()
    going = Going(await lineage_of(connection, who, named), named)
    return going, await take_out(connection, who, begun, going)


async def _forget(  # noqa: PLR0913  # whose, what, which
    connection: AsyncConnection,
    who: Caller,
    begun: ErasureContext,
    leaving: LeavingTalk,
    turns: Sequence[UUID],
    *,
    is_open: bool,
) -> None:
    """What was said in it, and the conversation itself."""
    parameters = {"person_id": who.person_id, "turns": list(turns), "ids": [leaving.conversation_id]}
    await drop_works(connection, who, begun, [leaving.conversation_id])
    for statement in ("erasure/empty_own_words", "erasure/empty_quotes", "erasure/delete_talk_of_turns"):
        begun.count(await run_for_one(connection, statement, parameters, seconds=LONG))
    if is_open:
        begun.count(await run_for_one(connection, "erasure/drop_waiting_lines", parameters, seconds=LONG))
    await run_statement(connection, "erasure/delete_turns", parameters, seconds=LONG)
    begun.count({"turns": len(turns)})
    begun.count(await run_for_one(connection, "erasure/drop_conversations", parameters, seconds=LONG))
