"""The greeting: what is worth knowing before the next word, said by no model; with nothing to say it says nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from asyncpg import Record
from pydantic import TypeAdapter
from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversations.tables import MEMORY_ENTITY
from services.memory.people.tables import PERSON
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_for_one
from services.memory.turn.tables import CONVERSATION
from shared.contracts.entities import EntityType
from shared.contracts.envelope import Caller
from shared.contracts.errors import PersonNotFoundError
from shared.contracts.requests.conversations import ConversationStatus, GetGreeting, Greeting, GreetingItem
from shared.wording.days import zone_named
from shared.wording.greetings import MOST_NAMED, greeting_line, hello_line, resume_line
from shared.wording.phrases import Manner

DECIDED_WITHIN = timedelta(days=7)
DUE_WITHIN = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Noteworthy:
    """Something that a greeting may name, and among how many under its head."""

    head: str
    among: int
    thread_id: UUID | None
    memory_id: UUID
    entity_type: EntityType
    text: str
    since: datetime
    due: date | None

    def item(self) -> GreetingItem:
        """As the doors show it."""
        return GreetingItem(
            thread_id=self.thread_id,
            memory_id=self.memory_id,
            entity_type=self.entity_type,
            text=self.text,
            since=self.since,
            due=self.due,
        )


_NOTEWORTHY = TypeAdapter(tuple[Noteworthy, ...])
HEADS = ("due", "waiting", "threads", "decisions", "stale")
"""In the order in which they are said. Each thing stands under one: what is due before all else."""


async def get_greeting(memory: MemoryContext, question: GetGreeting) -> Greeting:
    """Says once what is stale, and once that it has been quiet."""
    who, now = question.caller, memory.clock()
    async with memory.reading(who) as connection:
        here = zone_named(await _time_zone(connection, who))
        wanted = {
            "person_id": who.person_id,
            "stale_before": now - memory.stale_after,
            "decided_since": now - DECIDED_WITHIN,
            "due_before": now.astimezone(here).date() + DUE_WITHIN,
            "named": MOST_NAMED,
        }
        row = await run_for_one(connection, "conversations/load_greeting", wanted)
        if row is None:
            raise PersonNotFoundError
        greeting = make_greeting(row, now, memory.quiet_after)
        if greeting.quiet:
            await _note_quiet_told(connection, who, row["conversation_id"], now)
        if greeting.stale:
            await _note_stale_told(connection, who, greeting.stale, now)
    return greeting


async def _time_zone(connection: AsyncConnection, who: Caller) -> str:
    """Their days are counted in it."""
    return await connection.scalar(select(PERSON.c.time_zone).where(PERSON.c.id == who.person_id)) or ""


def make_greeting(row: Mapping[str, Any] | Record, now: datetime, quiet_after: timedelta) -> Greeting:
    """Of an open conversation that there is one; otherwise what is open, what was decided, and what is due."""
    manner = Manner(row["language"], row["time_zone"], now)
    if row["conversation_id"] is not None:
        return _resuming(row, manner, quiet_after)
    noteworthy = _NOTEWORTHY.validate_json(row["noteworthy"])
    found = {head: [one for one in noteworthy if one.head == head] for head in HEADS}
    said = {head: tuple(one.item() for one in each) for head, each in found.items() if each}
    lines = [greeting_line(head, items, found[head][0].among, manner) for head, items in said.items()]
    lines = [hello_line(manner), *lines] if lines else []
    return Greeting(text="\n".join(lines), lines=tuple(lines), **said)


def _resuming(row: Mapping[str, Any] | Record, manner: Manner, quiet_after: timedelta) -> Greeting:
    last, told = row["last_message_at"], row["quiet_told_at"]
    still = row["status"] == "active" and row["paused_at"] is None and manner.now - last >= quiet_after
    quiet = still and (told is None or told < last)
    kind = "draft" if row["status"] == ConversationStatus.READY_TO_CLOSE else "quiet" if quiet else "resume"
    line = resume_line(kind, last, manner)
    return Greeting(text=line, lines=(line,), resume=row["conversation_id"], quiet=quiet)


async def _note_quiet_told(connection: AsyncConnection, who: Caller, conversation_id: UUID, now: datetime) -> None:
    mine = (CONVERSATION.c.person_id == who.person_id) & (CONVERSATION.c.id == conversation_id)
    await connection.execute(update(CONVERSATION).where(mine).values(quiet_told_at=now))


async def _note_stale_told(
    connection: AsyncConnection, who: Caller, told: Sequence[GreetingItem], now: datetime
) -> None:
    named = MEMORY_ENTITY.c.id.in_([one.thread_id for one in told])
    mine = (MEMORY_ENTITY.c.person_id == who.person_id) & named
    await connection.execute(update(MEMORY_ENTITY).where(mine).values(stale_told_at=now))
