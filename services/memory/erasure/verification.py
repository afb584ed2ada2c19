"""The independent look: after something was erased or forgotten, is it still found anywhere?

It shares nothing with the deleter but the texts, and goes by the catalogue: whatever column of whatever table holds
text of this person is searched, and so are the messages that the broker still keeps for them.
"""

import unicodedata
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Literal
from uuid import UUID, uuid5

from asyncpg import Record
from nats.js import JetStreamContext
from nats.js.api import RawStreamMsg
from nats.js.errors import NotFoundError
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.erasure import table_sizes
from services.memory.erasure.word_marks import Marks
from services.memory.store.context import MemoryContext
from services.memory.store.database import DatabaseAwayError, run_command, run_composed, run_statement
from shared.bus.broken_dependency import BROKER_AWAY
from shared.bus.broker import jetstream_of
from shared.bus.logs import log_failure
from shared.contracts.assertions import AssertionView
from shared.contracts.envelope import Caller
from shared.contracts.pipeline import REPLIES, TURNS, WORK, replies_filter, work_messages
from shared.contracts.requests.erasure import Receipt, SurfaceCheck

Scope = Literal["assertion", "conversation", "project", "person", "line", "rejected"]
Files = Literal["within_two_minutes", "tonight", "as_the_server_keeps_them"]
LONG = 40.0
AT_ONCE = 500
"""Rows that are brought and read before anything else of the process has its turn."""
TRIES = 5
"""A worker that has the ended turn in hand may still say a piece; it is cleared away again."""
SAME_VECTOR = 0.001
"""Cosine distance within which a stored meaning is that of the erased text."""
BROKER = "messages on their way"
WISHED = "refusal"
"""Where what is never to be remembered again is kept, because the person asked for it."""
MEANING = "meaning"
_OWNERS: MappingProxyType[Scope, tuple[str, ...]] = MappingProxyType(
    {
        "assertion": ("assertion",),
        "conversation": ("turn", "conversation", "assertion"),
        "project": ("engagement", "turn", "assertion"),
        "line": ("assertion",),
        "rejected": (),
    }
)
"""On which rows, by their ids, others hang."""


@dataclass(frozen=True, slots=True)
class ErasureRecord:
    """What went, as far as somebody must know who looks whether it is gone. Lives no longer than the look."""

    receipt_id: UUID
    scope: Scope
    at: datetime
    removed: Mapping[str, int] = field(default_factory=dict)
    texts: tuple[str, ...] = ()
    ids: tuple[UUID, ...] = ()
    vectors: tuple[str, ...] = ()
    subjects: tuple[UUID, ...] = ()
    """What the ledger names; without them, the ids."""
    ended_turn_id: UUID | None = None
    works: tuple[UUID, ...] = ()
    """Background work that was on its way."""
    what: Literal["erased", "retracted"] = "erased"
    marks: Marks | None = None
    """In place of texts and vectors, when who knew them is gone."""

    def is_told_by(self, said: str) -> bool:
        """Whether one of the texts stands in what is said."""
        return is_told_in(said, self.texts) or (self.marks is not None and any(map(self.marks.are_in, forms_of(said))))

    def receipt(
        self, checked: Sequence[SurfaceCheck] = (), *, complete: bool = False, files: Files | None = None
    ) -> Receipt:
        """What can be said of it; until everything was looked at, that it is being looked at."""
        found = sum(surface.found for surface in checked)
        return Receipt(
            receipt_id=self.receipt_id,
            scope=self.scope,
            what=self.what,
            status="still_found" if found else "gone" if complete else "checking",
            removed={name: number for name, number in self.removed.items() if number},
            checked=tuple(checked),
            at=self.at,
            files=files,
        )


async def verify_absence(memory: MemoryContext, who: Caller, erased: ErasureRecord, *, cleared: bool) -> Receipt:
    """Looks on every surface, in a transaction of its own. A surface that is away leaves the receipt open."""
    complete, checked = cleared, list[SurfaceCheck]()
    files: Files | None = None
    try:
        async with memory.reading(who) as connection:
            checked += await _in_tables(connection, who, erased)
            (row,) = await run_statement(
                connection,
                "erasure/say_when_files_follow",
                {"largest": table_sizes.LARGEST, "at_once": table_sizes.AT_ONCE},
            )
            files = row["files"]
    except DatabaseAwayError as error:
        log_failure("look_left_open", error)
        complete = False
    try:
        checked.append(SurfaceCheck(surface=BROKER, found=await _in_streams(memory, who, erased)))
    except BROKER_AWAY as error:
        log_failure("look_left_open", error)
        complete = False
    return erased.receipt(checked, complete=complete, files=files)


