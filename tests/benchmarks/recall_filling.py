"""Years of memories at once: the rows that indexing writes, copied in as they would have come, of many persons in turn.

The indexes are made after the rows, which spares the disk a hundred gigabytes of log, and are a little denser than life
would have left them. History and audit stay empty: no search reads them.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import cast
from uuid import UUID, uuid4

import asyncpg
import numpy as np

from services.memory.index.edition import EDITION
from services.memory.index.enter_texts import Known, Uttered, _Entry, _of_memory, _of_talk
from shared.contracts.requests.people import PersonAdded
from shared.settings import DEFAULT_TENANT
from tests.benchmarks.recall_texts import Writer, halfvec

AT_ONCE = 5_000
YEARS = timedelta(days=730)
TABLES = ("assertion", "entry", "posting", "turn", "message")
CATEGORIES = ("health", "event", "tasks", "goals", "knowledge", "profile", "relationships", "preferences")
KEPT = 40
"""Texts of a person that are kept to be asked for."""

ASSERTION = (
    *("tenant_id", "person_id", "id", "engagement_id", "display_number", "kind", "category", "content", "own_words"),
    *("force", "importance", "sensitive", "pinned", "label", "actor", "agent_id", "embedding", "edition"),
    *("created_at", "updated_at"),
)
ENTRY = (
    *("tenant_id", "person_id", "number", "assertion_id", "message_id", "turn_id", "engagement_id", "role", "kind"),
    *("category", "position", "part", "begins", "ends", "at", "length", "asks", "edition", "embedding"),
)
POSTING = ("tenant_id", "person_id", "term", "number", "frequency")
TURN = (
    *("tenant_id", "person_id", "id", "conversation_id", "engagement_id", "channel", "write", "read", "status"),
    *("offered", "steps", "activated_at", "deadline", "closed_at", "intent", "action"),
)
MESSAGE = (
    *("tenant_id", "person_id", "id", "conversation_id", "turn_id", "role", "position", "content", "created_at"),
    "edition",
)


@dataclass(slots=True)
class Filled:
    """A person whose memory is full, and of what."""

    person: PersonAdded
    count: int = 0
    texts: list[str] = field(default_factory=list)

    @property
    def person_id(self) -> UUID:
        """Whose it is."""
        return self.person.person_id

    def keep(self, text: str) -> None:
        """The text is there from now on; some of them are asked for."""
        self.count += 1
        if len(self.texts) < KEPT or self.count % 97 == 0:
            self.texts.append(text)


class Rows(defaultdict[str, list[tuple[object, ...]]]):
    """Rows of each table, on their way into it."""

    def __init__(self) -> None:
        super().__init__(list)


@asynccontextmanager
async def loading(database_url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection on which rows go in without indexes and checks; the indexes are there when the block is left."""
    connection = await asyncpg.connect(database_url)
    await connection.set_type_codec("halfvec", schema="public", encoder=halfvec, decoder=bytes, format="binary")
    await connection.execute("set session_replication_role = replica; set synchronous_commit = off")
    await connection.execute("set maintenance_work_mem = '512MB'")
    unready = "update pg_index set indisready = false, indisvalid = false where indrelid = any($1::regclass[])"
    await connection.execute(unready, list(TABLES))
    try:
        yield connection
    finally:
        for table in TABLES:
            await connection.execute(f"reindex table {table}")
        await connection.close()


async def settle(database_url: str) -> None:
    """What the database's own chores would have done by the time that so much has come together."""
    connection = await asyncpg.connect(database_url)
    await connection.execute(f"vacuum (analyze) {', '.join((*TABLES, 'person', 'engagement'))}")
    await connection.execute("checkpoint")
    await connection.close()


async def remember(connection: asyncpg.Connection, writer: Writer, order: Iterable[Filled]) -> None:
    """A memory for each, in this order."""
    many = iter(order)
    while stretch := list(islice(many, AT_ONCE)):
        numbers = await _numbers(connection, len(stretch))
        rows = Rows()
        meanings = writer.meanings(len(stretch))
        for one, number, meaning in zip(stretch, numbers, meanings, strict=True):
            _memory(rows, writer, one, number, meaning)
        await _copy(connection, rows)
    await connection.execute(
        "update engagement e set numbered = c.count from"
        " (select engagement_id, max(display_number) as count from assertion group by 1) c where e.id = c.engagement_id"
    )


