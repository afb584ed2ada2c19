"""Conversations, asked for: one as it stands, and the archive."""

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.change_conversation import freshen_now
from services.memory.conversations.conversation_moves import COMPRESSING, READY
from services.memory.conversations.conversation_views import conversation_view, outline_view
from services.memory.conversations.stored_conversation import (
    OPEN,
    StoredConversation,
    find_conversation,
    find_conversations,
    search_conversations,
)
from services.memory.conversations.stored_drafts import show_closing_offer
from services.memory.conversations.talk_memories import load_talk_memories
from services.memory.store.context import MemoryContext
from shared.contracts.errors import ConversationNotFoundError
from shared.contracts.requests.conversations import (
    ConversationPage,
    ConversationView,
    GetConversation,
    ListConversations,
)


async def get_conversation(memory: MemoryContext, question: GetConversation) -> ConversationView:
    """How it stands. Its draft was seen with this: from now on a plain yes in the talk answers it."""
    who = question.caller
    async with memory.reading(who) as connection:
        found = await _asked_for(connection, question)
        view = await conversation_view(connection, who, found, memory.closing_for)
    if view.status is not READY or view.draft is None:
        return view
    await freshen_now(memory, who, found.conversation_id)
    async with memory.writing(who) as connection:
        found = await find_conversation(connection, who, found.conversation_id)
        view = await conversation_view(connection, who, found, memory.closing_for)
        if view.offer is not None:
            await show_closing_offer(connection, who, view.offer.offer_id)
    return view


async def _asked_for(connection: AsyncConnection, question: GetConversation) -> StoredConversation:
    if question.conversation_id is not None:
        return await find_conversation(connection, question.caller, question.conversation_id)
    for statuses in (OPEN, (COMPRESSING,)):
        if found := await find_conversations(connection, question.caller, statuses):
            return found[0]
    raise ConversationNotFoundError


async def list_conversations(memory: MemoryContext, question: ListConversations) -> ConversationPage:
    """A stretch of them, the newest first, each with what it meant."""
    who = question.caller
    async with memory.reading(who) as connection:
        found = await search_conversations(connection, question, question.limit + 1)
        shown = found[: question.limit]
        views = [
            outline_view(one, memory.closing_for).model_copy(
                update={"memories": await load_talk_memories(connection, who, conversation_id=one.conversation_id)}
            )
            for one in shown
        ]
    return ConversationPage(
        conversations=tuple(views), before=shown[-1].conversation_id if len(found) > len(shown) else None
    )
