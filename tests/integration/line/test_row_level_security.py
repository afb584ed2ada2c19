"""The services' role sees and writes one person's rows, and none at all where nobody is set."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from random import Random

import asyncpg
import pytest
from sqlalchemy import text

from services.memory.store.database import open_database, person_transaction, plain_transaction
from shared.contracts.envelope import Caller
from shared.settings import DEFAULT_TENANT
from tests.integration.line.every_table import FILL, OTHER_TENANT, Inhabitants, inhabit
from tests.integration.line.records import Records
from tests.servers import FreshDatabase

pytestmark = pytest.mark.row("O5")

NOBODY = {
    "absent": None,
    "empty": "",
    "malformed": "not an id",
    "nearly an id": "00000000-0000-7000-8000-00000000000",
    "an injection": "' or true --",
    "everybody": "%",
    "nil": "00000000-0000-0000-0000-000000000000",
}
"""Settings in which no person is set."""


@dataclass(frozen=True)
class House:
    """A database that three persons live in."""

    database: FreshDatabase
    records: Records
    people: Inhabitants

    @asynccontextmanager
    async def as_app(self, tenant: str | None, person: str | None) -> AsyncIterator[asyncpg.Connection]:
        """A transaction of the services' role with these settings, which is undone."""
        connection = await asyncpg.connect(self.database.app_url)
        try:
            transaction = connection.transaction()
            await transaction.start()
            for name, value in (("app.tenant", tenant), ("app.person", person)):
                if value is not None:
                    await connection.execute("select set_config($1, $2, true)", name, value)
            yield connection
            await transaction.rollback()
        finally:
            await connection.close()

    def as_person(self, who: Caller) -> AbstractAsyncContextManager[asyncpg.Connection]:
        return self.as_app(str(who.tenant_id), str(who.person_id))


@pytest.fixture(scope="module")
async def house(module_database: FreshDatabase) -> House:
    admin = await asyncpg.connect(module_database.admin_url)
    people = await inhabit(admin)
    await admin.close()
    return House(module_database, Records(module_database.admin_url), people)


def _person_column(table: str) -> str:
    return "id" if table == "person" else "person_id"


async def test_every_table_with_a_persons_rows_has_forced_row_level_security_and_a_policy_both_ways(
    house: House,
) -> None:
    rows = await house.records.rows(
        "select c.relname, c.relrowsecurity, c.relforcerowsecurity,"
        " (select count(*) from pg_policies p where p.tablename = c.relname and 'holdfast_app' = any(p.roles)"
        "  and p.cmd = 'ALL' and p.qual is not null and p.with_check is not null) as policies,"
        " (select count(*) from pg_policies p where p.tablename = c.relname and 'public' = any(p.roles)) as open_doors"
        " from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and (c.relname ="
        " 'person' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'person_id'))"
    )
    assert {row["relname"] for row in rows} == set(FILL)  # a new table stands in every test here
    secured = {tuple(row)[1:] for row in rows}
    assert secured == {(True, True, 1, 0)}


async def test_every_view_is_bound_by_row_level_security_too(house: House) -> None:
    views = await house.records.rows("select viewname from pg_views where schemaname = 'public'")
    assert views == []  # a view reads as its owner unless it says security_invoker; there is none to be wrong


@pytest.mark.parametrize("table", FILL)
async def test_without_a_person_not_one_row_is_seen(house: House, table: str) -> None:
    assert await house.records.value(f'select count(*) from "{table}"') == 3
    one = house.people.one
    settings = [(tenant, person) for tenant in NOBODY.values() for person in NOBODY.values()]
    settings += [(str(one.tenant_id), nobody) for nobody in NOBODY.values()]
    settings += [(nobody, str(one.person_id)) for nobody in NOBODY.values()]
    connection = await asyncpg.connect(house.database.app_url)
    try:
        for tenant, person in settings:
            async with connection.transaction():
                for name, value in (("app.tenant", tenant), ("app.person", person)):
                    if value is not None:
                        await connection.execute("select set_config($1, $2, true)", name, value)
                assert await connection.fetchval(f'select count(*) from "{table}"') == 0, (tenant, person)
    finally:
        await connection.close()


@pytest.mark.parametrize("table", FILL)
async def test_a_person_sees_their_own_row_and_no_other(house: House, table: str) -> None:
    column = _person_column(table)
    for who in (house.people.one, house.people.neighbour, house.people.stranger):
        async with house.as_person(who) as connection:
            seen = await connection.fetch(f'select tenant_id, {column} from "{table}"')
        assert [tuple(row) for row in seen] == [(who.tenant_id, who.person_id)]
    async with house.as_app(str(OTHER_TENANT), str(house.people.one.person_id)) as connection:
        assert await connection.fetchval(f'select count(*) from "{table}"') == 0


WRITTEN_ONCE = frozenset({"audit", "erasure"})
"""What was done stays on paper: nobody may change or take such a row, not even their own."""


@pytest.mark.parametrize("table", sorted(WRITTEN_ONCE))
async def test_what_was_written_once_is_not_changed_or_taken_even_by_its_owner(house: House, table: str) -> None:
    for statement in (f'update "{table}" set tenant_id = tenant_id', f'delete from "{table}"'):
        async with house.as_person(house.people.one) as connection:
            with pytest.raises(asyncpg.InsufficientPrivilegeError, match="permission denied"):
                await connection.execute(statement)


@pytest.mark.parametrize("table", sorted(WRITTEN_ONCE))
async def test_a_row_for_somebody_else_is_not_written(house: House, table: str) -> None:
    for other in (house.people.neighbour, house.people.stranger):
        async with house.as_person(house.people.one) as connection:
            with pytest.raises(asyncpg.InsufficientPrivilegeError, match="row-level security"):
                await connection.execute(FILL[table], other.tenant_id, other.person_id, other.person_id)


