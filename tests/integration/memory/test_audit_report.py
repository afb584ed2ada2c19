"""Who owns the database may do anything to it, and is found out."""

import hmac
import re
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import UUID

import pytest

from services.memory.assertions.policy import POLICY_VERSION
from services.memory.audit.report import check_audit
from services.memory.erasure.erase import erase_conversation, erase_me
from services.memory.notebook import commands
from services.terminal.audit_cmd import check_audit as audit_on_the_terminal
from services.terminal.main import make_parser
from services.terminal.terminal_error import SorryError
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.assertions import text_hash
from shared.contracts.requests.erasure import EraseConversation, EraseMe
from shared.contracts.requests.notebook import ChangeAssertion, Verb, WriteAssertion
from shared.contracts.requests.ops import AuditChecked, AuditEnd, CheckAudit
from shared.contracts.requests.people import GetMe
from tests.integration.line.people import a_key as a_clients_key
from tests.integration.line.people import new_person
from tests.integration.line.scene import Scene, a_scene
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.servers import Servers

pytestmark = pytest.mark.row("M9")


async def lived(house: House, *contents: str) -> Inhabitant:
    one = await house.person()
    for content in contents:
        asked = WriteAssertion(caller=one.who, key=a_key(), engagement_id=one.story_id, content=content)
        written = await commands.write_memory(house.memory, asked)
    command = ChangeAssertion(
        caller=one.who, key=a_key(), assertion_id=written.assertion_id, verb=Verb.ERASE, version=1
    )
    await commands.change_memory(house.memory, command)
    return one


async def checked(house: House, *, person_id: UUID | None = None, ends: tuple[AuditEnd, ...] = ()) -> AuditChecked:
    return await check_audit(house.memory, CheckAudit(person_id=person_id, ends=ends))


async def faults(house: House, *ends: AuditEnd) -> dict[UUID, list[str]]:
    found = await checked(house, ends=ends)
    assert found.after is None
    return {one.person_id: [f"{f.what} {f.number}" for f in one.faults] for one in found.people if one.faults}


async def test_each_row_says_under_which_rules_at_whose_command_and_by_which_prompt(house: House) -> None:
    one = await lived(house, "You ski.")
    turn_id = await house.said(one, "I sing", None)
    held = await house.knows(one, "You sing.", turn_id=turn_id, force="held")
    await house.do("update assertion set prompt_version = 7 where id = $1", held)
    key = a_key()
    yes = ChangeAssertion(
        caller=one.who, key=key, assertion_id=held, verb=Verb.COMMIT, version=1, text_hash=text_hash("You sing.")
    )
    await commands.change_memory(house.memory, yes)
    written, erased, agreed = await house.records.rows("select * from audit order by number")
    assert {(row["chain_version"], row["policy_version"]) for row in (written, erased, agreed)} == {(2, POLICY_VERSION)}
    assert [row["prompt_version"] for row in (written, erased, agreed)] == [None, None, 7]
    secret = await house.records.value("select secret from person where id = $1", one.who.person_id)
    assert isinstance(secret, bytes)
    assert agreed["command_hash"] == hmac.digest(secret, key.value.encode(), "sha256")
    assert len({row["command_hash"] for row in (written, erased, agreed)} - {None}) == 3
    assert await faults(house) == {}


async def test_rows_from_before_hold_as_they_did_and_none_is_made_one_of_them(house: House) -> None:
    one = await lived(house, "You ski.")
    for change in ("chain_version = 1", "policy_version = 1", "command_hash = null", "prompt_version = 1"):
        await house.do("create table before as select * from audit")
        await house.do(f"update audit set {change} where number = 1")
        assert await faults(house) == {one.who.person_id: ["changed 1"]}
        await house.do("delete from audit")
        await house.do("insert into audit select * from before")
        await house.do("drop table before")
    assert await faults(house) == {}


async def test_what_was_written_holds_also_of_who_is_gone(house: House) -> None:
    one, other = await lived(house, "You ski.", "You sail."), await lived(house, "You sing.")
    await erase_conversation(house.memory, EraseConversation(caller=other.who, key=a_key()))
    await erase_me(house.memory, EraseMe(caller=other.who, key=a_key()))
    found = await checked(house)
    assert {person.person_id: (person.rows, person.faults) for person in found.people} == {
        one.who.person_id: (3, ()),
        other.who.person_id: (4, ()),
    }
    (only,) = (await checked(house, person_id=one.who.person_id)).people
    assert (only.person_id, only.rows) == (one.who.person_id, 3)


