"""What nobody touches for long is set aside, the person is told twice, and it is erased; one word keeps it."""

import asyncio
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import asyncpg
import nats
import pytest

from services.memory.chores import set_aside
from services.memory.chores.index_waiting import index_waiting
from services.memory.chores.set_aside import ANNOUNCED, SettingAside
from services.memory.notebook import commands, entries
from services.memory.people.account import change_me, list_engagements
from services.memory.recall.memory_delta import Moved, delta_header
from shared.contracts.assertions import AssertionView, State
from shared.contracts.errors import AssertionNotFoundError
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.notebook import ChangeAssertion, GetAssertion, GetHistory, ListAssertions, Verb
from shared.contracts.requests.people import ChangeMe, ListEngagements
from tests.integration.memory.audit import audit_of, broken_at
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.test_erasing import dump, terms
from tests.servers import Servers

pytestmark = pytest.mark.row("M16")

NOON = datetime(2026, 5, 31, 12, tzinfo=UTC)
UNTOUCHED, MONTH = timedelta(days=60), timedelta(days=30)
MINUTE = timedelta(minutes=1)
TEAL = "You like the colour teal, says CanaryBird."


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await house.person()


async def known(house: House, one: Inhabitant, content: str = TEAL, **columns: object) -> UUID:
    """Something of little weight that was made just over sixty days before noon."""
    made = await house.knows(one, content, content)
    old = NOON - UNTOUCHED - MINUTE
    wanted = {"importance": 2, "created_at": old, "updated_at": old, **columns}
    for column, value in wanted.items():
        await house.do(f'update assertion set "{column}" = $2 where id = $1', made, value)
    return made


def a_chore(house: House, now: datetime = NOON) -> SettingAside:
    return SettingAside(replace(house.memory, clock=lambda: now), UNTOUCHED, MONTH)


async def beat(house: House, now: datetime = NOON) -> None:
    await a_chore(house, now).forget()
    await house.memory.drain()


async def view(house: House, one: Inhabitant, assertion_id: UUID) -> AssertionView:
    return await entries.get_assertion(house.memory, GetAssertion(caller=one.who, assertion_id=assertion_id))


async def listed(house: House, one: Inhabitant, state: State) -> list[str]:
    page = await entries.list_assertions(house.memory, ListAssertions(caller=one.who, state=state))
    return [each.content for each in page.assertions]


async def by_hand(house: House, one: Inhabitant, assertion_id: UUID, verb: Verb, now: datetime = NOON) -> AssertionView:
    seen = await view(house, one, assertion_id)
    asked = ChangeAssertion(caller=one.who, key=a_key(), assertion_id=assertion_id, verb=verb, version=seen.version)
    answer = await commands.change_memory(replace(house.memory, clock=lambda: now), asked)
    assert answer.assertion is not None
    return answer.assertion


async def test_what_nobody_touched_is_set_aside_and_nothing_else(house: House, person: Inhabitant) -> None:
    moment = NOON - UNTOUCHED + MINUTE
    await known(house, person)
    await known(house, person, "You like blue.", importance=3)
    await known(house, person, "You like red.", pinned=True)
    await known(house, person, "You like green.", updated_at=moment)
    await known(house, person, "You like grey.", last_accessed_at=moment)
    await known(house, person, "You like pink.", created_at=moment)
    await known(house, person, "You are allergic to nuts.", importance=1)
    await house.knows(person, "You like black.", force="held")
    await beat(house)
    assert await listed(house, person, State.SOFT_DELETED) == [TEAL]
    assert len(await listed(house, person, State.ACTIVE)) == 7


async def test_it_is_out_of_everything_and_says_until_when_it_can_be_kept(house: House, person: Inhabitant) -> None:
    teal = await known(house, person)
    await beat(house)
    seen = await view(house, person, teal)
    assert (seen.state, seen.force.value, seen.purge_at) == (State.SOFT_DELETED, "committed", NOON + MONTH)
    (story,) = (await list_engagements(house.memory, ListEngagements(caller=person.who))).engagements
    assert (story.held, story.committed, story.retracted) == (0, 0, 0)
    assert await house.records.value("select count(*) from entry where assertion_id = $1", teal) == 0


async def test_the_history_the_revision_and_the_audit_tell_it_as_the_systems_doing(
    house: House, person: Inhabitant
) -> None:
    teal = await known(house, person)
    before = int(str(await house.records.value("select revision from person")))
    await beat(house)
    assert await house.records.value("select revision from person") == before + 1
    entry = (await entries.get_history(house.memory, GetHistory(caller=person.who, assertion_id=teal))).entries[-1]
    assert (entry.event, entry.verb, entry.actor) == ("TTL", "soft_delete", "system")
    admin = await asyncpg.connect(house.database.admin_url)
    rows = await audit_of(admin, person.who.person_id)
    await admin.close()
    assert [(row["actor"], row["verb"]) for row in rows] == [("system", "soft_delete")]
    assert broken_at(rows) is None