@pytest.mark.parametrize("table", sorted(set(FILL) - WRITTEN_ONCE))
async def test_another_persons_row_can_neither_be_changed_nor_taken_nor_made(house: House, table: str) -> None:
    column = _person_column(table)
    for other in (house.people.neighbour, house.people.stranger):
        async with house.as_person(house.people.one) as connection:
            where = f"where {column} = $1"
            changed = f'update "{table}" set tenant_id = tenant_id {where}'
            assert await connection.execute(changed, other.person_id) == "UPDATE 0"
            assert await connection.execute(f'delete from "{table}" {where}', other.person_id) == "DELETE 0"
        async with house.as_person(house.people.one) as connection:
            with pytest.raises(asyncpg.InsufficientPrivilegeError, match="row-level security"):
                await connection.execute(FILL[table], other.tenant_id, other.person_id, other.person_id)
        given_away = f'update "{table}" set tenant_id = $1, {column} = $2'
        async with house.as_person(house.people.one) as connection:
            with pytest.raises(asyncpg.InsufficientPrivilegeError, match="row-level security"):
                await connection.execute(given_away, other.tenant_id, other.person_id)


async def test_a_tenant_is_seen_by_its_own_people_only(house: House) -> None:
    for tenant in (DEFAULT_TENANT, OTHER_TENANT):
        async with house.as_app(str(tenant), None) as connection:
            assert [row["id"] for row in await connection.fetch("select id from tenant")] == [tenant]
    async with house.as_app(None, None) as connection:
        assert await connection.fetch("select id from tenant") == []


async def test_the_services_role_owns_nothing_and_may_do_nothing_more(house: House) -> None:
    (role,) = await house.records.rows("select * from pg_roles where rolname = 'holdfast_app'")
    powers = ("rolsuper", "rolinherit", "rolcreaterole", "rolcreatedb", "rolreplication", "rolbypassrls")
    assert {power: role[power] for power in powers} == dict.fromkeys(powers, False)
    groups = "select roleid::regrole::text as name from pg_auth_members where member = 'holdfast_app'::regrole"
    assert [row["name"] for row in await house.records.rows(groups)] == ["pg_checkpoint"]  # after an erasure
    assert (
        await house.records.rows("select from pg_shdepend where deptype = 'o' and refobjid = 'holdfast_app'::regrole")
        == []
    )
    async with house.as_app(None, None) as connection:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute("create table mine (id int)")
    async with house.as_app(None, None) as connection:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute("alter table line disable row level security")
    async with house.as_app(None, None) as connection:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await connection.execute("truncate line")


async def test_the_owner_passes_no_row_level_security_by_rights(house: House) -> None:
    (role,) = await house.records.rows("select * from pg_roles where rolname = 'holdfast_owner'")
    assert (role["rolsuper"], role["rolbypassrls"], role["rolcreaterole"], role["rolcreatedb"]) == (False,) * 4


async def test_what_runs_as_the_owner_has_a_fixed_path_and_is_open_to_the_services_alone(house: House) -> None:
    functions = await house.records.rows(
        "select proname, proconfig, pg_get_function_result(oid) as result,"
        " has_function_privilege('public', oid, 'execute') as open_to_all,"
        " has_function_privilege('holdfast_app', oid, 'execute') as open_to_services"
        " from pg_proc where prosecdef and pronamespace = 'public'::regnamespace"
    )
    assert functions
    for function in functions:
        assert function["proconfig"] == ["search_path=pg_catalog, public"], function["proname"]
        assert (function["open_to_all"], function["open_to_services"]) == (False, True), function["proname"]
        told = set(function["result"].replace("TABLE(", "").replace(")", "").replace(",", " ").split())
        assert not told & {"text", "form", "content", "body", "answer", "digest"} - {"text"}, function["proname"]


async def test_a_connection_that_goes_back_to_the_pool_remembers_nobody(house: House) -> None:
    database = open_database(house.database.app_url, 1)
    for _ in range(2):  # the setting is absent before, and empty afterwards
        async with person_transaction(database, house.people.one, locked=True) as connection:
            assert (await connection.execute(text("select count(*) from line"))).scalar_one() == 1
        async with plain_transaction(database) as connection:
            assert (await connection.execute(text("select count(*) from line"))).scalar_one() == 0
    await database.dispose()


async def test_nobody_sees_another_persons_rows_when_a_third_of_all_work_is_broken_off(house: House) -> None:
    """Connections are shared, and what breaks off in the middle must not leave its person on them."""
    database, chance, seen = open_database(house.database.app_url, 3), Random(11), 0

    async def look(who: Caller) -> None:
        nonlocal seen
        async with person_transaction(database, who, locked=False) as connection:
            rows = (await connection.execute(text("select person_id from line"))).all()
            assert [row.person_id for row in rows] == [who.person_id]
            seen += 1

    everybody = (house.people.one, house.people.neighbour, house.people.stranger)
    await asyncio.gather(*map(look, everybody))  # all three connections are there
    for _ in range(60):
        looks = [asyncio.create_task(look(chance.choice(everybody))) for _ in range(6)]
        await asyncio.sleep(chance.random() / 200)
        for one in looks:
            if chance.random() < 1 / 3:
                one.cancel()
        ends = await asyncio.gather(*looks, return_exceptions=True)
        assert [end for end in ends if not (end is None or isinstance(end, asyncio.CancelledError))] == []
    await database.dispose()
    assert seen > len(everybody)