TAMPERING = {
    "update audit set verb = 'restore' where person_id = $1 and number = 2": "changed 2",
    "update audit set content_hash = '\\x00' where person_id = $1 and number = 1": "changed 1",
    "delete from audit where person_id = $1 and number = 2": "missing 2",
    "delete from audit where person_id = $1 and number = 1": "missing 1",
    "delete from audit where person_id = $1 and number = 4": "cut 4",
    "delete from audit where person_id = $1 and number > 1": "cut 2",
}


@pytest.mark.parametrize("sql", TAMPERING)
async def test_where_the_owner_tampered_is_named(house: House, sql: str) -> None:
    one, other = await lived(house, "You ski.", "You sail.", "You sing."), await lived(house, "You swim.")
    assert await faults(house) == {}
    await house.do(sql, one.who.person_id)
    assert await faults(house) == {one.who.person_id: [TAMPERING[sql]]}
    (untouched,) = (await checked(house, person_id=other.who.person_id)).people
    assert untouched.faults == ()


async def test_an_end_that_was_written_down_elsewhere_holds_the_owner_to_it(house: House) -> None:
    one = await lived(house, "You ski.", "You sail.")
    (found,) = (await checked(house)).people
    end = AuditEnd(person_id=one.who.person_id, number=found.number, chain=found.chain)
    assert await faults(house, end) == {}
    await lived(house, "You sing.")
    gone = AuditEnd(person_id=UUID(int=1), number=3, chain="0" * 64)
    assert await faults(house, gone) == {UUID(int=1): ["cut 1"]}
    for table in ("audit", "erasure", "assertion_history"):
        await house.do(f"delete from {table} where person_id = $1", one.who.person_id)
    assert await faults(house) == {}  # nothing in the database tells of it any more
    assert await faults(house, end) == {one.who.person_id: ["cut 1"]}


async def test_pages_leave_nobody_out(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("services.memory.audit.report.ROWS_OF_AN_ANSWER", 1)
    people = {(await lived(house, "You ski.")).who.person_id for _ in range(3)}
    seen, after = list[UUID](), None
    while True:
        page = await check_audit(house.memory, CheckAudit(after=after))
        seen += [one.person_id for one in page.people]
        if (after := page.after) is None:
            break
    assert seen == sorted(people)


# ---- on the terminal, as the operator, over the broker ----


@pytest.fixture
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with a_scene(servers, tmp_path_factory.mktemp("proving")) as scene:
        await scene.crew.start("memory")
        yield scene


async def ops_audit(scene: Scene, *arguments: str) -> str:
    client = await HoldfastClient.connect(scene.servers.nats_url("operator"), "operator")
    try:
        return await audit_on_the_terminal(client, make_parser().parse_args(["ops", "audit", *arguments]))
    finally:
        await client.close()


async def test_the_operator_is_told_who_and_where(
    scene: Scene, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    caller = await new_person(scene.client)
    me = await scene.client.ask(GetMe(caller=caller))
    for content in ("You hide a canary.", "You ski."):
        place = me.personal_engagement_id
        await scene.client.ask(WriteAssertion(caller=caller, key=a_clients_key(), engagement_id=place, content=content))
    ends = tmp_path / "ends"
    assert await ops_audit(scene, "--ends", str(ends)) == "2 rows of 1 person were read; 1 holds."
    kept = ends.read_text()
    assert await ops_audit(scene, "--ends", str(ends), "--person", str(caller.person_id)) != ""
    assert ends.read_text() == kept  # nothing moved
    assert "canary" not in kept
    await scene.records.rows("delete from audit where person_id = $1", caller.person_id)
    with pytest.raises(SorryError, match=re.escape("The audit of 1 of 1 person does not hold.")):
        await ops_audit(scene, "--ends", str(ends))
    told = capsys.readouterr().out
    assert f"{caller.person_id}  it ends before row 1, and something was done after that" in told
    assert ends.read_text() == kept
    with pytest.raises(SorryError, match="id of a person"):
        await ops_audit(scene, "--person", "somebody")