@pytest.mark.row("M11")
async def test_the_next_prompt_of_a_project_is_told_once_without_the_text(house: House, person: Inhabitant) -> None:
    await known(house, person)
    await beat(house)
    moved = await house.records.rows(
        "select a.display_number, a.category, a.importance, h.verb, h.force_from, h.force_to,"
        " case when a.state = 'active' then a.content end as content"
        " from assertion_history h join assertion a on a.id = h.assertion_id where h.verb = 'soft_delete'"
    )
    assert delta_header([Moved(**dict(row)) for row in moved], 1).splitlines()[1:] == ["soft_deleted [Health] number 1"]


@pytest.mark.parametrize("verb", [Verb.KEEP, Verb.RESTORE])
async def test_one_word_keeps_it_for_as_long_again(house: House, person: Inhabitant, verb: Verb) -> None:
    teal = await known(house, person)
    await beat(house)
    later = NOON + MONTH - MINUTE
    kept = await by_hand(house, person, teal, verb, later)
    assert (kept.state, kept.purge_at) == (State.ACTIVE, None)
    await beat(house, later + UNTOUCHED - MINUTE)
    assert await listed(house, person, State.ACTIVE) == [TEAL]
    await beat(house, later + UNTOUCHED + MINUTE)
    assert await listed(house, person, State.SOFT_DELETED) == [TEAL]


async def test_what_is_still_in_use_can_be_kept_before_anything_happens_to_it(house: House, person: Inhabitant) -> None:
    teal = await known(house, person)
    await by_hand(house, person, teal, Verb.KEEP)
    await beat(house)
    assert await listed(house, person, State.ACTIVE) == [TEAL]


async def test_the_person_is_told_when_it_is_set_aside_and_a_week_before_it_goes(
    house: House, person: Inhabitant, servers: Servers
) -> None:
    gateway = await nats.connect(servers.nats_url("gateway"), inbox_prefix=b"_INBOX.gateway")
    heard = await gateway.subscribe(notice_subject(person.who.person_id))
    await gateway.flush()

    async def told() -> list[str]:
        """What was said until now: behind all of it we say something ourselves."""
        await change_me(house.memory, ChangeMe(caller=person.who, key=a_key(), companion_name="Ada"))
        said = list[str]()
        while not said or said[-1] != "me":
            said.append(json.loads((await heard.next_msg(timeout=20)).data)["what"])
        return said[:-1]

    await known(house, person)
    await beat(house)
    assert await told() == ["memory", "set_aside"]
    await beat(house, NOON + MONTH - ANNOUNCED - MINUTE)
    assert await told() == [], "too early"
    await beat(house, NOON + MONTH - ANNOUNCED)
    assert await told() == ["memory", "set_aside"]
    await beat(house, NOON + MONTH - MINUTE)
    assert await told() == [], "not again"
    await gateway.close()


async def gone(house: House, one: Inhabitant, assertion_id: UUID) -> bool:
    try:
        await view(house, one, assertion_id)
    except AssertionNotFoundError:
        return True
    return False


async def test_a_month_later_it_is_erased_everywhere_by_the_system(house: House, person: Inhabitant) -> None:
    turn_id = await house.said(person, f"By the way, {TEAL}", f"You said: {TEAL}")
    teal = await known(house, person, turn_id=turn_id)
    await index_waiting(house.memory)
    assert "canarybird" in await terms(house)
    for day in (0, 23):
        await beat(house, NOON + timedelta(days=day))
    await beat(house, NOON + MONTH - MINUTE)
    assert not await gone(house, person, teal)
    await beat(house, NOON + MONTH)
    assert await gone(house, person, teal)
    await index_waiting(house.memory)
    assert "canarybird" not in (await dump(house)).casefold()
    scope, subjects = (await house.records.rows("select scope, subjects from erasure"))[0]
    assert (scope, subjects) == ("assertion", [teal])
    assert await house.records.value("select count(*) from open_look") == 0, "somebody looked, and it is so"
    rows = await house.records.rows("select actor, verb from audit order by number")
    assert [tuple(row) for row in rows] == [("system", "soft_delete"), ("system", "erase")]


async def test_nothing_goes_that_was_not_announced_a_week_before(house: House, person: Inhabitant) -> None:
    """The installation stood still for months: its first beat announces, and a later one erases."""
    teal = await known(house, person)
    await beat(house)
    back = NOON + timedelta(days=200)
    await beat(house, back)
    assert (await view(house, person, teal)).purge_at == back + ANNOUNCED
    await beat(house, back + ANNOUNCED - MINUTE)
    assert not await gone(house, person, teal)
    await beat(house, back + ANNOUNCED)
    assert await gone(house, person, teal)


async def due(house: House, one: Inhabitant, content: str = TEAL, **columns: object) -> UUID:
    """Set aside and announced, to be erased at noon."""
    columns = {"warned_at": NOON - ANNOUNCED, **columns}
    made = await known(house, one, content)
    await house.do("update assertion set state = 'soft_deleted', purge_at = $2 where id = $1", made, NOON)
    for column, value in columns.items():
        await house.do(f'update assertion set "{column}" = $2 where id = $1', made, value)
    return made


