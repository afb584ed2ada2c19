"""The parts of the measurement of recall: who lives in it, questions, writing, turns, indexing, sizes."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from uuid import uuid4

import asyncpg
import uvloop

from services.memory.assertions.relations import relate_nearest
from services.memory.store.database import Connections, driver_of, open_database, person_transaction
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.envelope import Caller, Key
from shared.contracts.requests.notebook import GetWhy
from shared.contracts.requests.people import AddPerson, ChangeMe
from shared.settings import DEFAULT_TENANT
from tests.benchmarks import targets
from tests.benchmarks.holdfast import Holdfast
from tests.benchmarks.line_client import LineRun
from tests.benchmarks.recall_asking import Waits, asker, caller, cost
from tests.benchmarks.recall_filling import Filled, loading, mixed, remember, settle, talk
from tests.benchmarks.recall_texts import Writer
from tests.benchmarks.rounds import quantile
from tests.benchmarks.targets import Finding, Target

AGENT = "planner"
TALKATIVE = 50
"""Persons of the crowd whose talk is searched, too."""
SPEAKERS = 32
SPENT = ("services", "database")
INBOX = "_INBOX.gateway"


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured."""

    persons: int
    each: int
    steps: tuple[int, ...]
    """Memories of persons who have the house to themselves."""
    questions: int
    rounds: int
    turns: int
    waiting: int
    """Exchanges that the chore has to index."""


FULL = Size(1_000, 1_000, (1_000, 10_000, 100_000), questions=500, rounds=3, turns=200, waiting=400)
QUICK = Size(50, 1_000, (1_000, 10_000, 100_000), questions=150, rounds=2, turns=100, waiting=150)


@dataclass(frozen=True, slots=True)
class Inhabited:
    """Who lives in it."""

    size: Size
    writer: Writer
    nobody: Filled
    """Has no memories at all."""
    crowd: Sequence[Filled]
    talkative: Sequence[Filled]
    among: Filled
    """Has the most, strewn among all the others'."""
    alone: Mapping[int, Filled]
    """The same that came without others in between."""
    newcomer: Filled


# ---- filling -----------------------------------------------------------------------------------------------------


