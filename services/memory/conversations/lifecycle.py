"""How a conversation ends, or does not: each move with all that belongs to it, in the transaction that orders it."""

from dataclasses import replace
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.conversation_moves import ARCHIVED, READY, ConversationStep
from services.memory.conversations.stored_conversation import StoredConversation
from services.memory.conversations.stored_drafts import drop_draft
from services.memory.people.tables import PERSON
from services.memory.store.database import run_statement
from services.memory.turn.tables import CONVERSATION, TURN
from services.memory.work.begin_work import begin_work, end_work
from services.memory.work.tables import WORK_TABLE
from shared.contracts.envelope import Caller
from shared.contracts.errors import NotNowError
from shared.contracts.ids import new_id
from shared.contracts.pipeline import COMPRESSION
from shared.contracts.requests.conversations import ConversationStatus, EndedAs
from shared.contracts.work import MOST_TURNS
from shared.text.courtesy import is_mere_courtesy

MOST_LOOKED_AT = 60
"""Lines; a conversation that has more of them is not empty."""
SMALL_INTENTS = frozenset({"help", "close_conversation"})
"""What asks about the companion, or to end: nothing that a conversation could have meant."""
ASKED_FOR = 0
"""The priority of what somebody waits for."""


async def close_conversation(
    connection: AsyncConnection, who: Caller, found: StoredConversation, now: datetime
) -> ConversationStatus:
    """It is about to end: what it meant is thought about, once the turn in flight has closed. Empty, it just ends."""
    if found.status is READY and await _draft_failed(connection, who, found.conversation_id):
        await begin_thinking(connection, who, found.conversation_id, now)
        return READY
    ready = found.after(ConversationStep.CLOSE)
    if not await has_substance(connection, who, found.conversation_id):
        await archive_conversation(connection, who, replace(found, ready_at=now), EndedAs.EMPTY, now)
        return ARCHIVED
    await _set(connection, who, found.conversation_id, status=ready.value, ready_at=now, closed_at=now, paused_at=None)
    await begin_thinking(connection, who, found.conversation_id, now)
    return ready


async def begin_thinking(connection: AsyncConnection, who: Caller, conversation_id: UUID, now: datetime) -> None:
    """The work of compressing it; it waits for the turn in flight, at most until that turn's deadline."""
    in_flight = select(TURN.c.deadline).join(PERSON, PERSON.c.active_turn_id == TURN.c.id)
    deadline = await connection.scalar(in_flight.where(PERSON.c.id == who.person_id, TURN.c.person_id == who.person_id))
    key, not_before = str(conversation_id), deadline or now
    await begin_work(
        connection, who, COMPRESSION, key, conversation_id, now=now, priority=ASKED_FOR, not_before=not_before
    )


async def hasten_thinking(connection: AsyncConnection, who: Caller, now: datetime) -> bool:
    """The turn that it waited for has closed."""
    waits = (WORK_TABLE.c.person_id == who.person_id) & (WORK_TABLE.c.line == COMPRESSION.name)
    waits &= (WORK_TABLE.c.state == "waiting") & (WORK_TABLE.c.not_before > now) & (WORK_TABLE.c.restarts == 0)
    hastened = update(WORK_TABLE).where(waits).values(not_before=now).returning(WORK_TABLE.c.id)
    return (await connection.execute(hastened)).first() is not None


async def _draft_failed(connection: AsyncConnection, who: Caller, conversation_id: UUID) -> bool:
    mine = (WORK_TABLE.c.person_id == who.person_id) & (WORK_TABLE.c.key == str(conversation_id))
    state = await connection.scalar(select(WORK_TABLE.c.state).where(mine & (WORK_TABLE.c.line == COMPRESSION.name)))
    return state == "failed"


async def resume_conversation(
    connection: AsyncConnection, who: Caller, found: StoredConversation, step: ConversationStep
) -> None:
    """It goes on: draft, question and work are gone, and leave no trace."""
    status = found.after(step)
    await _end_thinking(connection, who, found.conversation_id, "resumed")
    await _set(connection, who, found.conversation_id, status=status.value, ready_at=None, closed_at=None)


async def _end_thinking(connection: AsyncConnection, who: Caller, conversation_id: UUID, reason: str) -> None:
    await drop_draft(connection, who, conversation_id)
    await end_work(connection, who, COMPRESSION, str(conversation_id), reason)


async def pause_conversation(
    connection: AsyncConnection, who: Caller, found: StoredConversation, paused_at: datetime | None
) -> None:
    """Nothing is said unasked while it is paused; only an open one can be."""
    found.after(ConversationStep.WRITE)
    if found.status is READY:
        raise NotNowError("This conversation is about to end; only one that goes on can be paused.")
    await _set(connection, who, found.conversation_id, paused_at=paused_at)


async def archive_conversation(
    connection: AsyncConnection, who: Caller, found: StoredConversation, kept: EndedAs, now: datetime
) -> None:
    """It is over: what was asked in it waits no longer, and what lies before the last stretch stands by itself."""
    await _end_thinking(connection, who, found.conversation_id, kept.value)
    mine = {"person_id": who.person_id, "conversation_id": found.conversation_id}
    await run_statement(connection, "conversations/lapse_offers", mine)
    apart = {"id": new_id(), "now": now, "before": found.ready_at or now, "most": MOST_TURNS}
    await run_statement(connection, "conversations/split_earlier", mine | apart)
    ended = {"archived_at": now, "closed_at": found.closed_at or now, "paused_at": None, "ready_at": None}
    await _set(connection, who, found.conversation_id, status=ARCHIVED.value, kept=kept.value, decided=None, **ended)


async def has_substance(connection: AsyncConnection, who: Caller, conversation_id: UUID) -> bool:
    """Whether anything was said, on the record, but greetings, courtesy and questions about the companion."""
    wanted = {"person_id": who.person_id, "conversation_id": conversation_id, "most": MOST_LOOKED_AT}
    said = await run_statement(connection, "conversations/find_substance", wanted)
    return len(said) == MOST_LOOKED_AT or any(
        row["intent"] not in SMALL_INTENTS and not is_mere_courtesy(row["text"]) for row in said
    )


async def begin_compressing(
    connection: AsyncConnection, who: Caller, found: StoredConversation, decided: str, now: datetime
) -> None:
    """The person confirmed: what they decided is stored, and whoever finds it goes on with it."""
    status = found.after(ConversationStep.CONFIRM)
    await _set(connection, who, found.conversation_id, status=status.value, decided=decided, closed_at=now)


async def _set(connection: AsyncConnection, who: Caller, conversation_id: UUID, **values: object) -> None:
    mine = (CONVERSATION.c.person_id == who.person_id) & (CONVERSATION.c.id == conversation_id)
    await connection.execute(update(CONVERSATION).where(mine).values(values))


def archives_at(found: StoredConversation, closing_for: timedelta) -> datetime | None:
    """When a draft that nobody answers is put away."""
    return found.ready_at + closing_for if found.ready_at is not None else None
