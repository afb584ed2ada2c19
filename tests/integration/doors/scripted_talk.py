"""What conversations left, as a memory service of one page answers for it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from shared.contracts.envelope import Request
from shared.contracts.errors import AssertionNotFoundError, BadMessageError, StaleVersionError, ThreadNotFoundError
from shared.contracts.message import Message
from shared.contracts.requests.conversations import (
    ChangeTalkMemory,
    ChangeThread,
    GetGreeting,
    Greeting,
    ListStory,
    ListThreads,
    StoryPage,
    ThreadPage,
    ThreadVerb,
)
from tests.integration.doors.scripted_notebook import Book, Once

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
        ListThreads: threads,
        ChangeThread: lambda asked: once(asked.caller.person_id, asked.key, lambda: change_thread(asked)),
        ListStory: story,
        GetGreeting: lambda _: Greeting(text=""),
        ChangeTalkMemory: lambda asked: once(asked.caller.person_id, asked.key, lambda: change_memory(asked)),
    }
