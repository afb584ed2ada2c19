"""Bringing a file back: staged as it comes, landed whole and held, restored by one yes that names count and file."""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from uuid import UUID

from asyncpg import Record
from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.database import run, run_one
from services.memory.knowledge import queries
from services.memory.knowledge.assertion import Actor, Assertion, Change, Move
from services.memory.knowledge.cause import Cause
from services.memory.knowledge.changes import differing
from services.memory.knowledge.doing import MOST_SHOWN, near_known
from services.memory.knowledge.import_file import (
    Brought,
    BroughtAssertion,
    BroughtEngagement,
    BroughtEntry,
    BroughtRefusal,
    Ground,
    Landing,
    land,
    read_row,
    restored,
    same_words,
)
from services.memory.knowledge.import_refusals import REFUSED_BY, Nos, is_refusal
from services.memory.knowledge.queries import NewEngagement
from services.memory.knowledge.refusals import digest_of
from services.memory.knowledge.store import OpenedBook, Wanted, link, open_book, save
from services.memory.knowledge.vectors import vector_of, vector_text
from services.memory.operation import Memory, once, post, send_letters
from services.memory.recall.edition import SPACE
from shared.assertions import Force
from shared.errors import ImportMismatchError, ImportNotFoundError, NoPersonalEngagementError
from shared.ids import new_id
from shared.memory_queries import ConfirmImport, ImportDiffers, ImportRows, ImportState
from shared.notices import Changed
from shared.pipeline import notice_subject
from shared.queries import Caller
from shared.turns import EngagementKind

MOST_COMPARED = 5_000
"""Rows of a file that are held beside what is known; reading one takes a third of a millisecond."""
LONG = 40.0
"""Seconds that a statement may take here: a file may have thousands of rows."""
RESTORED = "confirm import"
_TEXTS = TypeAdapter(list[tuple[UUID, str]])


@dataclass(frozen=True, slots=True)
class FileRows:
    """The rows of a file, by their numbers."""

    rows: dict[int, Brought]
    vectors: Mapping[str, str]
    """The meaning of each text, as it is stored."""

    def assertions(self) -> list[tuple[int, BroughtAssertion]]:
        """Those that are assertions."""
        return [(number, row) for number, row in self.rows.items() if isinstance(row, BroughtAssertion)]

    def refusals(self) -> list[BroughtRefusal]:
        """Those that are refusals."""
        return [row for row in self.rows.values() if isinstance(row, BroughtRefusal)]

    def engagements(self) -> list[BroughtEngagement]:
        """Those that are engagements."""
        return [row for row in self.rows.values() if isinstance(row, BroughtEngagement)]


# ---- taking rows in ----------------------------------------------------------------------------------------------


async def bring(memory: Memory, command: ImportRows) -> ImportState:
    """The next rows of a file; with the last of them everything lands held, or nothing does."""
    who = command.caller
    try:
        now = memory.clock()
        rows = {number: read_row(number + 1, text, now) for number, text in enumerate(command.rows, command.first)}
        wanted = await _late(memory, command, rows.values()) if command.last else []
        meanings = await memory.meanings(wanted)
        vectors = {text: vector_text(vector) for text, vector in meanings.items()}
        async with memory.change(who) as connection:

            async def do() -> ImportState:
                return await _take(memory, connection, command, FileRows(rows, vectors))

            state = await once(connection, who, command.key, ImportState, do)
    except ImportMismatchError:
        async with memory.change(who) as connection:
            await run(connection, "knowledge/import_drop", _batch_of(command))
        raise
    memory.afterwards(send_letters(memory, who))
    return state


async def _late(memory: Memory, command: ImportRows, last: Iterable[Brought]) -> list[str]:
    """Texts whose meaning the landing needs: all of them where one could be refused for what it means, else none.

    What it does not need, the chore finds that enters what waits: nobody waits here for a hundred thousand meanings.
    """
    who, now = command.caller, memory.clock()
    async with memory.look(who) as connection:
        book = (await open_book(connection, who, Wanted(only_refusals=True), now)).book
        staged = await run(connection, "knowledge/import_rows", {**_batch_of(command), "space": SPACE}, seconds=LONG)
    bodies = [row["body"] for row in staged if row["body"]]
    in_file = any(map(is_refusal, bodies)) or any(isinstance(row, BroughtRefusal) for row in last)
    if not in_file and all(refusal.vector is None for refusal in book.refusals):
        return []
    earlier = (read_row(row["number"] + 1, row["body"], now) for row in staged if row["body"])
    return list(filter(None, map(_meant, (*earlier, *last))))


