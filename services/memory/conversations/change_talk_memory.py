"""The person's own hand at what a conversation meant: its words, what it names, and what it changed."""

from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.assertion import Assertion, Seen
from services.memory.assertions.book import Book
from services.memory.assertions.repository import LoadPlan, open_book, save_book
from services.memory.assertions.writing_rules import compose_text
from services.memory.conversations.apply_deltas import undo_deltas
from services.memory.conversations.store_entities import add_entities, require_named
from services.memory.conversations.tables import MEMORY_ENTITY, NARRATIVE, STATE_DELTA
from services.memory.conversations.talk_memories import load_talk_memories
from services.memory.conversations.themes import refresh_themes
from services.memory.notebook.commands import telling_how_it_is
from services.memory.store.context import MemoryContext, answer_once, post_letter, send_letters
from shared.contracts.assertions import Force, Kind
from shared.contracts.entities import MOST_ENTITIES, Entity
from shared.contracts.errors import AssertionNotFoundError, WritingRuleError
from shared.contracts.ids import new_id
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.conversations import ChangeTalkMemory, TalkMemory


async def change_talk_memory(memory: MemoryContext, command: ChangeTalkMemory) -> TalkMemory:
    """Bound to the version that they saw; what was drafted is kept beside what they made of it."""
    who = command.caller
    meanings = await memory.embed_all([compose_text(command.narrative)] if command.narrative else [])
    async with memory.writing(who) as connection:

        async def do() -> TalkMemory:
            wanted = LoadPlan(ids=frozenset({command.assertion_id}), vectors=meanings)
            opened = await open_book(connection, who, wanted, memory.clock())
            with telling_how_it_is(opened.book, command.assertion_id):
                changed = _reword(opened.book, command)
            await save_book(connection, who, opened, key=command.key)
            await _change_entities(memory, connection, command, changed)
            await undo_deltas(connection, who, await _of_this(connection, command))
            await refresh_themes(connection, who)
            await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))
            return (await load_talk_memories(connection, who, [command.assertion_id]))[0]

        answer = await answer_once(connection, who, command.key, TalkMemory, do)
    memory.spawn(send_letters(memory, who))
    return answer


def _reword(book: Book, command: ChangeTalkMemory) -> Assertion:
    """One change of the memory, whatever of it was changed: its version tells whoever else has it open."""
    found, seen = book.get(command.assertion_id), Seen(command.version)
    if found.kind is not Kind.NARRATIVE:
        raise AssertionNotFoundError
    text = command.narrative or found.content
    if found.force is Force.HELD:
        return book.refine(command.assertion_id, seen, text, found.own_words)
    return book.correct(command.assertion_id, seen, text)


async def _change_entities(
    memory: MemoryContext, connection: AsyncConnection, command: ChangeTalkMemory, changed: Assertion
) -> None:
    who, memory_id = command.caller, command.assertion_id
    for one in command.entities_to_add:
        require_named(one.data)
    mine = (MEMORY_ENTITY.c.person_id == who.person_id) & (MEMORY_ENTITY.c.assertion_id == memory_id)
    gone = MEMORY_ENTITY.c.id.in_(command.entities_to_remove)
    await connection.execute(delete(MEMORY_ENTITY).where(mine & gone))
    added = [Entity(entity_id=new_id(), turn_id=None, quote="", data=one.data) for one in command.entities_to_add]
    active = changed.force is Force.COMMITTED
    await add_entities(connection, who, memory_id, added, at=memory.clock(), active=active)
    if (
        await connection.execute(select(func.count()).select_from(MEMORY_ENTITY).where(mine))
    ).scalar_one() > MOST_ENTITIES:
        raise WritingRuleError(f"A memory can name {MOST_ENTITIES} things at most.")
    if command.narrative is not None:
        of_it = (NARRATIVE.c.person_id == who.person_id) & (NARRATIVE.c.assertion_id == memory_id)
        await connection.execute(update(NARRATIVE).where(of_it).values(edited=True))


async def _of_this(connection: AsyncConnection, command: ChangeTalkMemory) -> list[UUID]:
    """Of the changes that are to be taken back those that this memory brought."""
    mine = (STATE_DELTA.c.person_id == command.caller.person_id) & (STATE_DELTA.c.assertion_id == command.assertion_id)
    rows = await connection.execute(select(STATE_DELTA.c.id).where(mine, STATE_DELTA.c.id.in_(command.undo_deltas)))
    return [row.id for row in rows]
