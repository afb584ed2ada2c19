"""A conversation as it is stored, and the sentence for whoever wants to move it where it cannot go."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.conversation_moves import (
    ACTIVE,
    ARCHIVED,
    COMPRESSING,
    CONVERSATION_MOVES,
    READY,
    ConversationStep,
)
from services.memory.store.database import run_statement
from shared.contracts.envelope import Caller
from shared.contracts.errors import ConversationNotFoundError, NotNowError
from shared.contracts.requests.conversations import ConversationStatus, EndedAs, ListConversations

OPEN = (ACTIVE, READY)


@dataclass(frozen=True, slots=True)
class StoredConversation:
    """How a conversation stands."""

    conversation_id: UUID
    status: ConversationStatus
    paused_at: datetime | None
    began_at: datetime
    last_message_at: datetime | None
    ready_at: datetime | None
    closed_at: datetime | None
    archived_at: datetime | None
    kept: EndedAs | None
    decided: str | None
    turns: int

    def after(self, step: ConversationStep) -> ConversationStatus:
        """Where that leads; raises with a sentence where it leads nowhere."""
        moved = CONVERSATION_MOVES.get((self.status, step))
        if moved is None:
            raise NotNowError(_WHY_NOT[self.status])
        return moved


_WHY_NOT = MappingProxyType(
    {
        ACTIVE: "This conversation is open: it has to be closed before anything of it can be kept or put away.",
        READY: "This conversation is about to end already: keep what it meant, keep nothing, or go on talking.",
        COMPRESSING: "What this conversation meant is just being kept; it is over in a moment.",
        ARCHIVED: "This conversation is over; what is said now belongs to the next one.",
    }
)


def _stored(row: Record) -> StoredConversation:
    return StoredConversation(
        **{
            **dict(row),
            "status": ConversationStatus(row["status"]),
            "kept": None if row["kept"] is None else EndedAs(row["kept"]),
        }
    )


async def find_conversations(
    connection: AsyncConnection, who: Caller, statuses: Sequence[ConversationStatus], most: int = 1
) -> list[StoredConversation]:
    """Those that stand so, the newest first."""
    return await _find(connection, who, statuses=[one.value for one in statuses], most=most)


async def find_conversation(connection: AsyncConnection, who: Caller, conversation_id: UUID) -> StoredConversation:
    """One of them."""
    found = await _find(connection, who, conversation_id=conversation_id)
    if not found:
        raise ConversationNotFoundError
    return found[0]


async def search_conversations(
    connection: AsyncConnection, question: ListConversations, most: int
) -> list[StoredConversation]:
    """Those that are asked for, the newest first."""
    statuses = None if question.status is None else [question.status.value]
    return await _find(
        connection, question.caller, statuses=statuses, q=question.q.strip(), before=question.before, most=most
    )


async def _find(connection: AsyncConnection, who: Caller, **wanted: object) -> list[StoredConversation]:
    every = {"conversation_id": None, "statuses": None, "q": "", "before": None, "most": 1}
    named = "conversations/list_conversations"
    return [
        _stored(row) for row in await run_statement(connection, named, {**every, **wanted, "person_id": who.person_id})
    ]
