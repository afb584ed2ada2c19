"""The rows of a file land: its projects, its memories held, what it refuses, the histories that wait for the yes."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import TypeVar
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions import queries
from services.memory.assertions.assertion import Actor, Change, Move
from services.memory.assertions.queries import NewEngagement
from services.memory.assertions.repository import LoadPlan, OpenedBook, open_book, save_book
from services.memory.consent.changes import find_differing
from services.memory.consent.operation_result import MOST_SHOWN
from services.memory.index.edition import SPACE
from services.memory.store.context import MemoryContext, post_letter
from services.memory.store.database import run_for_one, run_statement
from services.memory.store.rows import vector_of, vector_text
from services.memory.transfer.import_file import (
    BroughtAssertion,
    BroughtEngagement,
    BroughtRefusal,
    Ground,
    Landing,
    land_rows,
    row_as,
    same_words,
)
from services.memory.transfer.import_refusals import REFUSED_BY, Nos
from services.memory.transfer.import_under_way import Import, Never, Texts, key_of
from shared.contracts.assertions import Force
from shared.contracts.errors import NoPersonalEngagementError
from shared.contracts.notices import Changed
from shared.contracts.pipeline import notice_subject
from shared.contracts.turns import EngagementKind

MOST_COMPARED = 5_000
"""Rows of a file that are held beside what is known; reading one takes a third of a millisecond."""
LONG = 20.0
"""Seconds for a statement that reads all that a person has."""
AT_ONCE = {"engagement": 50, "assertion": 100, "never": 100_000, "plain": 2_000, "history": 2_000}
AT_ONCE |= dict.fromkeys(("conversation", "narrative", "entity", "delta"), 2_000)
"""Rows of one transaction, in the order in which they land; what is refused holds once all of the file passed it."""
MOST_POINTING = 500
COUNTED = (1_000, 5_000)
"""Rows after which the planner is told anew how large the tables are; an import of fewer needs no plan."""
RowT = TypeVar("RowT", BroughtEngagement, BroughtAssertion, BroughtRefusal)


async def prepare_batch(memory: MemoryContext, one: Import) -> None:
    """What a batch needs that takes long is found before the person's lock is taken."""
    if one.refuses is not False and not one.all_meant:
        await _find_meanings(memory, one)
    if one.is_whole and one.differing is None:
        one.differing = await _differing(memory, one)


async def land_batch(memory: MemoryContext, connection: AsyncConnection, one: Import, batch: Record) -> bool:
    """The next batch; says whether there may be more."""
    if batch["refuses"] and not one.refuses:  # since a moment ago
        one.refuses = None
        return True
    for kind in AT_ONCE:
        numbers = await _next(connection, one, kind)
        if numbers:
            await LAND[kind](memory, connection, one, batch, numbers)
            return True
    return await _point(memory, connection, one) or await _end(connection, one, batch)


async def _next(connection: AsyncConnection, one: Import, kind: str) -> list[int]:
    rows = await run_statement(connection, "transfer/import_next", {**one.named, "kind": kind, "most": AT_ONCE[kind]})
    return [row["number"] for row in rows]


async def _taken(connection: AsyncConnection, one: Import, numbers: Sequence[int]) -> list[Record]:
    """Those of the rows that nobody else has dealt with since they were looked up."""
    return await run_statement(connection, "transfer/import_taken", {**one.named, "numbers": numbers, "space": SPACE})


def _read(rows: Iterable[Record], kind: type[RowT], memory: MemoryContext) -> dict[int, RowT]:
    """What can be read of them: words that were erased meanwhile are gone from a row, too."""
    read = ((row["number"], row_as(kind, row["body"], memory.clock())) for row in rows)
    return {number: row for number, row in read if row is not None}


# ---- memories ----------------------------------------------------------------------------------------------------


async def _land_memories(
    memory: MemoryContext, connection: AsyncConnection, one: Import, batch: Record, numbers: Sequence[int]
) -> None:
    taken = await _taken(connection, one, numbers)
    brought = _read(taken, BroughtAssertion, memory)
    if batch["refuses"] and not one.meant.keys() >= {row.content for row in brought.values()}:
        return  # somebody else has gone on with it meanwhile
    landing = await _land(memory, connection, one, batch, brought)
    await run_statement(connection, "transfer/import_landed", {**one.named, **_outcome(taken, brought, landing)})
    one.has_grown = any(batch["done"] < mark <= batch["done"] + len(taken) for mark in COUNTED)


