"""Conversations that wait for nobody any more: put away with their memory still held, or finished after a crash."""

from datetime import timedelta
from functools import partial

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.conversation_moves import READY, ConversationStep
from services.memory.conversations.finish_compressing import finish_compressing
from services.memory.conversations.lifecycle import archive_conversation
from services.memory.conversations.stored_conversation import StoredConversation, find_conversation
from services.memory.conversations.stored_drafts import DraftBody, load_draft
from services.memory.conversations.write_memories import EndingTalk, hold_unanswered
from services.memory.store.context import MemoryContext, post_letter, send_letters
from services.memory.store.database import call_function, plain_transaction
from shared.bus.chores import one_by_one
from shared.contracts.envelope import Caller
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.conversations import ConversationStatus, EndedAs

LEFT_ALONE = timedelta(seconds=30)
"""After so long whoever was to apply what a person confirmed does so no more."""


async def end_conversations(memory: MemoryContext) -> None:
    """One after the other, each in transactions of its own."""
    now = memory.clock()
    async with plain_transaction(memory.database) as connection:
        left = await call_function(connection, "conversations_left", now - memory.closing_for, now - LEFT_ALONE)
    await one_by_one("end_conversations", left, partial(_end_one, memory))


async def _end_one(memory: MemoryContext, left: Record) -> None:
    who = Caller(tenant_id=left["tenant_id"], person_id=left["person_id"])
    if left["status"] != ConversationStatus.READY_TO_CLOSE:
        await finish_compressing(memory, who, left["conversation_id"])
        return
    async with memory.reading(who) as connection:
        body = await _body_of(connection, who, await find_conversation(connection, who, left["conversation_id"]))
    vectors = await memory.embed_all([body.draft.narrative] if body is not None else [])
    async with memory.writing(who, planned_once=True) as connection:
        found = await find_conversation(connection, who, left["conversation_id"])
        if found.status is not READY or found.ready_at is None or found.ready_at > memory.clock() - memory.closing_for:
            return
        found.after(ConversationStep.EXPIRE)
        body = await _body_of(connection, who, found)
        if body is not None and body.draft.narrative in vectors:
            leaving = EndingTalk(who, found.conversation_id, body.draft, body.original, vectors, memory.clock())
            await hold_unanswered(connection, leaving)
        await archive_conversation(connection, who, found, EndedAs.UNCONFIRMED, memory.clock())
        for what in ("memory", "conversation"):
            await post_letter(connection, who, notice_subject(who.person_id), Changed.model_validate({"what": what}))
    await send_letters(memory, who)


async def _body_of(connection: AsyncConnection, who: Caller, found: StoredConversation) -> DraftBody | None:
    """The draft, where there is anything to be held."""
    stored = await load_draft(connection, who, found.conversation_id)
    return stored.body if stored is not None and stored.body is not None and stored.body.draft.narrative else None
