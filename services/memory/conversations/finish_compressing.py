"""Applies what the person confirmed, once: meanings are computed outside of any lock, the rest is one transaction."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.conversation_moves import COMPRESSING, ConversationStep
from services.memory.conversations.decide_memories import DECIDED, Decided
from services.memory.conversations.lifecycle import archive_conversation
from services.memory.conversations.offer_found import offer_found_facts
from services.memory.conversations.stored_conversation import StoredConversation, find_conversation
from services.memory.conversations.stored_drafts import DraftBody, load_draft
from services.memory.conversations.write_memories import EndingTalk, write_confirmed
from services.memory.store.context import MemoryContext, post_letter, send_letters
from shared.bus.failpoints import pass_failpoint
from shared.contracts.envelope import Caller
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.conversations import EndedAs


@dataclass(frozen=True, slots=True)
class _ToApply:
    found: StoredConversation
    decided: Decided
    body: DraftBody


async def finish_compressing(memory: MemoryContext, who: Caller, conversation_id: UUID) -> None:
    """Nothing, where somebody did it already; what a crash left is gone on with by a chore."""
    await pass_failpoint("compressing.decided")
    async with memory.writing(who) as connection:
        waiting = await _to_apply(memory, connection, who, conversation_id)
    if waiting is None:
        return
    texts = [one.narrative for one in waiting.decided.memories] + [fact.text for fact in waiting.body.facts]
    vectors = await memory.embed_all(texts)
    async with memory.writing(who, planned_once=True) as connection:
        todo = await _to_apply(memory, connection, who, conversation_id)
        if todo is None:
            return
        now = memory.clock()
        todo.found.after(ConversationStep.APPLIED)
        leaving = EndingTalk(who, conversation_id, todo.body.draft, todo.body.original, vectors, now)
        await write_confirmed(connection, leaving, todo.decided)
        await archive_conversation(connection, who, todo.found, EndedAs.CONFIRMED, now)
        await offer_found_facts(connection, leaving, todo.body.facts)
        for what in ("memory", "conversation"):
            await post_letter(connection, who, notice_subject(who.person_id), Changed.model_validate({"what": what}))
    memory.spawn(send_letters(memory, who))


async def _to_apply(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, conversation_id: UUID
) -> _ToApply | None:
    """What it told may have been taken back or erased since: then nothing of it is kept."""
    found = await find_conversation(connection, who, conversation_id)
    if found.status is not COMPRESSING:
        return None
    stored = await load_draft(connection, who, conversation_id)
    if found.decided is None or stored is None or stored.body is None:
        await archive_conversation(connection, who, found, EndedAs.NOTHING, memory.clock())
        return None
    return _ToApply(found, DECIDED.validate_json(found.decided), stored.body)
