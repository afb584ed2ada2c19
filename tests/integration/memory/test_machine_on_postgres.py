"""The machine of an assertion's force, on the real database: at random, and by two hands at once."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from uuid import UUID

import asyncpg
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from services.memory.assertions.assertion import Actor, Assertion, Seen
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.consent import BY_CARD, BY_HAND
from services.memory.assertions.refusal import Level
from services.memory.assertions.repository import LoadPlan
from services.memory.store.database import Connections, DatabaseAwayError, open_database
from shared.contracts.assertions import Because
from shared.contracts.envelope import Caller
from shared.contracts.errors import ForceError, HoldfastError, StaleVersionError
from shared.contracts.ids import new_id
from tests.integration.memory.audit import Row, audit_of, both_tell_the_same, broken_at, linked, rebuilt, stored
from tests.integration.memory.on_postgres import OnPostgres, Site, operate, settle_in
from tests.property.memory_rules import MemoryRules
from tests.property.memory_worlds import World
from tests.servers import FreshDatabase
from tests.tiers import sized

PERSONS, PAIRS = sized(2, 20), 50
"""A thousand pairs of each kind: every person's own lock, every memory decided twice at the same time."""
AT_ONCE = 8


@pytest.fixture
def site(database: FreshDatabase) -> Iterator[Site]:
    opened = Site.open(database)
    yield opened
    opened.close()