async def fill(ours: Holdfast, size: Size, say: Callable[[str], None]) -> Inhabited:
    """Makes everybody and fills their memories."""
    made = await persons(ours, size.persons + len(size.steps) + 3)
    nobody, newcomer, among, *rest = made
    alone, crowd = dict(zip(size.steps, rest, strict=False)), rest[len(size.steps) :]
    inhabited = Inhabited(size, Writer(), nobody, crowd, crowd[:TALKATIVE], among, alone, newcomer)
    began = time.monotonic()
    async with loading(ours.database_url()) as connection:
        writer = inhabited.writer
        await remember(connection, writer, mixed(writer, [*crowd, among], [*[size.each] * len(crowd), max(alone)]))
        await talk(connection, writer, mixed(writer, inhabited.talkative, [size.each // 2] * len(inhabited.talkative)))
        for count, one in alone.items():
            await remember(connection, writer, [one] * count)
    await settle(ours.database_url())
    say(f"filled in {time.monotonic() - began:.0f} s")
    return inhabited


async def persons(ours: Holdfast, count: int) -> list[Filled]:
    """So many new ones, who have nothing yet."""
    client = await HoldfastClient.connect(ours.broker_url, "gateway")
    keys = [Key(value=f"scale-{number}", body_hash="") for number in range(count)]
    made = [await client.ask(AddPerson(tenant_id=DEFAULT_TENANT, key=key), 10) for key in keys]
    await client.close()
    return [Filled(person) for person in made]


# ---- questions ---------------------------------------------------------------------------------------------------


async def questions(ours: Holdfast, inhabited: Inhabited) -> list[Finding]:
    """Of 3 to 10 words, one at a time."""
    size, crowd, big = inhabited.size, inhabited.crowd, max(inhabited.alone)
    few = size.questions // 3
    async with asker(ours, inhabited.writer) as asking:
        ask = asking.ask
        return [
            *_waits("query, no memories", await ask([inhabited.nobody], few)),
            *_waits(
                f"query, {len(crowd)} x {size.each} memories",
                await ask(crowd, size.questions),
                targets.QUERY_OF_THOUSAND_P95_MS,
            ),
            *_waits("same, category", await ask(crowd, few, filters={"category": "health"})),
            *_waits("same, pinned", await ask(crowd, few, filters={"pinned": True})),
            *_waits("same, as an agent", await asking.ask_as(AGENT, inhabited.talkative, few)),
            *_waits(
                "same, and as much talk", await ask(inhabited.talkative, few, search_type="both"),
                targets.QUERY_OF_THOUSAND_P95_MS,
            ),
            *_waits(
                f"query, {big} memories of one", await ask([inhabited.alone[big]], few),
                targets.QUERY_OF_HUNDRED_THOUSAND_P95_MS,
            ),
            *_waits(
                "same, category", await ask([inhabited.alone[big]], few // 2, filters={"category": "health"}),
                targets.QUERY_OF_HUNDRED_THOUSAND_P95_MS,
            ),
            *_waits(
                "same, strewn among the others'", await ask([inhabited.among], few),
                targets.QUERY_OF_HUNDRED_THOUSAND_P95_MS,
            ),
        ]  # fmt: skip


def _waits(what: str, waits: Waits, target: Target | None = None) -> list[Finding]:
    failed = f", {waits.failed} FAILED" if waits.failed else ""
    cpu = ", ".join(f"{part} {ms:.1f}" for part, ms in waits.cpu_ms.items() if part in SPENT)
    remark = f"p50 {waits.p50:.1f} ms, {waits.hits:.1f} hits{failed}; CPU {cpu} ms"
    return [Finding(f"{what}, p95", waits.p95, "ms", target, remark)]


async def growth(ours: Holdfast, inhabited: Inhabited) -> list[Finding]:
    """What a question costs as memory grows: the statement alone, then through NATS."""
    found = list[Finding]()
    database = _database(ours)
    async with asker(ours, inhabited.writer) as asking:
        strewn = {
            f"{inhabited.size.each} strewn": inhabited.crowd[0],
            f"{max(inhabited.alone)} strewn": inhabited.among,
        }
        for name, one in {**{str(count): one for count, one in inhabited.alone.items()}, **strewn}.items():
            spent = await cost(database, one, inhabited.writer)
            waits = await asking.ask([one], 30)
            remark = (
                f"{spent.pages:.0f} pages, {spent.pages_from_outside:.0f} from outside; {spent.rows:.0f} rows;"
                f" planned in {spent.planning_ms:.1f} ms; whole query p50 {waits.p50:.1f} ms"
            )
            found.append(Finding(f"search of {name}, statement", spent.ms, "ms", None, remark))
    await database.dispose()
    return found


# ---- writing -----------------------------------------------------------------------------------------------------


MANY = 10_000
WRITE_TARGETS = (targets.WRITE_P95_MS, targets.WRITE_TO_MANY_P95_MS)


async def writing(ours: Holdfast, inhabited: Inhabited) -> list[Finding]:
    """A memory by hand with its index and links, and what a link of it costs."""
    found = list[Finding]()
    database = _database(ours)
    async with asker(ours, inhabited.writer) as asking:
        for count in (min(inhabited.alone), max(inhabited.alone)):
            one, asked = inhabited.alone[count], WRITE_TARGETS[count >= MANY]
            waits = await asking.write([one], 25 if count >= MANY else 100)
            found += _waits(f"write to {count} memories", waits, asked)
            found.append(await _edge(database, one, count))
    await database.dispose()
    return found


async def _edge(database: Connections, one: Filled, count: int) -> Finding:
    """Links of what was just written, made again."""
    who = caller(one)
    taken, edges, links = 0.0, 0, 0
    async with person_transaction(database, who, locked=True) as connection:
        driver = driver_of(connection)
        newest = (
            "select id, created_at from assertion where person_id = $1 and label = 'written'"
            " order by created_at desc limit 10"
        )
        for row in await driver.fetch(newest, one.person_id):
            await driver.execute("delete from relation where $1 in (from_id, to_id)", row["id"])
            before = await driver.fetchval("select count(*) from relation where person_id = $1", one.person_id)
            began = time.perf_counter()
            await relate_nearest(connection, who, [row["id"]], row["created_at"])
            taken += (time.perf_counter() - began) * 1000
            edges += await driver.fetchval("select count(*) from relation where person_id = $1", one.person_id) - before
            links += 1
    each = taken / edges if edges else None
    remark = f"{taken / max(links, 1):.1f} ms for the {edges / max(links, 1):.1f} of a memory"
    return Finding(f"an edge among {count} memories", each, "ms", targets.EDGE_MS, remark)


# ---- turns -------------------------------------------------------------------------------------------------------


def turns(ours: Holdfast, inhabited: Inhabited) -> list[Finding]:
    """Whole turns one at a time, with memory read and without, in alternating rounds."""
    speakers = inhabited.crowd[-SPEAKERS:]
    line = LineRun(ours.broker_url, [ours.pid], [one.person_id for one in speakers], INBOX)
    line.round(len(speakers), 1)
    taken: dict[bool, list[float]] = {True: [], False: []}
    for _ in range(inhabited.size.rounds):
        for reads in (True, False):
            uvloop.run(_let_read(ours, speakers, reads))
            taken[reads] += line.round(inhabited.size.turns, 1).latencies_ms
    p95 = {reads: quantile(ms, 0.95) for reads, ms in taken.items()}
    p50 = {reads: quantile(ms, 0.5) for reads, ms in taken.items()}
    added = f"p50 {p50[True]:.1f} instead of {p50[False]:.1f} ms, p95 {p95[True]:.1f} instead of {p95[False]:.1f} ms"
    return [
        Finding("reading memory adds to a turn, p95", p95[True] - p95[False], "ms", targets.LOOK_ADDS_P95_MS, added)
    ]


async def _let_read(ours: Holdfast, speakers: Sequence[Filled], reads: bool) -> None:  # noqa: FBT001  # the switch itself
    client = await HoldfastClient.connect(ours.broker_url, "gateway")
    for one in speakers:
        await client.ask(ChangeMe(caller=caller(one), key=Key(value=uuid4().hex, body_hash=""), read=reads), 10)
    await client.close()


async def explaining(ours: Holdfast, inhabited: Inhabited) -> list[Finding]:
    """Why a reply is what it is, of the turns that were just had."""
    connection = await asyncpg.connect(ours.database_url())
    people = [one.person_id for one in inhabited.crowd[-SPEAKERS:]]
    spoken = (
        "select person_id, id from turn where person_id = any($1) and status = 'answered'"
        " order by activated_at desc limit 100"
    )
    turns = await connection.fetch(spoken, people)
    await connection.close()
    client = await HoldfastClient.connect(ours.broker_url, "gateway")
    taken = list[float]()
    for turn in turns:
        whose = Caller(tenant_id=DEFAULT_TENANT, person_id=turn["person_id"])
        began = time.perf_counter()
        await client.ask(GetWhy(caller=whose, turn_id=turn["id"]))
        taken.append((time.perf_counter() - began) * 1000)
    await client.close()
    return [Finding("why a reply, p95", quantile(taken, 0.95), "ms", targets.WHY_MS, f"{len(taken)} turns")]


# ---- indexing ----------------------------------------------------------------------------------------------------


async def indexing(ours: Holdfast, inhabited: Inhabited) -> list[Finding]:
    """How fast the chore enters talk that waits, beside everything else."""
    connection = await asyncpg.connect(ours.database_url())
    one, count = inhabited.newcomer, inhabited.size.waiting
    async with loading(ours.database_url()) as filling:
        await talk(filling, inhabited.writer, [one] * count, is_indexed=False)
    began = time.monotonic()
    entered = "select count(*) from entry where person_id = $1"
    while (done := await connection.fetchval(entered, one.person_id)) < 2 * count:
        await asyncio.sleep(0.2)
    rate = done / (time.monotonic() - began)
    await connection.close()
    return [Finding("talk of one person is indexed", rate, "entries/s", None, f"{done} entries")]


async def sizes(ours: Holdfast, _: Inhabited) -> list[Finding]:
    """What the index takes of the disk."""
    connection = await asyncpg.connect(ours.database_url())
    count = await connection.fetchval("select count(*) from entry")
    size = "select pg_relation_size($1::text::regclass) as rows, pg_indexes_size($1::text::regclass) as indexes"
    found = list[Finding]()
    for table in ("entry", "posting", "assertion"):
        row = await connection.fetchrow(size, table)
        assert row is not None
        each = [row[part] / count / 1000 for part in ("rows", "indexes")]
        found.append(
            Finding(f"{table}, each entry", sum(each), "kB", None, f"rows {each[0]:.2f}, indexes {each[1]:.2f}")
        )
    await connection.close()
    return found


async def packed(ours: Holdfast, inhabited: Inhabited) -> list[Finding]:
    """The same questions once each person's rows lie together."""
    connection = await asyncpg.connect(ours.database_url())
    began = time.monotonic()
    for table, index in (("entry", "entry_pkey"), ("assertion", "assertion_pkey")):
        await connection.execute(f"cluster {table} using {index}")
    took = time.monotonic() - began
    await connection.close()
    await settle(ours.database_url())
    async with asker(ours, inhabited.writer) as asking:
        many, big = inhabited.crowd, max(inhabited.alone)
        return [
            Finding("to pack all rows", took, "s"),
            *_waits(f"query, {len(many)} persons, packed", await asking.ask(many, inhabited.size.questions)),
            *_waits(f"query, {big} of one, packed", await asking.ask([inhabited.among], inhabited.size.questions // 3)),
        ]


def _database(ours: Holdfast) -> Connections:
    return open_database(ours.database_url("holdfast_app"), 1)


Section = Callable[[Holdfast, Inhabited], list[Finding]]


def _awaited(section: Callable[[Holdfast, Inhabited], Coroutine[object, object, list[Finding]]]) -> Section:
    return lambda ours, inhabited: uvloop.run(section(ours, inhabited))


ALL: Mapping[str, Section] = {
    "questions": _awaited(questions),
    "the same as memory grows": _awaited(growth),
    "turns": turns,
    "explaining": _awaited(explaining),
    "writing": _awaited(writing),
    "indexing": _awaited(indexing),
    "sizes": _awaited(sizes),
    "questions to packed rows": _awaited(packed),
}
"""In this order: what writes comes after what only reads."""
