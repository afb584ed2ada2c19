"""What is open across conversations: listed, resolved, opened again and edited by the person's own hand."""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any
from uuid import UUID

from asyncpg import Record
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.assertion import Move
from services.memory.assertions.repository import LoadPlan, open_book, save_book
from services.memory.assertions.writing_rules import compose_text
from services.memory.conversations.store_entities import entity_category, require_named
from services.memory.conversations.tables import MEMORY_ENTITY
from services.memory.store.context import MemoryContext, answer_once, post_letter, send_letters
from services.memory.store.database import run_for_one, run_statement
from services.memory.store.rows import cursor_after, read_cursor, skip_unreadable
from shared.contracts.entities import EntityData, EntityType, describe_entity
from shared.contracts.envelope import Caller
from shared.contracts.errors import BadMessageError, ThreadNotFoundError
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.conversations import ChangeThread, ListThreads, ThreadPage, ThreadVerb, ThreadView

_DATA: TypeAdapter[EntityData] = TypeAdapter(EntityData)
WORDING = MappingProxyType(
    {
        EntityType.TASK: "description",
        EntityType.WAITING_ON: "what",
        EntityType.QUESTION_OPENED: "question",
        EntityType.BLOCKER: "what",
    }
)
"""Which field of an entity says what is open."""


async def list_threads(memory: MemoryContext, question: ListThreads) -> ThreadPage:
    """What is open, or was, since when and from which memory."""
    after, after_id = read_cursor(question.cursor)
    wanted = {
        **_wanted(memory, question.caller, None),
        "open": question.open,
        "entity_type": question.entity_type and question.entity_type.value,
        "engagement_id": question.engagement_id,
        "after": after,
        "after_id": after_id,
        "most": question.limit + 1,
    }
    async with memory.reading(question.caller) as connection:
        rows = await run_statement(connection, "conversations/list_threads", wanted)
    shown = rows[: question.limit]
    cursor = cursor_after(shown[-1]["since"], shown[-1]["id"]) if len(rows) > len(shown) else None
    return ThreadPage(threads=tuple(skip_unreadable("memory_entity", shown, _thread_view)), cursor=cursor)


def _wanted(memory: MemoryContext, who: Caller, thread_id: UUID | None) -> dict[str, object]:
    everything = dict.fromkeys(("open", "entity_type", "engagement_id", "after", "after_id"))
    stale_before = memory.clock() - memory.stale_after
    return {**everything, "person_id": who.person_id, "thread_id": thread_id, "stale_before": stale_before, "most": 1}


def _thread_view(row: Record) -> ThreadView:
    data = _DATA.validate_json(row["data"])
    return ThreadView(
        thread_id=row["id"],
        entity_type=data.type,
        text=getattr(data, WORDING[data.type]),
        who=getattr(data, "who", ""),
        since=row["since"],
        due=row["due_at"],
        stale=row["stale"],
        engagement_id=row["engagement_id"],
        memory_id=row["assertion_id"],
        conversation_id=row["conversation_id"],
        open=row["resolved_at"] is None,
        resolved_at=row["resolved_at"],
        resolved_by=row["resolved_by"],
        priority=row["priority"],
    )


async def change_thread(memory: MemoryContext, command: ChangeThread) -> ThreadView:
    """One thing done to one of them; resolving what is resolved, or reopening what is open, leaves it as it is."""
    who = command.caller
    async with memory.writing(who) as connection:

        async def do() -> ThreadView:
            found = await _one(memory, connection, command)
            values = _BY_HAND[command.verb](command, found, memory.clock())
            if values:
                mine = (MEMORY_ENTITY.c.person_id == who.person_id) & (MEMORY_ENTITY.c.id == command.thread_id)
                await connection.execute(update(MEMORY_ENTITY).where(mine).values(values))
                await _note(memory, connection, command, found["assertion_id"])
                await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))
            return _thread_view(await _one(memory, connection, command))

        answer = await answer_once(connection, who, command.key, ThreadView, do)
    memory.spawn(send_letters(memory, who))
    return answer


async def _note(memory: MemoryContext, connection: AsyncConnection, command: ChangeThread, assertion_id: UUID) -> None:
    """In the history of the memory that names it."""
    opened = await open_book(connection, command.caller, LoadPlan(ids=frozenset({assertion_id})), memory.clock())
    opened.book.note_thread(assertion_id, _NOTED[command.verb])
    await save_book(connection, command.caller, opened, key=command.key)


async def _one(memory: MemoryContext, connection: AsyncConnection, command: ChangeThread) -> Record:
    wanted = _wanted(memory, command.caller, command.thread_id)
    found = await run_for_one(connection, "conversations/list_threads", wanted)
    if found is None:
        raise ThreadNotFoundError
    return found


Values = Mapping[str, Any]


def _resolve(_: ChangeThread, found: Record, now: datetime) -> Values:
    return {} if found["resolved_at"] is not None else {"resolved_at": now, "resolved_by": None}


def _reopen(_: ChangeThread, found: Record, now: datetime) -> Values:
    if found["resolved_at"] is None:
        return {}
    return {"resolved_at": None, "resolved_by": None, "touched_at": now, "stale_told_at": None}


def _edit(command: ChangeThread, found: Record, now: datetime) -> Values:
    data = _DATA.validate_json(found["data"])
    kept: dict[str, Any] = data.model_dump(mode="json") | {"priority": command.priority or found["priority"]}
    if command.text is not None:
        kept[WORDING[data.type]] = compose_text(command.text)
    due = None if command.no_due else command.due or found["due_at"]
    kept["due"] = due and due.isoformat()
    try:
        edited = _DATA.validate_python(kept)
    except ValidationError:
        raise BadMessageError("text") from None
    if command.text is not None:
        require_named(edited)
    told = {"label": describe_entity(edited), "category": entity_category(edited)}
    return {"data": kept, "due_at": due, "touched_at": now, "stale_told_at": None, **told}


_NOTED = MappingProxyType(
    {
        ThreadVerb.RESOLVE: Move.RESOLVE_THREAD,
        ThreadVerb.REOPEN: Move.REOPEN_THREAD,
        ThreadVerb.EDIT: Move.EDIT_THREAD,
    }
)
_BY_HAND: MappingProxyType[ThreadVerb, Callable[[ChangeThread, Record, datetime], Values]] = MappingProxyType(
    {ThreadVerb.RESOLVE: _resolve, ThreadVerb.REOPEN: _reopen, ThreadVerb.EDIT: _edit}
)
