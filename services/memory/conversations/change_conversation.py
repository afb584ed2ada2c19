"""The person's own hand at a conversation: closes it, goes on with it, silences it, keeps what it meant or nothing."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.tables import ENGAGEMENT
from services.memory.conversations.conversation_moves import READY, ConversationStep
from services.memory.conversations.conversation_views import conversation_view
from services.memory.conversations.decide_memories import DECIDED, KnownPlace, decide_memories
from services.memory.conversations.finish_compressing import finish_compressing
from services.memory.conversations.freshen_draft import freshen_draft
from services.memory.conversations.lifecycle import (
    archive_conversation,
    begin_compressing,
    close_conversation,
    pause_conversation,
    resume_conversation,
)
from services.memory.conversations.stored_conversation import StoredConversation, find_conversation
from services.memory.conversations.stored_drafts import load_draft
from services.memory.store.context import MemoryContext, answer_once, post_letter, restate_answer, send_letters
from services.memory.work.begin_work import announce_work
from shared.contracts.envelope import Caller
from shared.contracts.errors import NotNowError, StaleDraftError
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.conversations import (
    ChangeConversation,
    ConfirmedMemory,
    ConversationVerb,
    ConversationView,
    EndedAs,
)
from shared.contracts.requests.people import EngagementStatus
from shared.contracts.turns import EngagementKind

Moving = Callable[[MemoryContext, AsyncConnection, ChangeConversation, StoredConversation], Awaitable[object]]


async def change_conversation(memory: MemoryContext, command: ChangeConversation) -> ConversationView:
    """One move of it; whoever is refused is told how it stands."""
    who, changed = command.caller, list[bool]()
    if command.verb is ConversationVerb.CONFIRM:
        await freshen_now(memory, who, command.conversation_id)
    try:
        async with memory.writing(who) as connection:

            async def do() -> ConversationView:
                found = await find_conversation(connection, who, command.conversation_id)
                await _MOVING[command.verb](memory, connection, command, found)
                await tell_of_conversation(connection, who)
                changed.append(True)
                return await _view(memory, connection, command)

            answer = await answer_once(connection, who, command.key, ConversationView, do)
    except (NotNowError, StaleDraftError) as error:
        async with memory.reading(who) as connection:
            error.current = await _view(memory, connection, command)
        raise
    if changed and command.verb is ConversationVerb.CONFIRM:
        await finish_compressing(memory, who, command.conversation_id)
        async with memory.reading(who) as connection:
            answer = await _view(memory, connection, command)
        await restate_answer(memory, who, command.key, answer)
    memory.spawn(send_letters(memory, who))
    if changed and command.verb is ConversationVerb.CLOSE:
        memory.spawn(announce_work(memory))
    return answer


async def freshen_now(memory: MemoryContext, who: Caller, conversation_id: UUID) -> None:
    """What the draft rests on may have moved: that is seen, and stored, before anybody agrees to it."""
    async with memory.writing(who) as connection:
        found = await find_conversation(connection, who, conversation_id)
        if found.status is not READY or not await freshen_draft(memory, connection, who, found):
            return
        await tell_of_conversation(connection, who)
    memory.spawn(send_letters(memory, who))
    memory.spawn(announce_work(memory))


async def tell_of_conversation(connection: AsyncConnection, who: Caller) -> None:
    """The person's doors look at it again."""
    await post_letter(connection, who, notice_subject(who.person_id), Changed(what="conversation"))


async def _view(memory: MemoryContext, connection: AsyncConnection, command: ChangeConversation) -> ConversationView:
    found = await find_conversation(connection, command.caller, command.conversation_id)
    return await conversation_view(connection, command.caller, found, memory.closing_for)


async def _close(
    memory: MemoryContext, connection: AsyncConnection, command: ChangeConversation, found: StoredConversation
) -> None:
    await close_conversation(connection, command.caller, found, memory.clock())


async def _resume(
    _: MemoryContext, connection: AsyncConnection, command: ChangeConversation, found: StoredConversation
) -> None:
    await resume_conversation(connection, command.caller, found, ConversationStep.RESUME)


async def _pause(
    memory: MemoryContext, connection: AsyncConnection, command: ChangeConversation, found: StoredConversation
) -> None:
    since = found.paused_at or memory.clock()
    paused_at = since if command.verb is ConversationVerb.PAUSE else None
    await pause_conversation(connection, command.caller, found, paused_at)


async def _keep_nothing(
    memory: MemoryContext, connection: AsyncConnection, command: ChangeConversation, found: StoredConversation
) -> None:
    found.after(ConversationStep.KEEP_NOTHING)
    await archive_conversation(connection, command.caller, found, EndedAs.NOTHING, memory.clock())


async def _confirm(
    memory: MemoryContext, connection: AsyncConnection, command: ChangeConversation, found: StoredConversation
) -> None:
    wanted = Confirmation(command.version, command.memories, command.without_deltas)
    await confirm_draft(memory, connection, command.caller, found, wanted)


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A yes to one version of the draft, with what is to be otherwise."""

    version: int | None
    memories: Sequence[ConfirmedMemory] = ()
    without: Sequence[UUID] = ()


async def confirm_draft(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, found: StoredConversation, wanted: Confirmation
) -> None:
    """The yes to the draft as it was seen, with whatever the person changed of it; it is applied right after."""
    found.after(ConversationStep.CONFIRM)
    stored = await load_draft(connection, who, found.conversation_id)
    if stored is None or stored.body is None:
        raise NotNowError("What this conversation meant is still being thought about; there is nothing to confirm yet.")
    if wanted.version != stored.version:
        raise StaleDraftError
    decided = decide_memories(stored.body.draft, await load_places(connection, who), wanted.memories, wanted.without)
    await begin_compressing(connection, who, found, DECIDED.dump_json(decided).decode(), memory.clock())


async def load_places(connection: AsyncConnection, who: Caller) -> Mapping[UUID, KnownPlace]:
    """Where a memory could belong."""
    rows = await connection.execute(select(ENGAGEMENT).where(ENGAGEMENT.c.person_id == who.person_id))
    return {
        row.id: KnownPlace(
            row.id, row.title, row.kind == EngagementKind.PERSONAL, row.status == EngagementStatus.ARCHIVED
        )
        for row in rows
    }


_MOVING: Mapping[ConversationVerb, Moving] = MappingProxyType(
    {
        ConversationVerb.CLOSE: _close,
        ConversationVerb.RESUME: _resume,
        ConversationVerb.PAUSE: _pause,
        ConversationVerb.UNPAUSE: _pause,
        ConversationVerb.CONFIRM: _confirm,
        ConversationVerb.KEEP_NOTHING: _keep_nothing,
    }
)
