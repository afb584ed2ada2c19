"""One line is taken out of the talk: its words go, and what was read from it stays, unless the person says so."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.erasure import pending_verifications
from services.memory.erasure.erase import (
    Going,
    TakenOut,
    Work,
    begin_erasing,
    erased_once,
    following_of,
    lineage_of,
    take_out,
)
from services.memory.erasure.ledger_entry import LONG, ErasureContext, record_erasure
from services.memory.erasure.meanings_out import Told, take_out_of_meanings
from services.memory.erasure.texts_to_erase import MARK, Search, is_telling, without_texts
from services.memory.erasure.verification import ErasureRecord
from services.memory.erasure.works_anew import renew_works
from services.memory.store.context import MemoryContext, post_letter
from services.memory.store.database import run_for_one, run_statement
from shared.contracts.envelope import Caller
from shared.contracts.errors import LineNotFoundError, PersonNotFoundError, SaidOffTheRecordError
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.erasure import Receipt, TakeLineOut
from shared.contracts.requests.ops import LedgerEntry
from shared.text.own_words import split_sentences


@dataclass(frozen=True, slots=True)
class LeavingLine:
    """A line that is to go, and whether what was read from it goes along."""

    line_id: UUID
    turn_id: UUID | None = None
    with_memories: bool = False
    named: tuple[UUID, ...] = ()
    """Memories that an older ledger names."""


async def take_line_out(memory: MemoryContext, command: TakeLineOut) -> Receipt:
    """By the person's own hand. Ends the turn in flight, which may have the words in its hands."""
    who = command.caller
    leaving = LeavingLine(command.line_id, command.turn_id, command.memories == "erase")

    async def erase(connection: AsyncConnection) -> Work:
        found = await _found(connection, who, leaving)
        if found is None:
            raise LineNotFoundError
        if not found["write"]:
            raise SaidOffTheRecordError
        begun = replace(await begin_erasing(memory, connection, who), key=command.key)
        return await erase_line(memory, connection, who, begun, leaving)

    return await erased_once(memory, who, command.key, erase)


async def take_line_of_turn_out(memory: MemoryContext, connection: AsyncConnection, who: Caller, turn_id: UUID) -> None:
    """For "don't write that down", one turn late: that turn's newest line goes; where it is gone already, nothing does.

    Within the transaction of the yes; a turn in flight goes on.
    """
    found = await run_for_one(connection, "erasure/find_newest_line", {"person_id": who.person_id, "turn_id": turn_id})
    person = await run_for_one(connection, "erasure/load_person", {"person_id": who.person_id})
    if found is None:
        return
    if person is None:
        raise PersonNotFoundError
    begun = ErasureContext(person, memory.clock())
    await renew_works(connection, who, begun)
    await erase_line(memory, connection, who, begun, LeavingLine(found["id"]))


async def line_again(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, begun: ErasureContext, entry: LedgerEntry
) -> Work:
    """After an older database was brought back."""
    line_id, *named = entry.subjects
    leaving = LeavingLine(line_id, with_memories=entry.memories == "erase", named=tuple(named))
    return await erase_line(memory, connection, who, begun, leaving)


async def erase_line(
    memory: MemoryContext, connection: AsyncConnection, who: Caller, begun: ErasureContext, leaving: LeavingLine
) -> Work:
    """In the caller's transaction: the line's words, what quotes them, and perhaps what was read from it."""
    found = await _found(connection, who, leaving)
    memories = [] if found is None else list(found["memories"])
    going, taken = Going((), ()), TakenOut()
    if leaving.with_memories and (named := tuple(dict.fromkeys([*memories, *leaving.named]))):
        going = Going(await lineage_of(connection, who, named), named)
        taken = await take_out(connection, who, begun, going)
    texts, touched = taken.texts, list(taken.touched)
    if found is not None and found["text"] != MARK:
        spoken, reworded = await _take_words_out(connection, who, begun, leaving, found)
        texts, touched = texts + spoken, touched + reworded
    kept = [] if leaving.with_memories else memories
    erased = ErasureRecord(
        receipt_id=begun.receipt_id,
        scope="line",
        at=begun.now,
        removed=begun.removed,
        texts=() if kept else texts,  # what is kept may say the same, and is no trace of the line
        ids=tuple(going.ids),
        vectors=going.vectors,
        subjects=(leaving.line_id, *going.ids),
        ended_turn_id=begun.ended_turn_id,
        works=tuple(begun.works),
    )
    begun = replace(begun, noted={**begun.noted, "memories": "erase" if leaving.with_memories else None})
    await record_erasure(connection, who, begun, erased, going.lineage, list(dict.fromkeys([*touched, *kept])))
    await pending_verifications.enqueue_verification(connection, who, begun.key, begun, erased)
    await post_letter(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    return Work(erased, begun.failed, await following_of(memory, connection, who, begun))


async def _found(connection: AsyncConnection, who: Caller, leaving: LeavingLine) -> Record | None:
    wanted = {"person_id": who.person_id, "line_id": leaving.line_id, "turn_id": leaving.turn_id}
    return await run_for_one(connection, "erasure/load_line", wanted)


async def _take_words_out(
    connection: AsyncConnection, who: Caller, begun: ErasureContext, leaving: LeavingLine, found: Record
) -> tuple[tuple[str, ...], list[UUID]]:
    """Gives the texts that are to be found nowhere now, and the narratives that read otherwise."""
    texts = (found["text"],) if is_telling(found["text"]) else ()
    parameters = {
        "person_id": who.person_id,
        "line_id": leaving.line_id,
        "turn_id": found["turn_id"],
        "message_id": found["message_id"],
        "memories": list(found["memories"]),
        "mark": MARK,
        "now": begun.now,
    }
    begun.count(await run_for_one(connection, "erasure/empty_line", parameters, seconds=LONG))
    await _quote_no_more(connection, who, begun, texts)
    told = Told(turns=[found["turn_id"]], said=texts, quoted=split_sentences(found["text"]), in_other_words=False)
    return texts, await take_out_of_meanings(connection, who, begun, told)


async def _quote_no_more(connection: AsyncConnection, who: Caller, begun: ErasureContext, texts: Sequence[str]) -> None:
    """Replies lose the words where they say them word for word; what they say otherwise is the companion's own."""
    search = Search.of(texts)
    parameters = {"person_id": who.person_id, "cores": search.cores, "pattern": search.pattern}
    rows = await run_statement(connection, "erasure/find_in_replies", parameters, seconds=LONG) if texts else []
    left = {row["id"]: without_texts(row["content"], texts) for row in rows}
    rewritten = {
        "person_id": who.person_id,
        "places": ["message"] * len(left),
        "ids": list(left),
        "texts": list(left.values()),
    }
    await run_statement(connection, "erasure/rewrite_texts", rewritten, seconds=LONG)
    begun.count({"messages": len(left)})