def _memory(rows: Rows, writer: Writer, one: Filled, number: int, meaning: np.ndarray) -> None:
    owner, story = (DEFAULT_TENANT, one.person_id), one.person.personal_engagement_id
    content, own_words = writer.memory()
    one.keep(content)
    known, category, at = uuid4(), CATEGORIES[one.count % len(CATEGORIES)], _moment(writer)
    [entry] = _entries(_of_memory(Known(known, content, own_words)))
    rows["assertion"].append((
        *owner, known, story, one.count, "fact", category, content, own_words, "committed", 1 + one.count % 5, False,
        one.count % 50 == 0, "stated", "companion", "supervisor", meaning, EDITION, at, at,
    ))  # fmt: skip
    rows["entry"].append((
        *owner, number, known, None, None, story, "assertion", "fact", category,
        None, entry["part"], entry["begins"], entry["ends"], at, entry["length"], entry["asks"], EDITION, meaning,
    ))  # fmt: skip
    rows["posting"] += [(*owner, term, number, frequency) for term, frequency in entry["terms"].items()]


async def talk(
    connection: asyncpg.Connection, writer: Writer, order: Iterable[Filled], *, is_indexed: bool = True
) -> None:
    """An exchange for each, in this order: two messages, with an entry for both or waiting for the chore."""
    many = iter(order)
    conversations = dict(await connection.fetch("select person_id, id from conversation where status = 'active'"))
    while stretch := list(islice(many, AT_ONCE // 2)):
        numbers = await _numbers(connection, 2 * len(stretch))
        rows = Rows()
        meanings = writer.meanings(2 * len(stretch))
        for place, one in enumerate(stretch):
            both = slice(2 * place, 2 * place + 2)
            _exchange(
                rows, writer, one, conversations[one.person_id], list(zip(numbers[both], meanings[both], strict=True))
            )
        if not is_indexed:
            rows["message"] = [(*row[:-1], 0) for row in rows["message"]]
            del rows["entry"], rows["posting"]
        await _copy(connection, rows)


def _exchange(
    rows: Rows, writer: Writer, one: Filled, conversation_id: UUID, places: Sequence[tuple[int, np.ndarray]]
) -> None:
    owner, story = (DEFAULT_TENANT, one.person_id), one.person.personal_engagement_id
    turn_id, at = uuid4(), _moment(writer)
    rows["turn"].append((
        *owner, turn_id, conversation_id, story, "api", True, True, "answered", 1, ["open"], at, at, at,
        "general_conversation", "none",
    ))  # fmt: skip
    for role, (number, meaning) in zip(("person", "companion"), places, strict=True):
        text, message_id = " ".join(writer.some(6, 25)), uuid4()
        rows["message"].append((*owner, message_id, conversation_id, turn_id, role, number, text, at, EDITION))
        for entry in _entries(_of_talk(Uttered(message_id, text, [[]]))):
            rows["entry"].append((
                *owner, number, None, message_id, turn_id, story, role, None, None,
                number, entry["part"], entry["begins"], entry["ends"], at, entry["length"], entry["asks"],
                EDITION, meaning,
            ))  # fmt: skip
            rows["posting"] += [(*owner, term, number, frequency) for term, frequency in entry["terms"].items()]


def _entries(text: dict[str, object]) -> list[_Entry]:
    return cast("list[_Entry]", text["stretches"])


def mixed(writer: Writer, persons: Sequence[Filled], each: Sequence[int]) -> Iterator[Filled]:
    """So many of each person, in an order in which nobody's are together."""
    order = np.repeat(np.arange(len(persons)), each)
    writer.random.shuffle(order)
    return (persons[int(place)] for place in order)


def _moment(writer: Writer) -> datetime:
    return datetime.now(UTC) - timedelta(days=2) - YEARS * float(writer.random.random())


async def _numbers(connection: asyncpg.Connection, count: int) -> range:
    last = await connection.fetchval("select setval('entry_number', nextval('entry_number') + $1)", count)
    return range(last - count, last)


async def _copy(connection: asyncpg.Connection, rows: Rows) -> None:
    columns = {"assertion": ASSERTION, "entry": ENTRY, "posting": POSTING, "turn": TURN, "message": MESSAGE}
    async with connection.transaction():
        for table, records in rows.items():
            await connection.copy_records_to_table(table, records=records, columns=columns[table])