async def look_retracted(memory: MemoryContext, who: Caller, gone: AssertionView) -> Receipt:
    """After something was taken back: whether any surface still serves it. The same look has the same number."""
    parameters = {
        "person_id": who.person_id,
        "assertion_id": gone.assertion_id,
        "engagement_id": gone.engagement_id,
        "content": gone.content,
    }
    async with memory.reading(who) as connection:
        (row,) = await run_statement(connection, "erasure/count_still_served", parameters)
    retracted = ErasureRecord(
        receipt_id=uuid5(gone.assertion_id, f"retracted {gone.version}"),
        scope="assertion",
        at=gone.updated_at,
        what="retracted",
    )
    checked = [SurfaceCheck(surface=name.replace("_", " "), found=found) for name, found in row.items()]
    return retracted.receipt(checked, complete=True)


# ---- the database ------------------------------------------------------------------------------------------------


async def _in_tables(connection: AsyncConnection, who: Caller, erased: ErasureRecord) -> list[SurfaceCheck]:
    await run_statement(connection, "erasure/raise_timeout", {})
    checks = list[SurfaceCheck]()
    for table in await run_statement(connection, "erasure/list_columns", {}):
        found = await _by_key(connection, table, who, erased)
        if erased.texts and table["texts"]:
            found = max(found, await _by_text(connection, table, who, erased))
        if erased.marks is not None and erased.marks.texts and table["texts"]:
            found = max(found, await _by_marks(connection, table, who, erased))
        checks.append(SurfaceCheck(surface=table["table_name"], found=found))
    if erased.vectors or erased.marks is not None:
        checks.append(SurfaceCheck(surface=MEANING, found=await _by_meaning(connection, who, erased)))
    return checks


async def _by_meaning(connection: AsyncConnection, who: Caller, erased: ErasureRecord) -> int:
    if erased.marks is None:
        near = {"person_id": who.person_id, "vectors": erased.vectors, "within": SAME_VECTOR}
        (meaning,) = await run_statement(connection, "erasure/count_same_meanings", near)
        return int(meaning["found"])
    stored = await run_statement(connection, "erasure/list_meanings", {"person_id": who.person_id}, seconds=LONG)
    return sum(erased.marks.has_vector(row["embedding"]) for row in stored)


async def _by_key(connection: AsyncConnection, table: Record, who: Caller, erased: ErasureRecord) -> int:
    """Rows that are known by an id: of a person all, else those that are or hang on what went."""
    name = table["table_name"]
    ids = f'select count(*) from "{name}" where "{_owner(name)}" = $1'  # noqa: S608  # names are from the catalogue
    if erased.scope == "person":
        return await _count(connection, ids, who.person_id)
    columns = ("id" if name == owner else f"{owner}_id" for owner in _OWNERS[erased.scope])
    found = [f'"{column}" = any($2)' for column in columns if column in table["keys"]]
    if not found:
        return 0
    sql = f"{ids} and ({' or '.join(found)})"
    return await _count(connection, sql, who.person_id, list(erased.ids))


async def _count(connection: AsyncConnection, sql: str, *values: object) -> int:
    ((count,),) = await run_composed(connection, sql, *values, seconds=LONG)
    return int(count)


async def _by_text(connection: AsyncConnection, table: Record, who: Caller, erased: ErasureRecord) -> int:
    """Rows that tell it in any of their columns; the database only brings those that have a word of it."""
    everything, all_of_them = _texts_of(table)
    words = [f"%{_longest_word(text)}%" for text in erased.texts]
    sql = f"{all_of_them} and {everything} ilike any($2)"
    rows = await run_composed(connection, sql, who.person_id, words, seconds=LONG)
    return sum(erased.is_told_by(row["said"]) for row in rows)


async def _by_marks(connection: AsyncConnection, table: Record, who: Caller, erased: ErasureRecord) -> int:
    """The same by marks, for which every row must be read."""
    (_, all_of_them), found = _texts_of(table), 0
    mine = all_of_them.replace("$1", f"'{who.person_id}'")
    # The driver's own cursors want a transaction that the driver began; and a cursor's statement takes no parameters.
    await run_command(connection, f"declare told no scroll cursor for {mine}")
    while rows := await run_composed(connection, f"fetch {AT_ONCE} from told", seconds=LONG):
        found += sum(erased.is_told_by(row["said"]) for row in rows)
    await run_command(connection, "close told")
    return found


