"""What fails for one person is passed by: nobody else waits for it, and nobody's beat ends with it."""

from datetime import UTC, datetime, timedelta

import pytest

from services.memory.chores.expire_held import expire_held
from services.memory.chores.let_talk_go import let_go
from services.memory.people.account import change_me
from shared.contracts.requests.people import ChangeMe
from tests.integration.memory.house import House, Inhabitant, a_key

LONG_AGO = datetime(2024, 1, 1, tzinfo=UTC)


@pytest.fixture
async def people(house: House) -> list[Inhabitant]:
    """Three, one of whom nothing can be changed for."""
    people = [await house.person() for _ in range(3)]
    return sorted(people, key=lambda one: one.who.person_id)


async def refuse(house: House, table: str, before: str, one: Inhabitant) -> None:
    await house.do("create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'")
    await house.do(
        f"create trigger refuses before {before} on {table} for each row"
        f" when (new.person_id = '{one.who.person_id}') execute function refuse()"
    )


@pytest.mark.row("M7")
async def test_what_nobody_confirmed_expires_for_all_others(house: House, people: list[Inhabitant]) -> None:
    for one in people:
        held = await house.knows(one, "You keep bees.", force="held")
        await house.do("update assertion set expires_at = now() - $2::interval where id = $1", held, timedelta(days=1))
    await refuse(house, "assertion", "update", people[0])
    await expire_held(house.memory)
    rows = await house.records.rows("select person_id from assertion where force = 'retracted' order by person_id")
    assert [row["person_id"] for row in rows] == [one.who.person_id for one in people[1:]]


@pytest.mark.row("M9")
async def test_old_talk_goes_for_all_others(house: House, people: list[Inhabitant]) -> None:
    for one in people:
        await change_me(house.memory, ChangeMe(caller=one.who, key=a_key(), retention_days=30))
        turn = await house.said(one, "I had a long day", "I see.")
        await house.do("update turn set activated_at = $2 where id = $1", turn, LONG_AGO)
    await refuse(house, "erasure", "insert", people[0])
    await let_go(house.memory)
    rows = await house.records.rows("select distinct person_id from line")
    assert [row["person_id"] for row in rows] == [people[0].who.person_id]
