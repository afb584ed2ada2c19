"""Conversations as the doors show them: with the draft while one is about to end, with its memories once it is over."""

from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.conversation_moves import ARCHIVED, READY
from services.memory.conversations.lifecycle import archives_at
from services.memory.conversations.stored_conversation import StoredConversation
from services.memory.conversations.stored_drafts import StoredDraft, find_closing_offer, load_draft
from services.memory.conversations.talk_memories import load_talk_memories
from services.memory.work.tables import WORK_TABLE
from shared.contracts.envelope import Caller
from shared.contracts.pipeline import COMPRESSION
from shared.contracts.requests.conversations import ConversationView, Progress


def outline_view(found: StoredConversation, closing_for: timedelta) -> ConversationView:
    """How it stands, without what it means."""
    return ConversationView(
        conversation_id=found.conversation_id,
        status=found.status,
        paused=found.paused_at is not None,
        began_at=found.began_at,
        last_message_at=found.last_message_at,
        closed_at=found.closed_at,
        archived_at=found.archived_at,
        turns=found.turns,
        kept=found.kept,
        archives_at=archives_at(found, closing_for),
    )


async def conversation_view(
    connection: AsyncConnection, who: Caller, found: StoredConversation, closing_for: timedelta
) -> ConversationView:
    """All of it."""
    view = outline_view(found, closing_for)
    if found.status is ARCHIVED:
        memories = await load_talk_memories(connection, who, conversation_id=found.conversation_id)
        return view.model_copy(update={"memories": memories})
    if found.status is not READY:
        return view
    stored = await load_draft(connection, who, found.conversation_id)
    body = None if stored is None else stored.body
    return view.model_copy(
        update={
            "draft": None if body is None else body.draft,
            "offer": None if body is None else await find_closing_offer(connection, who),
            "progress": await _progress(connection, who, found, stored),
        }
    )


async def _progress(
    connection: AsyncConnection, who: Caller, found: StoredConversation, stored: StoredDraft | None
) -> Progress | None:
    """How far the draft is; none where nobody thinks about one."""
    mine = (WORK_TABLE.c.person_id == who.person_id) & (WORK_TABLE.c.key == str(found.conversation_id))
    row = (
        await connection.execute(select(WORK_TABLE).where(mine & (WORK_TABLE.c.line == COMPRESSION.name)))
    ).one_or_none()
    if row is None or row.state == "ended":
        return None
    total = len(COMPRESSION.steps)
    if row.state == "done" and stored is not None:
        return Progress(step=COMPRESSION.steps[-1], done=total, total=total)
    return Progress(step=row.step, done=len(row.steps_done), total=total, failed=row.state == "failed")