async def _take(memory: Memory, connection: AsyncConnection, command: ImportRows, brought: FileRows) -> ImportState:
    await run(connection, "knowledge/import_plan", {})
    who, batch = command.caller, _batch_of(command)
    begun = await run_one(connection, "knowledge/import_begin", {**batch, **_named(command), "now": memory.clock()})
    if begun is None or (begun["file_hash"], begun["count"]) != (command.file_hash, command.count):
        raise ImportMismatchError("This import was begun with another file.")
    if begun["status"] != "receiving":
        return _state(command.import_id, begun)
    await run(connection, "knowledge/import_stage", {**batch, **_staged(command, brought), "space": SPACE})
    if not command.last:
        so_far = {**batch, "memories": len(brought.assertions())}
        return _state(command.import_id, await run_one(connection, "knowledge/import_received", so_far) or begun)
    rows = await run(connection, "knowledge/import_rows", {**batch, "space": SPACE}, seconds=LONG)
    landed = await _land(memory, connection, command, rows, brought.vectors)
    await post(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    return landed


def _batch_of(command: ImportRows | ConfirmImport) -> dict[str, object]:
    who = command.caller
    return {"tenant_id": who.tenant_id, "person_id": who.person_id, "id": command.import_id}


def _named(command: ImportRows) -> dict[str, object]:
    return {"file_hash": command.file_hash, "count": command.count}


def _staged(command: ImportRows, brought: FileRows) -> dict[str, object]:
    rows = brought.rows.values()
    texts = [_meant(row) or "" for row in rows]
    # Written anew, so that a letter is found as a letter: a file may have it as an escape.
    bodies = [json.dumps(json.loads(text), ensure_ascii=False) for text in command.rows]
    return {"numbers": list(brought.rows), "bodies": bodies, "embeddings": [brought.vectors.get(t) for t in texts]}


def _meant(row: Brought) -> str | None:
    """The text of a row whose meaning is needed."""
    if isinstance(row, BroughtRefusal):
        return row.text
    return row.content if isinstance(row, BroughtAssertion) else None


def _state(import_id: UUID, batch: Record | Mapping[str, object]) -> ImportState:
    return ImportState.model_validate({**dict(batch), "import_id": import_id})


# ---- landing -----------------------------------------------------------------------------------------------------


async def _land(
    memory: Memory,
    connection: AsyncConnection,
    command: ImportRows,
    staged: Sequence[Record],
    meant: Mapping[str, str],
) -> ImportState:
    who, read = command.caller, _read(staged, memory.clock())
    brought = FileRows(read.rows, {**read.vectors, **meant})
    assertions = brought.assertions()
    if list(brought.rows) != list(range(len(brought.rows))) or len(assertions) != command.count:
        raise ImportMismatchError("Rows of this file are missing, or it has more than were announced.")
    places = await _places(connection, who, brought.engagements())
    opened = await _opened(connection, who, brought, memory.clock())
    nos = Nos.of(brought.refusals(), opened.book.secret, opened.book.vectors)
    ground = await _ground(connection, command, places, opened, nos, [row.assertion_id for _, row in assertions])
    landing = land(((number + 1, row) for number, row in assertions), ground)
    _write(opened, landing)
    nos.land(opened.book)
    await save(connection, who, opened, key=command.key)
    histories = _histories(brought, landing)
    landed = await run_one(
        connection,
        "knowledge/import_landed",
        {
            **_batch_of(command),
            "numbers": [number - 1 for number in landing.assertions],
            "assertion_ids": [assertion.assertion_id for assertion in landing.assertions.values()],
            "histories": histories,
            "skipped": landing.skipped,
            "refusals": len(nos.never),
            "refusals_left_out": nos.left_out((row for _, row in assertions), landing),
            "received": len(assertions),
        },
        seconds=LONG,
    )
    if landed is None:
        raise ImportNotFoundError
    state = _state(command.import_id, landed)
    return state.model_copy(update={"differs": await _differs(connection, who, landing, memory.clock())})


async def _differs(
    connection: AsyncConnection, who: Caller, landing: Landing, now: datetime
) -> tuple[ImportDiffers, ...]:
    """What of it cannot be meant beside what is known of the person already."""
    book = (await open_book(connection, who, Wanted(personal=True), now)).book
    landed = {assertion.assertion_id for assertion in landing.assertions.values()}
    if book.personal_id is None or len(landed) > MOST_COMPARED:
        return ()
    known = book.within(book.personal_id, Force.COMMITTED)
    new = [a for a in book.within(book.personal_id, Force.HELD) if a.assertion_id in landed]
    found = differing([a.content for a in new], [a.content for a in known])
    pairs = (ImportDiffers(text=new[one].content, known=near_known(known[other])) for one, other in found)
    return tuple(islice(pairs, MOST_SHOWN))


def _read(staged: Sequence[Record], now: datetime) -> FileRows:
    rows = {row["number"]: read_row(row["number"] + 1, row["body"], now) for row in staged if row["body"]}
    meant = ((rows.get(row["number"]), row["embedding"]) for row in staged)
    vectors = {text: vector for row, vector in meant if row is not None and vector and (text := _meant(row))}
    return FileRows(rows, vectors)


async def _places(connection: AsyncConnection, who: Caller, brought: Iterable[BroughtEngagement]) -> dict[UUID, UUID]:
    """The person's engagement for each of the file's: Your Story is theirs, and projects come along."""
    mine = await queries.engagements(connection, who)
    story = next((one.engagement_id for one in mine if one.kind is EngagementKind.PERSONAL), None)
    if story is None:
        raise NoPersonalEngagementError
    places = {one.engagement_id: one.engagement_id for one in mine}
    erased = {row["id"] for row in await run(connection, "knowledge/erased_projects", {"person_id": who.person_id})}
    for one in brought:
        if one.kind is EngagementKind.PERSONAL or one.engagement_id in erased:
            places[one.engagement_id] = story
        elif one.engagement_id not in places:
            places[one.engagement_id] = one.engagement_id
            await _add_project(connection, who, one)
    return places


async def _add_project(connection: AsyncConnection, who: Caller, brought: BroughtEngagement) -> None:
    project = NewEngagement(brought.engagement_id, EngagementKind.PROJECT, brought.title, brought.seed)
    await queries.add_engagement(connection, who, project)
    parameters = {
        "person_id": who.person_id,
        "id": brought.engagement_id,
        "status": brought.status.value,
        "made_at": brought.created_at,
    }
    await run(connection, "knowledge/import_engagement", parameters)


async def _opened(connection: AsyncConnection, who: Caller, brought: FileRows, now: datetime) -> OpenedBook:
    """A book without pages, which knows what the person refused; meanings are read only where one could refuse."""
    opened = await open_book(connection, who, Wanted(only_refusals=True), now)
    if brought.refusals() or any(refusal.vector is not None for refusal in opened.book.refusals):
        meant = {text: vector_of(vector) for text, vector in brought.vectors.items()}
        opened.book.vectors = {text: vector for text, vector in meant.items() if vector is not None}
    return opened


async def _ground(  # noqa: PLR0913, PLR0917  # what the ground is made of
    connection: AsyncConnection,
    command: ImportRows,
    places: dict[UUID, UUID],
    opened: OpenedBook,
    nos: Nos,
    ids: Sequence[UUID],
) -> Ground:
    book, who = opened.book, command.caller
    row = await run_one(connection, "knowledge/import_ground", {"person_id": who.person_id, "ids": ids}, seconds=LONG)
    if row is None or book.personal_id is None:
        raise NoPersonalEngagementError
    return Ground(
        now=book.now,
        import_id=command.import_id,
        places=places,
        story_id=book.personal_id,
        numbers=book.numbers,
        present=frozenset(row["present"]),
        erased=frozenset(row["erased"]),
        texts=frozenset((place, same_words(text)) for place, text in _TEXTS.validate_json(row["texts"])),
        refused=book.is_refused,
        refused_in_file=lambda text: nos.refuse(text, book.vectors.get(text)),
    )


def _write(opened: OpenedBook, landing: Landing) -> None:
    book = opened.book
    book.vectors = {}  # their meanings are stored already, beside the rows
    book.numbers = landing.numbers
    for assertion in landing.assertions.values():
        book.assertions[assertion.assertion_id] = assertion
        book.changes.append(Change(Move.IMPORT, None, assertion, Actor.PERSON))


def _histories(brought: FileRows, landing: Landing) -> list[int]:
    landed = {assertion.assertion_id for assertion in landing.assertions.values()}
    entries = ((number, row) for number, row in brought.rows.items() if isinstance(row, BroughtEntry))
    return [number for number, row in entries if row.assertion_id in landed]


# ---- the one yes -------------------------------------------------------------------------------------------------


async def confirm(memory: Memory, command: ConfirmImport) -> ImportState:
    """Restores what the memories of a file were: force, history, all of it."""
    who = command.caller
    async with memory.change(who) as connection:

        async def do() -> ImportState:
            batch = await run_one(connection, "knowledge/import_batch", _batch_of(command))
            if batch is None:
                raise ImportNotFoundError
            if (batch["file_hash"], batch["count"]) != (command.file_hash, command.count):
                raise ImportMismatchError("This is not the file, or not the number of memories, that was imported.")
            if batch["status"] == "receiving":
                raise ImportMismatchError("This file has not arrived whole; send it again.")
            if batch["status"] == "confirmed":
                return _state(command.import_id, batch)
            return await _restore(memory, connection, command)

        state = await once(connection, who, command.key, ImportState, do)
    memory.afterwards(send_letters(memory, who))
    return state


async def _restore(memory: Memory, connection: AsyncConnection, command: ConfirmImport) -> ImportState:
    await run(connection, "knowledge/import_plan", {})
    who, now = command.caller, memory.clock()
    rows = await run(connection, "knowledge/import_rows", {**_batch_of(command), "space": SPACE}, seconds=LONG)
    brought, ids = _read(rows, now), [row["assertion_id"] for row in rows if row["assertion_id"] is not None]
    opened = await open_book(connection, who, Wanted(ids=frozenset(ids)), now)
    back = dict(_back(opened, brought, ids, now))
    row = await run_one(
        connection,
        "knowledge/import_restored",
        {
            **_batch_of(command),
            "import_id": command.import_id,
            "now": now,
            "rows": _json(map(_restored_row, back.values())),
            **_told(brought, back),
            "audit": _json(_chained(opened, back, Cause(opened.book.secret, command.key), now)),
            "refused": _json(_refusals(opened, back)),
            "related": _json(_related(brought, back)),
        },
        seconds=LONG,
    )
    if row is None:
        raise ImportNotFoundError
    await post(connection, who, notice_subject(who.person_id), Changed(what="memory"))
    return _state(command.import_id, row)


def _back(
    opened: OpenedBook, brought: FileRows, ids: Iterable[UUID], now: datetime
) -> Iterable[tuple[UUID, Assertion]]:
    """What goes back to what it was; not what the person has decided about since, nor what they refused."""
    in_file = {row.assertion_id: row for _, row in brought.assertions()}
    for assertion_id in ids:
        held = opened.book.assertions.get(assertion_id)
        if held is None or assertion_id not in in_file:
            continue
        comes_back = in_file[assertion_id].force is not Force.RETRACTED
        if comes_back and opened.book.is_refused(held.content):
            continue
        back = restored(held, in_file[assertion_id], now)
        if back is not None:
            yield assertion_id, back


def _restored_row(back: Assertion) -> dict[str, object]:
    return {
        "id": back.assertion_id,
        "force": back.force,
        "previous_force": back.previous_force,
        "reason": back.reason,
        "version": back.version,
        "expires_at": back.expires_at,
    }


def _told(brought: FileRows, back: Mapping[UUID, Assertion]) -> dict[str, object]:
    """The histories that the file has, in its order; the newest entry of each is what changed in this revision."""
    entries = [row for row in brought.rows.values() if isinstance(row, BroughtEntry) and row.assertion_id in back]
    newest = {entry.assertion_id: place for place, entry in enumerate(entries)}
    told = (_entry(entry, place, newest[entry.assertion_id]) for place, entry in enumerate(entries))
    return {"with_history": list(newest), "history": _json(told)}


def _entry(entry: BroughtEntry, place: int, newest: int) -> dict[str, object]:
    return {**asdict(entry), "id": new_id(), "place": place, "newest": place == newest}


def _chained(
    opened: OpenedBook, back: Mapping[UUID, Assertion], cause: Cause, now: datetime
) -> Iterable[dict[str, object]]:
    chain = opened.head.chain
    for number, assertion in enumerate(back.values(), opened.head.number + 1):
        entry = {
            "number": number,
            "actor": Actor.PERSON,
            "verb": RESTORED,
            "assertion_id": assertion.assertion_id,
            "force_from": opened.book.assertions[assertion.assertion_id].force,
            "force_to": assertion.force,
            "version": assertion.version,
            "turn_id": None,
            "content_hash": hmac.new(opened.book.secret, assertion.content.encode(), hashlib.sha256).hexdigest(),
            **cause.told(assertion.provenance.prompt_version),
        }
        chain = link(chain, entry, now)
        yield {**entry, "chain": chain.hex()}


def _refusals(opened: OpenedBook, back: Mapping[UUID, Assertion]) -> Iterable[dict[str, object]]:
    """What had been rejected or forgotten is refused here too; its keyed hash is made anew."""
    for assertion in back.values():
        if assertion.reason in REFUSED_BY and not opened.book.is_refused(assertion.content):
            yield {"id": new_id(), "digest": digest_of(opened.book.secret, assertion.content).hex()}


def _related(brought: FileRows, back: Mapping[UUID, Assertion]) -> Iterable[dict[str, object]]:
    """Which of them were related; of two of which one is not there, nothing is made."""
    for _, row in brought.assertions():
        if row.assertion_id in back:
            for link_to in row.related:
                yield {"one": row.assertion_id, "other": link_to.assertion_id, "strength": link_to.strength}


def _json(entries: Iterable[Mapping[str, object]]) -> str:
    return json.dumps(list(entries), default=str)
