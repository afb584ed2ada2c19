"""Talk goes when it is older than the person wants it kept; what is remembered stays, and so does everybody else's."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import asyncpg
import nats
import pytest

from services.memory.audit.report import read_ledger
from services.memory.chores import let_talk_go
from services.memory.chores.index_waiting import index_waiting
from services.memory.chores.let_talk_go import let_go
from services.memory.erasure.ledger_replay import replay_ledger
from services.memory.notebook import entries
from services.memory.people.account import change_me, get_me
from services.memory.transfer.export import export_part
from shared.contracts.pipeline import notice_subject
from shared.contracts.requests.notebook import GetAssertion
from shared.contracts.requests.ops import ReadLedger, ReplayLedger
from shared.contracts.requests.people import ChangeMe, GetMe
from shared.contracts.requests.transfer import ExportMemory, ExportPart
from tests.integration.memory.audit import audit_of, broken_at
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.test_erasing import dump, hashes, terms
from tests.servers import Servers

pytestmark = pytest.mark.row("M9")

NOON = datetime(2026, 5, 31, 12, tzinfo=UTC)
DAYS = 30
EDGE = datetime(2026, 5, 1, tzinfo=UTC)
"""Thirty whole days before that day began."""


@pytest.fixture
async def person(house: House) -> Inhabitant:
    return await keeping(house, DAYS)


async def keeping(house: House, days: int | None) -> Inhabitant:
    one = await house.person()
    await change_me(house.memory, ChangeMe(caller=one.who, key=a_key(), retention_days=days))
    return one


async def said_at(house: House, one: Inhabitant, at: datetime, said: str, status: str = "answered") -> UUID:
    turn_id = await house.said(one, said, f"You said: {said}", status=status)
    await house.do("update turn set activated_at = $2 where id = $1", turn_id, at)
    return turn_id


async def at_noon(house: House) -> None:
    await let_go(replace(house.memory, clock=lambda: NOON))


async def lines(house: House, one: Inhabitant) -> list[str]:
    rows = await house.records.rows("select text from line where person_id = $1 order by moment", one.who.person_id)
    return [row["text"] for row in rows]


async def test_what_is_older_goes_and_what_is_not_stays(house: House, person: Inhabitant) -> None:
    second = timedelta(seconds=1)
    await said_at(house, person, EDGE - timedelta(days=400), "long ago")
    await said_at(house, person, EDGE - second, "CanaryBird, the evening before", status="failed")
    await said_at(house, person, EDGE, "the morning of that day")
    await said_at(house, person, NOON, "today")
    await index_waiting(house.memory)
    assert "canarybird" in await terms(house)
    await at_noon(house)
    assert await lines(house, person) == ["the morning of that day", "today"]
    await index_waiting(house.memory)
    assert "canarybird" not in (await dump(house)).casefold()
    assert await house.records.value("select count(*) from message") == 4
    await at_noon(house)
    assert await house.records.value("select count(*) from erasure") == 1, "nothing more was there to go"


async def test_a_memory_stays_with_its_words_and_its_history(house: House, person: Inhabitant) -> None:
    turn_id = await said_at(house, person, EDGE - timedelta(days=1), "By the way, I like tea")
    tea = await house.knows(person, "You like tea.", "I like tea", turn_id=turn_id)
    await at_noon(house)
    assert await lines(house, person) == []
    kept = await entries.get_assertion(house.memory, GetAssertion(caller=person.who, assertion_id=tea))
    assert (kept.content, kept.own_words, kept.turn_id) == ("You like tea.", "I like tea", None)
    assert await house.records.value("select new from assertion_history where turn_id is null") == "You like tea."
    assert await house.records.value("select count(*) from mention") == 0


async def test_what_is_not_over_or_still_asks_stays(house: House, person: Inhabitant) -> None:
    old = EDGE - timedelta(days=1)
    active = await said_at(house, person, old, "still thinking", status="active")
    await said_at(house, person, old, "to be tried again", status="waiting")
    asking = await said_at(house, person, old, "I like tea")
    answered = await said_at(house, person, old, "I like coffee")
    for turn_id, status in ((asking, "standing"), (answered, "answered")):
        await house.do(
            "insert into offer (tenant_id, person_id, id, turn_id, kind, items, status, expires_at)"
            " values ($1, $2, $3, $4, 'remember', '[]', $5, now())",
            *(person.who.tenant_id, person.who.person_id, uuid4(), turn_id, status),
        )
    await house.do("update person set active_turn_id = $1 where id = $2", active, person.who.person_id)
    await at_noon(house)
    assert await lines(house, person) == ["still thinking", "to be tried again", "I like tea"]


async def test_nobody_who_did_not_ask_for_it_loses_anything(house: House, person: Inhabitant) -> None:
    keeps_all, keeps_longer = await house.person(), await keeping(house, DAYS + 10)
    for one in (person, keeps_all, keeps_longer):
        await said_at(house, one, EDGE - timedelta(days=2), "some time ago")
    before = [await hashes(house, one.who.person_id) for one in (keeps_all, keeps_longer)]
    await at_noon(house)
    assert await lines(house, person) == []
    assert [await hashes(house, one.who.person_id) for one in (keeps_all, keeps_longer)] == before


async def test_a_long_life_goes_in_several_steps(
    house: House, person: Inhabitant, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(let_talk_go, "MOST_TURNS", 2)
    for n in range(5):
        await said_at(house, person, EDGE - timedelta(days=9 - n), f"line {n}")
    await at_noon(house)
    assert await lines(house, person) == []
    assert await house.records.value("select count(*) from erasure") == 3


async def test_the_ledger_and_the_audit_tell_it_as_the_systems_doing(house: House, person: Inhabitant) -> None:
    await said_at(house, person, EDGE - timedelta(days=1), "CanaryBird")
    await at_noon(house)
    scope, report = (await house.records.rows("select scope, report::text from erasure"))[0]
    assert scope == "conversation"
    assert '"turns": 1' in report
    assert "Canary" not in report
    admin = await asyncpg.connect(house.database.admin_url)
    rows = await audit_of(admin, person.who.person_id)
    await admin.close()
    assert [(row["actor"], row["verb"]) for row in rows] == [("system", "erase conversation")]
    assert broken_at(rows) is None


async def test_a_null_keeps_everything_again_and_the_export_tells_which(house: House, person: Inhabitant) -> None:
    await said_at(house, person, EDGE - timedelta(days=1), "some time ago")

    async def exported() -> str:
        asked = ExportMemory(caller=person.who, part=ExportPart.PERSON)
        return (await export_part(house.memory, asked)).rows[0]

    assert (await get_me(house.memory, GetMe(caller=person.who))).settings.retention_days == DAYS
    assert f'"retention_days": {DAYS}' in await exported()
    await change_me(house.memory, ChangeMe(caller=person.who, key=a_key(), companion_name="Ada"))
    assert f'"retention_days": {DAYS}' in await exported()
    await change_me(house.memory, ChangeMe(caller=person.who, key=a_key(), no_retention=True))
    assert (await get_me(house.memory, GetMe(caller=person.who))).settings.retention_days is None
    await at_noon(house)
    assert await lines(house, person) == ["some time ago"]


async def test_the_persons_doors_are_told(house: House, person: Inhabitant, servers: Servers) -> None:
    await said_at(house, person, EDGE - timedelta(days=1), "some time ago")
    gateway = await nats.connect(servers.nats_url("gateway"), inbox_prefix=b"_INBOX.gateway")
    heard = await gateway.subscribe(notice_subject(person.who.person_id))
    await gateway.flush()
    await at_noon(house)
    assert (await heard.next_msg(timeout=20)).data == b'{"event":"changed","what":"memory"}'
    await gateway.close()


async def test_the_ledger_of_another_database_does_not_let_go_of_younger_talk(house: House, person: Inhabitant) -> None:
    """What went for its age goes again by the person's own setting, and by nothing else."""
    await said_at(house, person, EDGE - timedelta(days=1), "long ago")
    await said_at(house, person, NOON - timedelta(days=1), "yesterday")
    await at_noon(house)
    (entry,) = (await read_ledger(house.memory, ReadLedger())).entries
    assert (entry.scope, entry.before) == ("conversation", None)
    elsewhere = entry.model_copy(update={"erasure_id": uuid4()})
    (again,) = (await replay_ledger(house.memory, ReplayLedger(entries=(elsewhere,)))).entries
    assert again.outcome == "nothing_left"
    assert await lines(house, person) == ["yesterday"]
    assert await house.records.value("select count(*) from open_look") == 0
