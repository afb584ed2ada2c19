"""What conversations left, as a memory service of one page answers for it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from services.memory.conversations.conversation_moves import CONVERSATION_MOVES, ConversationStep
from shared.contracts.envelope import Request
from shared.contracts.errors import (
    AssertionNotFoundError,
    BadMessageError,
    ConversationNotFoundError,
    NotNowError,
    StaleDraftError,
    StaleVersionError,
    ThreadNotFoundError,
)
from shared.contracts.message import Message
from shared.contracts.requests.conversations import (
    ChangeConversation,
    ChangeTalkMemory,
    ChangeThread,
    ConversationPage,
    ConversationVerb,
    ConversationView,
    GetConversation,
    GetGreeting,
    GetTranscript,
    Greeting,
    ListConversations,
    ListStory,
    ListThreads,
    StoryPage,
    ThreadPage,
    ThreadVerb,
    TranscriptPage,
)
from shared.contracts.requests.erasure import EraseOneConversation
from tests.integration.doors.scripted_notebook import Book, Once, receipt

STEPS = {
    ConversationVerb.CLOSE: ConversationStep.CLOSE,
    ConversationVerb.RESUME: ConversationStep.RESUME,
    ConversationVerb.CONFIRM: ConversationStep.CONFIRM,
    ConversationVerb.KEEP_NOTHING: ConversationStep.KEEP_NOTHING,
}
Answers = dict[type[Request[Any]], Callable[[Any], Message]]


def scripted_talk(once: Once, book_of: Callable[[UUID], Book]) -> Answers:
    """Threads and narratives of one person."""

    def threads(asked: ListThreads) -> Message:
        if asked.cursor is not None:
            raise BadMessageError("cursor")
        found = [
            each for each in book_of(asked.caller.person_id).threads.values()
            if asked.open in (None, each.open) and asked.entity_type in (None, each.entity_type)
            and asked.engagement_id in (None, each.engagement_id)
        ]  # fmt: skip
        return ThreadPage(threads=tuple(found[: asked.limit]), cursor=None)

    def change_thread(asked: ChangeThread) -> Message:
        kept = book_of(asked.caller.person_id).threads
        if asked.thread_id not in kept:
            raise ThreadNotFoundError
        resolved = {"open": False, "resolved_at": datetime.now(UTC)}
        named = {"text": asked.text, "due": asked.due, "priority": asked.priority}
        by_verb: dict[ThreadVerb, dict[str, object]] = {
            ThreadVerb.RESOLVE: resolved,
            ThreadVerb.REOPEN: {"open": True, "resolved_at": None},
            ThreadVerb.EDIT: {name: value for name, value in named.items() if value is not None},
        }
        changes = by_verb[asked.verb]
        if asked.no_due:
            changes["due"] = None
        kept[asked.thread_id] = kept[asked.thread_id].model_copy(update=changes)
        return kept[asked.thread_id]

    def story(asked: ListStory) -> Message:
        found = list(book_of(asked.caller.person_id).talk_memories.values())
        return StoryPage(memories=tuple(found[asked.offset : asked.offset + asked.limit]), total=len(found))

    def change_memory(asked: ChangeTalkMemory) -> Message:
        kept = book_of(asked.caller.person_id).talk_memories
        if asked.assertion_id not in kept:
            raise AssertionNotFoundError
        found = kept[asked.assertion_id]
        if found.version != asked.version:
            raise StaleVersionError(found.version)
        changed = {"version": found.version + 1, "narrative": asked.narrative or found.narrative, "edited": True}
        kept[asked.assertion_id] = found.model_copy(update=changed)
        return kept[asked.assertion_id]

    return {
        **scripted_conversations(once, book_of),
        ListThreads: threads,
        ChangeThread: lambda asked: once(asked.caller.person_id, asked.key, lambda: change_thread(asked)),
        ListStory: story,
        GetGreeting: lambda _: Greeting(text=""),
        ChangeTalkMemory: lambda asked: once(asked.caller.person_id, asked.key, lambda: change_memory(asked)),
    }


def scripted_conversations(once: Once, book_of: Callable[[UUID], Book]) -> Answers:
    """Conversations of one person, moved as the table says."""

    def conversations(asked: ListConversations) -> Message:
        found = [
            each
            for each in book_of(asked.caller.person_id).conversations.values()
            if asked.status in (None, each.status)
        ]
        return ConversationPage(conversations=tuple(found[: asked.limit]), before=None)

    def conversation(asked: GetConversation) -> ConversationView:
        kept = book_of(asked.caller.person_id).conversations
        found = [each for each in kept.values() if asked.conversation_id in (None, each.conversation_id)]
        if not found:
            raise ConversationNotFoundError
        return found[0]

    def transcript(asked: GetTranscript) -> Message:
        conversation(GetConversation(caller=asked.caller, conversation_id=asked.conversation_id))
        return TranscriptPage(turns=(), after=None)

    def change_conversation(asked: ChangeConversation) -> Message:
        found = conversation(GetConversation(caller=asked.caller, conversation_id=asked.conversation_id))
        if asked.version not in (None, 1):
            raise StaleDraftError(found)
        step = STEPS.get(asked.verb)
        if step is None:
            return found
        if (moved := CONVERSATION_MOVES.get((found.status, step))) is None:
            raise NotNowError("Not as it stands.", found)
        changed = found.model_copy(update={"status": moved})
        book_of(asked.caller.person_id).conversations[found.conversation_id] = changed
        return changed

    return {
        ListConversations: conversations,
        GetConversation: conversation,
        GetTranscript: transcript,
        ChangeConversation: lambda asked: once(asked.caller.person_id, asked.key, lambda: change_conversation(asked)),
        EraseOneConversation: lambda asked: once(asked.caller.person_id, asked.key, lambda: _erase(book_of, asked)),
    }


def _erase(book_of: Callable[[UUID], Book], asked: EraseOneConversation) -> Message:
    if book_of(asked.caller.person_id).conversations.pop(asked.conversation_id, None) is None:
        raise ConversationNotFoundError
    return receipt("conversation")