def _outcome(taken: Sequence[Record], brought: Mapping[int, BroughtAssertion], landing: Landing) -> dict[str, object]:
    landed = {number - 1: assertion.assertion_id for number, assertion in landing.assertions.items()}
    left_out = [row["number"] for row in taken if row["number"] not in landed]
    return {
        "numbers": list(landed),
        "assertion_ids": list(landed.values()),
        "left_out": left_out,
        "done": len(taken),
        "skipped": len(left_out),
        "told": sum(brought[number].reason in REFUSED_BY for number in landed),
    }


async def _land(
    memory: MemoryContext,
    connection: AsyncConnection,
    one: Import,
    batch: Record,
    brought: Mapping[int, BroughtAssertion],
) -> Landing:
    opened = await open_book(connection, one.who, LoadPlan(only_refusals=True), memory.clock())
    book = opened.book
    book.vectors = dict(one.meant)
    landing = land_rows(
        ((number + 1, row) for number, row in brought.items()), await _ground(connection, one, opened, brought)
    )
    book.numbers = landing.numbers
    for assertion in landing.assertions.values():
        book.assertions[assertion.assertion_id] = assertion
        book.changes.append(Change(Move.IMPORT, None, assertion, Actor.PERSON))
    revision = await save_book(connection, one.who, opened, key=key_of(batch["command_key"]))
    if one.texts is not None:
        one.texts = Texts(revision, one.texts.of)
    return landing


async def _ground(
    connection: AsyncConnection, one: Import, opened: OpenedBook, brought: Mapping[int, BroughtAssertion]
) -> Ground:
    book, ids = opened.book, [row.assertion_id for row in brought.values()]
    row = await run_for_one(connection, "transfer/import_ground", {**one.named, "ids": ids})
    if row is None or book.personal_id is None:
        raise NoPersonalEngagementError
    if one.texts is None or one.texts.revision != opened.revision:
        known = await run_statement(connection, "transfer/import_texts", one.named, seconds=LONG)
        texts = frozenset((each["engagement_id"], same_words(each["content"])) for each in known)
        one.texts = Texts(opened.revision, texts)
    never = one.never or Never()
    nos = Nos.of(never.rows, book.secret, never.vectors)
    return Ground(
        now=book.now,
        import_id=one.import_id,
        # A project of the file that is not there now was erased, or is the file's own Your Story.
        places=dict.fromkeys(row["in_file"], book.personal_id) | {place: place for place in row["mine"]},
        story_id=book.personal_id,
        numbers=book.numbers,
        present=frozenset(row["present"]),
        erased=frozenset(row["erased"]),
        texts=one.texts.of,
        refused=book.is_refused,
        refused_in_file=lambda text: nos.refuse(text, book.vectors.get(text)),
    )


# ---- what else a file has ----------------------------------------------------------------------------------------


async def _add_projects(
    memory: MemoryContext, connection: AsyncConnection, one: Import, _: Record, numbers: Sequence[int]
) -> None:
    """Projects come along, but for those that the person erased; Your Story is theirs."""
    brought = _read(await _taken(connection, one, numbers), BroughtEngagement, memory)
    erased = await run_statement(connection, "transfer/erased_projects", {"person_id": one.who.person_id})
    there = await run_for_one(connection, "transfer/import_ground", {**one.named, "ids": []})
    known = {row["id"] for row in erased} | set(there["mine"] if there is not None else ())
    for row in {row.engagement_id: row for row in brought.values()}.values():
        if row.kind is EngagementKind.PROJECT and row.engagement_id not in known:
            await _add_project(connection, one, row)
    await _settled(connection, one, numbers)


async def _settled(connection: AsyncConnection, one: Import, numbers: Sequence[int], refusals: int = 0) -> None:
    settled = {"numbers": numbers, "refusals": refusals}
    await run_statement(connection, "transfer/import_settled", {**one.named, **settled})


async def _add_project(connection: AsyncConnection, one: Import, brought: BroughtEngagement) -> None:
    project = NewEngagement(brought.engagement_id, EngagementKind.PROJECT, brought.title, brought.seed)
    await queries.add_engagement(connection, one.who, project)
    parameters = {
        "person_id": one.who.person_id,
        "id": brought.engagement_id,
        "status": brought.status.value,
        "made_at": brought.created_at,
    }
    await run_statement(connection, "transfer/import_engagement", parameters)


