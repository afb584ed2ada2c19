"""A world in which memory is kept by PostgreSQL: each operation one transaction under the person's lock."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

import asyncpg

from services.memory.assertions.assertion import Assertion
from services.memory.assertions.book import Book
from services.memory.assertions.repository import LoadPlan, assertion_of, open_book, save_book
from services.memory.store.database import Connections, open_database, person_transaction
from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.settings import DEFAULT_TENANT
from tests.property.memory_worlds import BEGINNING, Told
from tests.servers import FreshDatabase

ResultT = TypeVar("ResultT")

_PERSON = (
    "insert into person (tenant_id, id, companion_name, language, time_zone, personal_engagement_id)"
    " values ($1, $2, 'Companion', 'en', 'UTC', $3)"
)
_PLACE = "insert into engagement (tenant_id, person_id, id, kind, title, seed) values ($1, $2, $3, $4, 'a place', '')"
_TOLD = (
    "select assertion_id, event, verb, actor, old, new, force_from, force_to, version, reason, decision, revision"
    " from assertion_history where person_id = $1 order by moment offset $2"
)


async def settle_in(admin: asyncpg.Connection, places: Sequence[UUID]) -> Caller:
    """A person with Your Story and a project."""
    who = Caller(tenant_id=DEFAULT_TENANT, person_id=new_id())
    async with admin.transaction():
        await admin.execute(_PERSON, who.tenant_id, who.person_id, places[0])
        for place, kind in zip(places, ("personal", "project"), strict=True):
            await admin.execute(_PLACE, who.tenant_id, who.person_id, place, kind)
    return who


async def operate(
    engine: Connections, who: Caller, wanted: LoadPlan, do: Callable[[Book], ResultT], now: datetime = BEGINNING
) -> ResultT:
    """One operation, as the memory service does each."""
    async with person_transaction(engine, who, locked=True) as connection:
        opened = await open_book(connection, who, wanted, now)
        result = do(opened.book)
        await save_book(connection, who, opened)
    return result


@dataclass
class Site:
    """One database with a loop of its own, for rules that know nothing of loops."""

    loop: asyncio.AbstractEventLoop
    engine: Connections
    admin: asyncpg.Connection

    @classmethod
    def open(cls, database: FreshDatabase) -> "Site":
        loop = asyncio.new_event_loop()
        return cls(
            loop, open_database(database.app_url, 1), loop.run_until_complete(asyncpg.connect(database.admin_url))
        )

    def run(self, work: Coroutine[object, object, ResultT]) -> ResultT:
        return self.loop.run_until_complete(work)

    def close(self) -> None:
        self.run(self.engine.dispose())
        self.run(self.admin.close())
        self.loop.close()


class OnPostgres:
    """The persons of one walk; what is kept of them is read as the superuser, whom no row-level security binds."""

    def __init__(self, site: Site, persons: Sequence[str] = ("ada", "ben")) -> None:
        self.site = site
        self.places: dict[str, tuple[UUID, ...]] = {person: (new_id(), new_id()) for person in persons}
        self.people = {person: site.run(settle_in(site.admin, theirs)) for person, theirs in self.places.items()}
        self.now = BEGINNING

    def operate(self, person: str, do: Callable[[Book], ResultT], ids: Sequence[UUID] = ()) -> ResultT:
        wanted = LoadPlan(ids=frozenset(ids), personal=not ids)
        return self.site.run(operate(self.site.engine, self.people[person], wanted, do, self.now))

    def erase(self, person: str, assertion_id: UUID) -> None:
        gone = "delete from assertion where person_id = $1 and id = $2"
        self.site.run(self.site.admin.execute(gone, self.people[person].person_id, assertion_id))

    def pass_days(self, days: int) -> None:
        self.now += timedelta(days=days)

    def assertions(self, person: str) -> dict[UUID, Assertion]:
        rows = self._rows("select * from assertion where person_id = $1", person)
        return {row["id"]: assertion_of(row) for row in rows}

    def told(self, person: str, since: int) -> list[Told]:
        return [Told(**dict(row)) for row in self._rows(_TOLD, person, since)]

    def revision(self, person: str) -> int:
        (row,) = self._rows("select revision from person where id = $1", person)
        return int(row["revision"])

    def secret(self, person: str) -> bytes:
        (row,) = self._rows("select secret from person where id = $1", person)
        return bytes(row["secret"])

    def refused(self, person: str) -> set[bytes]:
        return {row["digest"] for row in self._rows("select digest from refusal where person_id = $1", person)}

    def _rows(self, sql: str, person: str, *more: object) -> list[asyncpg.Record]:
        return list(self.site.run(self.site.admin.fetch(sql, self.people[person].person_id, *more)))