@pytest.mark.parametrize("kin", ["same words", "came of it", "taken back"])
async def test_nothing_that_stays_goes_along(house: House, person: Inhabitant, kin: str) -> None:
    teal, red = await due(house, person), await due(house, person, "You like red.")
    other = await house.knows(
        person, "You like turquoise." if kin == "came of it" else TEAL, source_id=teal if kin == "came of it" else None
    )
    if kin == "taken back":
        await by_hand(house, person, other, Verb.RETRACT)
    await beat(house)
    assert await gone(house, person, red)
    assert not await gone(house, person, other)
    assert (await view(house, person, teal)).purge_at == NOON + MONTH


async def test_what_came_of_it_goes_along_when_it_is_due_as_well(house: House, person: Inhabitant) -> None:
    teal = await due(house, person)
    blue = await due(house, person, "You like blue.", source_assertion_id=teal)
    await beat(house)
    assert await gone(house, person, teal)
    assert await gone(house, person, blue)


async def test_a_turn_in_flight_is_not_broken_off_for_it(house: House, person: Inhabitant) -> None:
    teal = await due(house, person)
    turn_id = await house.said(person, "hello", None, status="active")
    await house.do("update person set active_turn_id = $1 where id = $2", turn_id, person.who.person_id)
    await beat(house)
    assert not await gone(house, person, teal)
    await house.do("update person set active_turn_id = null where id = $1", person.who.person_id)
    await house.do("update turn set status = 'answered' where id = $1", turn_id)
    await beat(house)
    assert await gone(house, person, teal)


async def test_replicas_at_once_do_it_once(house: House, person: Inhabitant) -> None:
    await known(house, person)
    red = await due(house, person, "You like red.")
    await asyncio.gather(*(a_chore(house).forget() for _ in range(4)))
    await house.memory.drain()
    assert await gone(house, person, red)
    assert await house.records.value("select count(*) from erasure") == 1
    assert await house.records.value("select count(*) from assertion_history where verb = 'soft_delete'") == 1


async def test_a_beat_goes_on_behind_the_last_one_and_passes_by_whom_it_fails(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_aside, "MOST_PEOPLE", 2)
    people = sorted([await house.person() for _ in range(5)], key=lambda one: one.who.person_id)
    for one in people:
        await known(house, one)
    chore, fails = a_chore(house), people[0]
    await house.do("create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'")
    await house.do(
        "create trigger refuses before update on assertion for each row"
        f" when (new.person_id = '{fails.who.person_id}') execute function refuse()"
    )

    async def aside() -> list[Inhabitant]:
        return [one for one in people if await listed(house, one, State.SOFT_DELETED)]

    await chore.forget()
    assert await aside() == people[1:2], "the other one of this beat"
    for _ in range(2):
        await chore.forget()
    assert chore.beyond is None, "and begins anew"
    assert await aside() == people[1:]


async def test_many_are_set_aside_stretch_by_stretch(
    house: House, person: Inhabitant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(set_aside, "MOST_SET_ASIDE", 2)
    for n in range(5):
        await known(house, person, f"You like number {n}.")
    counted = []
    for _ in range(3):
        await beat(house)
        counted.append(len(await listed(house, person, State.SOFT_DELETED)))
    assert counted == [2, 4, 5]


@pytest.mark.row("M15")
async def test_to_open_it_is_a_use_of_it_and_to_list_it_is_none(house: House, person: Inhabitant) -> None:
    teal, red = await known(house, person), await known(house, person, "You like red.")
    at_noon = replace(house.memory, clock=lambda: NOON)
    await entries.list_assertions(at_noon, ListAssertions(caller=person.who, q="like"))
    for _ in range(2):
        await entries.open_assertion(at_noon, GetAssertion(caller=person.who, assertion_id=teal))
        await house.memory.drain()
    row = await house.records.rows("select access_count, last_accessed_at from assertion where id = $1", teal)
    assert tuple(row[0]) == (1, NOON), "two looks within the hour are one"
    await beat(house)
    assert await listed(house, person, State.ACTIVE) == [TEAL]
    await entries.open_assertion(at_noon, GetAssertion(caller=person.who, assertion_id=red))
    await house.memory.drain()
    assert (await view(house, person, red)).state is State.SOFT_DELETED, "to look at what was set aside keeps nothing"


@pytest.mark.row("S7")
async def test_what_was_done_is_counted(house: House, person: Inhabitant) -> None:
    await known(house, person)
    await due(house, person, "You like red.")
    await beat(house)
    rows = await house.records.rows("select node, operation, status, count from operational_event order by operation")
    assert [tuple(row) for row in rows] == [("memory", "purge", "ok", 1), ("memory", "soft_delete", "ok", 1)]