async def _never(memory: MemoryContext, one: Import) -> Never:
    """What the file refuses; what it means is found once, and kept beside the row."""
    async with memory.reading(one.who) as connection:
        rows = await run_statement(connection, "transfer/import_never", {**one.named, "space": SPACE}, seconds=LONG)
    read = _read(rows, BroughtRefusal, memory)
    late = {
        row["number"]: read[row["number"]].text or "" for row in rows if row["number"] in read and not row["embedding"]
    }
    found = await memory.embed_all(late.values())
    if late:
        meant = {"numbers": list(late), "embeddings": [vector_text(found[text]) for text in late.values()]}
        async with memory.writing(one.who) as connection:
            await run_statement(connection, "transfer/import_meant", {**one.named, **meant, "space": SPACE})
    kept = ((read[row["number"]].text, vector_of(row["embedding"])) for row in rows if row["number"] in read)
    vectors = {text: vector for text, vector in kept if text is not None and vector is not None}
    return Never(tuple(read.values()), {**vectors, **found})


async def _find_meanings(memory: MemoryContext, one: Import) -> None:
    """Of the next memories, and of what the file refuses: only where one could be refused for what it means."""
    async with memory.reading(one.who) as connection:
        batch = await run_for_one(connection, "transfer/import_batch", one.named)
        one.refuses = batch is not None and batch["status"] == "landing" and batch["refuses"]
        taken = await _taken(connection, one, await _next(connection, one, "assertion")) if one.refuses else []
    if one.refuses:
        one.never = one.never or await _never(memory, one)
        one.all_meant = not taken
        one.meant = await memory.embed_all(row.content for row in _read(taken, BroughtAssertion, memory).values())


async def _land_refusals(
    memory: MemoryContext, connection: AsyncConnection, one: Import, _: Record, numbers: Sequence[int]
) -> None:
    never = one.never or Never()
    opened = await open_book(connection, one.who, LoadPlan(only_refusals=True), memory.clock())
    nos = Nos.of(never.rows, opened.book.secret, never.vectors)
    nos.land(opened.book)
    await save_book(connection, one.who, opened)
    await _settled(connection, one, numbers, refusals=len(nos.never))


async def _settle(
    _: MemoryContext, connection: AsyncConnection, one: Import, __: Record, numbers: Sequence[int]
) -> None:
    await _settled(connection, one, numbers)


async def _keep_histories(
    _: MemoryContext, connection: AsyncConnection, one: Import, __: Record, numbers: Sequence[int]
) -> None:
    await run_statement(connection, "transfer/import_histories", {**one.named, "numbers": numbers})


LAND: dict[str, Callable[[MemoryContext, AsyncConnection, Import, Record, Sequence[int]], Awaitable[None]]] = {
    "engagement": _add_projects,
    "assertion": _land_memories,
    "never": _land_refusals,
    "plain": _settle,
    "history": _keep_histories,
    "conversation": _settle,
    "narrative": _keep_histories,
    "entity": _keep_histories,
    "delta": _keep_histories,
}


# ---- the end -----------------------------------------------------------------------------------------------------


async def _point(memory: MemoryContext, connection: AsyncConnection, one: Import) -> bool:
    """What names another row names it once all are there; says whether there were any."""
    rows = await run_statement(connection, "transfer/import_pointing", {**one.named, "most": MOST_POINTING})
    read = _read(rows, BroughtAssertion, memory).values()
    pointed = {
        "numbers": [row["number"] for row in rows],
        "ids": [row.assertion_id for row in read],
        "sources": [row.source_assertion_id for row in read],
        "replaced": [row.replaces_id for row in read],
    }
    if rows:
        await run_statement(connection, "transfer/import_pointed", {**one.named, **pointed})
    return bool(rows)


async def _end(connection: AsyncConnection, one: Import, batch: Record) -> bool:
    one.is_whole = 0 < batch["count"] - batch["skipped"] <= MOST_COMPARED
    if one.is_whole and one.differing is None:
        return True  # compared first, while nobody has to wait
    await run_statement(
        connection, "transfer/import_held", {**one.named, "differing": one.differing or []}, seconds=LONG
    )
    await post_letter(connection, one.who, notice_subject(one.who.person_id), Changed(what="memory"))
    return False


async def _differing(memory: MemoryContext, one: Import) -> list[UUID]:
    """What of it cannot be meant beside what is known of the person already, in pairs."""
    async with memory.reading(one.who) as connection:
        book = (await open_book(connection, one.who, LoadPlan(personal=True), memory.clock())).book
    if book.personal_id is None:
        return []
    known = book.within(book.personal_id, Force.COMMITTED)
    new = [a for a in book.within(book.personal_id, Force.HELD) if a.provenance.import_id == one.import_id]
    found = await asyncio.to_thread(lambda: list(find_differing([a.content for a in new], [a.content for a in known])))
    return [which for a, b in found[:MOST_SHOWN] for which in (new[a].assertion_id, known[b].assertion_id)]