@pytest.mark.row("M1", "M8", "M10", "M22", "M23")
def test_the_database_keeps_what_the_design_says_after_every_step(site: Site) -> None:
    class OnTheDatabase(MemoryRules):
        def new_world(self) -> World:
            return OnPostgres(site)

        def teardown(self) -> None:
            assert isinstance(self.world, OnPostgres)
            for who in self.world.people.values():
                site.run(_is_told_in_full(site.admin, who.person_id, erased=self.erased))

    run_state_machine_as_test(
        OnTheDatabase,
        settings=settings(
            max_examples=sized(8, 40),
            stateful_step_count=30,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


async def _is_told_in_full(admin: asyncpg.Connection, person_id: UUID, *, erased: bool) -> None:
    assert await rebuilt(admin, person_id) == await stored(admin, person_id)
    assert broken_at(await audit_of(admin, person_id)) is None
    assert erased or await both_tell_the_same(admin, person_id)


# ---- two hands at once -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Person:
    """Somebody with memories, all of them at the same version."""

    who: Caller
    memories: tuple[UUID, ...]
    seen: Seen


@dataclass(frozen=True)
class Hands:
    """Many persons on one database, and what two hands do to each memory at the same time."""

    engine: Connections
    admin: asyncpg.Connection
    persons: Sequence[Person]

    async def contend(self, one: "Doing", other: "Doing") -> list[tuple[object, object]]:
        """Both to every memory: each pair begins together, and which comes first is the database's to say."""
        limit = asyncio.Semaphore(AT_ONCE)

        async def pair(person: Person, memory: UUID, number: int) -> tuple[object, object]:
            first, second = (one, other) if number % 2 else (other, one)
            async with limit:
                done = await asyncio.gather(
                    self._do(person, memory, first), self._do(person, memory, second), return_exceptions=True
                )
            return (done[0], done[1]) if number % 2 else (done[1], done[0])

        pairs = (pair(p, memory, number) for p in self.persons for number, memory in enumerate(p.memories))
        return await asyncio.gather(*pairs)

    async def _do(self, person: Person, memory: UUID, doing: "Doing") -> Assertion:
        wanted = LoadPlan(ids=frozenset({memory}))
        while True:  # a machine under load may keep a connection waiting for too long; nothing was done then
            with suppress(DatabaseAwayError):
                return await operate(self.engine, person.who, wanted, lambda book: doing(book, memory, person.seen))


Doing = Callable[[Book, UUID, Seen], Assertion]


@asynccontextmanager
async def many_hands(
    database: FreshDatabase, count: int, prepare: Callable[[Book, UUID], Assertion]
) -> AsyncIterator[Hands]:
    """A thousand memories, prepared; whether a commit is on the disk is not what is looked at here."""
    admin = await asyncpg.connect(database.admin_url)
    await admin.execute("do $$ begin execute format('alter database %I set synchronous_commit = off',"
                        " current_database()); end $$")  # fmt: skip
    engine = open_database(database.app_url, AT_ONCE)
    try:
        persons = [await _with_memories(engine, admin, prepare) for _ in range(count)]
        yield Hands(engine, admin, persons)
    finally:
        await engine.dispose()
        await admin.close()


async def _with_memories(
    engine: Connections, admin: asyncpg.Connection, prepare: Callable[[Book, UUID], Assertion]
) -> Person:
    places = (new_id(), new_id())
    who = await settle_in(admin, places)

    def make(book: Book) -> tuple[Assertion, ...]:
        held = [
            book.hold(
                NewAssertion(engagement_id=places[0], content=f"You have {n} cats.", own_words=""),
                Actor.COMPANION,
                spoken=True,
            )
            for n in range(PAIRS)
        ]
        return tuple(prepare(book, one.assertion_id) for one in held)

    made = await operate(engine, who, LoadPlan(personal=True), make)
    return Person(who, tuple(a.assertion_id for a in made), Seen(made[0].version))


def _held(book: Book, memory: UUID) -> Assertion:
    return book.get(memory)


def _committed(book: Book, memory: UUID) -> Assertion:
    return book.commit(memory, Seen(1), BY_CARD)


def _retracted(book: Book, memory: UUID) -> Assertion:
    _committed(book, memory)
    return book.retract(memory, Seen(2), Level.FORGET)


def _confirm(book: Book, memory: UUID, seen: Seen) -> Assertion:
    return book.commit(memory, seen, BY_CARD)


def _refine(book: Book, memory: UUID, seen: Seen) -> Assertion:
    return book.refine(memory, seen, "You have no cats.", "none")


def _reject(book: Book, memory: UUID, seen: Seen) -> Assertion:
    return book.reject(memory, seen, Because.REJECTED, Level.FORGET)


def _retract(book: Book, memory: UUID, seen: Seen) -> Assertion:
    return book.retract_known(memory, seen, Level.FORGET)


def _restore(book: Book, memory: UUID, seen: Seen) -> Assertion:
    return book.restore(memory, seen)


@pytest.mark.row("M1", "M8")
@pytest.mark.parametrize(
    ("persons", "prepare", "one", "other"),
    [
        pytest.param(PERSONS, _held, _confirm, _refine, id="confirm and refine"),
        pytest.param(PERSONS, _held, _confirm, _reject, id="confirm and reject"),
        pytest.param(PERSONS // 2, _committed, _retract, _restore, id="retract and restore what is known"),
        pytest.param(PERSONS // 2, _retracted, _retract, _restore, id="retract and restore what was taken back"),
    ],
)
async def test_of_two_decisions_at_the_same_time_one_counts_and_the_other_is_told(
    database: FreshDatabase, persons: int, prepare: Callable[[Book, UUID], Assertion], one: Doing, other: Doing
) -> None:
    async with many_hands(database, persons, prepare) as hands:
        ends = await hands.contend(one, other)
        rows = {row["id"]: row for row in await hands.admin.fetch("select * from assertion")}
        assert len(ends) == persons * PAIRS
        for pair in ends:
            (won,) = [end for end in pair if isinstance(end, Assertion)]
            (lost,) = [end for end in pair if isinstance(end, HoldfastError)]
            assert isinstance(lost, StaleVersionError | ForceError), lost
            assert lost.saved == "false"
            row = rows[won.assertion_id]
            assert (row["force"], row["content"], row["version"]) == (won.force, won.content, won.version)
        for person in hands.persons:
            told = await hands.admin.fetch("select version from assertion_history where person_id = $1",
                                           person.who.person_id)  # fmt: skip
            assert len(told) == PAIRS * (person.seen.version + 1)  # no decision is lost, and none counts twice
            assert broken_at(await audit_of(hands.admin, person.who.person_id)) is None
            assert await both_tell_the_same(hands.admin, person.who.person_id)


# ---- the audit ---------------------------------------------------------------------------------------------------


@pytest.mark.row("M10")
def test_an_audit_of_which_a_row_was_edited_removed_or_swapped_is_found_out(site: Site) -> None:
    world = OnPostgres(site, ("ada",))
    place = world.places["ada"][0]
    for n in range(4):
        new = NewAssertion(engagement_id=place, content=f"You have {n} cats.", own_words="")
        memory = world.operate("ada", lambda book, new=new: book.write(new, BY_HAND)).assertion_id  # type: ignore[misc]
        world.operate("ada", lambda book, m=memory: book.retract(m, Seen(1), Level.FORGET), (memory,))  # type: ignore[misc]
    rows = site.run(audit_of(site.admin, world.people["ada"].person_id))
    assert broken_at(rows) is None
    for place_of_it in range(len(rows)):
        before, row, after = rows[:place_of_it], rows[place_of_it], rows[place_of_it + 1 :]
        for name, value in row.items():
            if name not in {"tenant_id", "person_id"}:
                assert broken_at([*before, {**row, name: _another(value)}, *after]) == place_of_it + 1, name
        if after:
            assert broken_at([*before, *after]) == place_of_it + 1
            assert broken_at([*before, after[0], row, *after[1:]]) == place_of_it + 1
            forged = {**row, "verb": "pin"}
            forged["chain"] = linked(_chain_of(before), forged)
            assert broken_at([*before, forged, *after]) == place_of_it + 2  # the next row still knows the true one


def _chain_of(rows: Sequence[Row]) -> bytes:
    chain = rows[-1]["chain"] if rows else b""
    assert isinstance(chain, bytes)
    return chain


def _another(value: object) -> object:
    match value:
        case bytes():
            return value[::-1]
        case int():
            return value + 1
        case str():
            return value + "."
        case UUID() | None:
            return new_id()
        case _:
            return value.replace(microsecond=1)  # type: ignore[attr-defined]  # a time