def _texts_of(table: Record) -> tuple[str, str]:
    """All texts of a row as one, and the statement that reads them."""
    name = table["table_name"]
    everything = "concat_ws(' ', " + ", ".join(f't."{column}"' for column in table["texts"]) + ")"
    mine = f't."{_owner(name)}" = $1' + (" and t.level <> 'never'" if name == WISHED else "")
    return everything, f'select {everything} as said from "{name}" as t where {mine}'  # noqa: S608  # the catalogue's


def _owner(table: str) -> str:
    return "id" if table == "person" else "person_id"


def _longest_word(text: str) -> str:
    words = "".join(char if char.isalnum() else " " for char in text).split()
    return max(words, key=len, default="")


def is_told_in(said: str, texts: Sequence[str]) -> bool:
    """Whether one of these texts stands in what is said, as words of its own, be it within JSON."""
    return any(_stands_in(" ".join(one.casefold().split()), texts) for one in forms_of(said))


def forms_of(said: str) -> tuple[str, str]:
    """As it is, and as it reads when it is JSON."""
    unquoted = said.replace("\\\\", "\\").replace('\\"', '"')
    return said, unquoted.replace("\\n", " ").replace("\\r", " ").replace("\\t", " ")


def _stands_in(said: str, texts: Sequence[str]) -> bool:
    for text in (" ".join(text.casefold().split()) for text in texts):
        at = said.find(text)
        while at >= 0:
            around = said[at - 1 : at] + said[at + len(text) : at + len(text) + 1]
            if not any(map(_is_of_a_word, around)) or not _has_edges(text):
                return True
            at = said.find(text, at + 1)
    return False


def _is_of_a_word(char: str) -> bool:
    """A letter, or a mark on one: a folded "İ" ends in a dot of its own."""
    return char.isalnum() or char == "_" or unicodedata.combining(char) > 0


def _has_edges(text: str) -> bool:
    return text[:1].isalnum() or text[-1:].isalnum()


# ---- the broker --------------------------------------------------------------------------------------------------


async def clear_streams(memory: MemoryContext, who: Caller, erased: ErasureRecord) -> bool:
    """Removes the person's reply events, and the messages of what was on its way; whether the broker was there."""
    js = jetstream_of(memory.broker)
    try:
        for stream, subject in _places(who, erased):
            await js.purge_stream(stream, subject=subject)
    except BROKER_AWAY as error:
        log_failure("clearing_left_open", error)
        return False
    return True


async def _in_streams(memory: MemoryContext, who: Caller, erased: ErasureRecord) -> int:
    """How many messages still tell it."""
    js, found = jetstream_of(memory.broker), 0
    places = _places(who, erased)
    for _ in range(TRIES):
        found = sum([_tells(message, erased) for place in places async for message in _messages(js, *place)])
        if not found:
            break
        await clear_streams(memory, who, erased)
    return found


def _places(who: Caller, erased: ErasureRecord) -> list[tuple[str, str]]:
    """Where the broker may have it: stream and subject."""
    turns = () if erased.ended_turn_id is None else (erased.ended_turn_id,)
    return [
        (REPLIES, replies_filter(who.person_id)),
        *((TURNS, f"turn.*.{turn_id}") for turn_id in turns),
        *((WORK, work_messages(work_id)) for work_id in erased.works),
    ]


def _tells(message: RawStreamMsg, erased: ErasureRecord) -> bool:
    if erased.scope == "person":
        return True
    if erased.scope in {"conversation", "project"} and _turn_of(message) in set(map(str, erased.ids)):
        return True
    return erased.is_told_by((message.data or b"").decode(errors="replace"))


def _turn_of(message: RawStreamMsg) -> str:
    return str(message.subject).rpartition(".")[2]


async def _messages(js: JetStreamContext, stream: str, subject: str) -> AsyncIterator[RawStreamMsg]:
    sequence = 1
    while True:
        try:
            message = await js.get_msg(stream, seq=sequence, subject=subject, next=True)
        except NotFoundError:
            return
        yield message
        sequence = (message.seq or sequence) + 1
