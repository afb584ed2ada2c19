"""What was erased after a backup was made is erased again when that backup is brought back."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest

from deploy.embedded.account import database_uid
from deploy.embedded.binaries import find_binaries
from services.memory.audit.report import check_audit, read_ledger
from services.memory.erasure.erase import erase_conversation, erase_me
from services.memory.erasure.ledger_copy import LedgerFile
from services.memory.erasure.ledger_replay import replay_ledger
from services.memory.notebook import commands
from services.terminal.audit_cmd import read_ledger as ledger_on_the_terminal
from services.terminal.main import make_parser
from services.terminal.terminal_error import SorryError
from shared.client.holdfast_client import HoldfastClient
from shared.contracts.requests.erasure import EraseConversation, EraseMe, Receipt
from shared.contracts.requests.notebook import ChangeAssertion, Verb, WriteAssertion
from shared.contracts.requests.ops import CheckAudit, ErasedAgain, LedgerEntry, ReadLedger, ReplayLedger
from shared.contracts.requests.people import GetMe
from shared.ledger_file import append_entries, entries_in
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_key as a_clients_key
from tests.integration.line.people import new_person
from tests.integration.line.scene import Scene, a_scene
from tests.integration.memory.house import House, Inhabitant, a_key
from tests.integration.memory.kept import kept_of
from tests.servers import Servers

pytestmark = [pytest.mark.row("M9", "M26"), pytest.mark.alone]
CANARY = "You hide a canary."
ASIDE = "My neighbour sells balloons."


async def run(program: str, *arguments: str) -> None:
    process = await asyncio.create_subprocess_exec(
        find_binaries(database_uid())[program], *arguments, stderr=asyncio.subprocess.PIPE
    )
    _, told = await process.communicate()
    assert process.returncode == 0, told.decode()


@dataclass(frozen=True)
class Backup:
    """A dump of the whole database."""

    house: House
    file: Path

    async def make(self) -> None:
        await run("pg_dump", "--format=custom", f"--file={self.file}", self.house.database.admin_url)

    async def bring_back(self) -> None:
        """As an operator does it: the database is as it was, and nobody has a connection from before."""
        await self.house.memory.drain()
        await self.house.memory.database.dispose()
        url = self.house.database.admin_url
        await run("pg_restore", "--clean", "--if-exists", "--single-transaction", f"--dbname={url}", str(self.file))


@pytest.fixture
def backup(house: House, tmp_path: Path) -> Backup:
    return Backup(house, tmp_path / "backup")


async def ledger_of(house: House) -> tuple[LedgerEntry, ...]:
    page = await read_ledger(house.memory, ReadLedger())
    assert page.after is None
    return page.entries


async def replayed(house: House, *entries: LedgerEntry) -> list[ErasedAgain]:
    return list((await replay_ledger(house.memory, ReplayLedger(entries=entries))).entries)


async def all_that_is_stored(house: House) -> str:
    """Every row of every table, as text."""
    tables = await house.records.rows("select tablename from pg_tables where schemaname = 'public'")
    rows = [await house.records.rows(f'select t::text as row from "{table["tablename"]}" t') for table in tables]
    return "\n".join(str(row["row"]) for table in rows for row in table)


async def erased(house: House, one: Inhabitant, assertion_id: UUID, *, never_again: bool = False) -> Receipt:
    command = ChangeAssertion(
        caller=one.who, key=a_key(), assertion_id=assertion_id, verb=Verb.ERASE, version=1, never_again=never_again
    )
    receipt = (await commands.change_memory(house.memory, command)).receipt
    assert receipt is not None
    return receipt


async def refused(house: House, one: Inhabitant) -> list[object]:
    rows = await house.records.rows("select text from refusal where person_id = $1", one.who.person_id)
    return [row["text"] for row in rows]


async def test_a_memory_that_was_erased_goes_again_and_nothing_else_does(house: House, backup: Backup) -> None:
    one, other = await house.person(), await house.person()
    turn_id = await house.said(one, "I hide a canary, and it rains", "I note: you hide a canary.")
    known = await house.knows(one, CANARY, "I hide a canary", turn_id=turn_id)
    await house.knows(one, "You ski.")
    await house.knows(other, CANARY)
    await backup.make()
    theirs = await kept_of(house.records, other.who.person_id)
    receipt = await erased(house, one, known, never_again=True)
    ledger = await ledger_of(house)

    await backup.bring_back()
    assert await house.records.value("select count(*) from assertion where id = $1", known) == 1
    (again,) = await replayed(house, *ledger)
    assert again == ErasedAgain(erasure_id=receipt.receipt_id, outcome="erased", status="gone")
    told = await house.records.rows("select content from message where person_id = $1", one.who.person_id)
    assert sorted(row["content"] for row in told) == ["I note: [erased].", "[erased], and it rains"]
    left = await house.records.rows("select content from assertion where person_id = $1", one.who.person_id)
    assert [row["content"] for row in left] == ["You ski."]
    assert await refused(house, one) == [CANARY]
    assert await kept_of(house.records, other.who.person_id) == theirs
    (entry,) = await ledger_of(house)
    assert entry.model_copy(update={"at": ledger[0].at}) == ledger[0]
    assert [one.outcome for one in await replayed(house, *ledger)] == ["known"]
    assert await house.records.value("select count(*) from open_look") == 0


async def test_talk_that_was_erased_goes_again_and_what_was_said_since_stays(house: House, backup: Backup) -> None:
    one = await house.person()
    turn_id = await house.said(one, f"{ASIDE} I ski.", "I see.")
    await house.knows(one, "You ski.", f"{ASIDE} I ski.", turn_id=turn_id)
    await backup.make()
    await erase_conversation(house.memory, EraseConversation(caller=one.who, key=a_key()))
    ledger = await ledger_of(house)

    await backup.bring_back()
    since = await house.said(one, "hello again", "Hello.")
    (again,) = await replayed(house, *ledger)
    assert (again.outcome, again.status) == ("erased", "gone")
    assert "balloons" not in await all_that_is_stored(house)
    turns = await house.records.rows("select id from turn where person_id = $1", one.who.person_id)
    assert [row["id"] for row in turns] == [since]
    assert (
        await house.records.value("select content from assertion where person_id = $1", one.who.person_id) == "You ski."
    )


async def test_who_erased_themself_is_gone_again_and_told_so(house: House, backup: Backup) -> None:
    one, other = await house.person(), await house.person()
    await house.knows(one, CANARY)
    await house.knows(other, "You ski.")
    await backup.make()
    theirs = await kept_of(house.records, other.who.person_id)
    command = EraseMe(caller=one.who, key=a_key())
    receipt = await erase_me(house.memory, command)
    ledger = await ledger_of(house)

    await backup.bring_back()
    (again,) = await replayed(house, *ledger)
    assert (again.outcome, again.status) == ("erased", "gone")
    assert "canary" not in await all_that_is_stored(house)
    assert await kept_of(house.records, other.who.person_id) == theirs
    told = await erase_me(house.memory, command)
    assert (told.receipt_id, told.status) == (receipt.receipt_id, "gone")
    assert all(not person.faults for person in (await check_audit(house.memory, CheckAudit())).people)


async def test_what_is_not_in_the_backup_is_entered_so_that_no_file_brings_it_back(
    house: House, backup: Backup
) -> None:
    one = await house.person()
    await backup.make()
    known = await house.knows(one, CANARY)
    await erased(house, one, known)
    late = await house.person()
    await erase_me(house.memory, EraseMe(caller=late.who, key=a_key()))
    ledger = await ledger_of(house)

    await backup.bring_back()
    assert [one.outcome for one in await replayed(house, *ledger)] == ["nothing_left", "nothing_left"]
    assert {entry.erasure_id for entry in await ledger_of(house)} == {entry.erasure_id for entry in ledger}
    subjects = "select subjects from erasure where person_id = $1"
    assert await house.records.value(subjects, one.who.person_id) == [known]
    assert all(not person.faults for person in (await check_audit(house.memory, CheckAudit())).people)


# ---- the file beside the backups ----


async def test_the_file_gets_each_erasure_once_and_no_words(house: House, tmp_path: Path) -> None:
    file, one = tmp_path / "ledger", await house.person()
    kept = LedgerFile(file)
    await kept.keep(house.memory)
    assert not file.exists()
    await erased(house, one, await house.knows(one, CANARY), never_again=True)
    await kept.keep(house.memory)
    await erased(house, one, await house.knows(one, "You ski."))
    await kept.keep(house.memory)
    await kept.keep(house.memory)
    await LedgerFile(file).keep(house.memory)  # as after a restart
    assert tuple(entries_in(file)) == await ledger_of(house)
    assert len(file.read_bytes().splitlines()) == 2
    assert "canary" not in file.read_text()
    assert file.stat().st_mode & 0o077 == 0
    file.unlink()
    await kept.keep(house.memory)
    assert tuple(entries_in(file)) == await ledger_of(house)


async def test_a_line_that_broke_off_is_written_again(house: House, tmp_path: Path) -> None:
    file, one = tmp_path / "ledger", await house.person()
    await erased(house, one, await house.knows(one, CANARY))
    append_entries(file, await ledger_of(house))
    file.write_bytes(file.read_bytes()[:40])
    await LedgerFile(file).keep(house.memory)
    assert tuple(entries_in(file)) == await ledger_of(house)


# ---- on the terminal, as the operator, over the broker ----


async def ops_ledger(scene: Scene, *arguments: str) -> str:
    client = await HoldfastClient.connect(scene.servers.nats_url("operator"), "operator")
    try:
        return await ledger_on_the_terminal(client, make_parser().parse_args(["ops", "ledger", *arguments]))
    finally:
        await client.close()


@pytest.fixture
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    async with a_scene(servers, tmp_path_factory.mktemp("replaying")) as scene:
        yield scene


async def test_the_chore_and_the_operator_write_the_same_file(scene: Scene, tmp_path: Path) -> None:
    kept, mine = tmp_path / "kept", tmp_path / "mine"
    await scene.crew.start("memory")
    await scene.crew.start("workers", ledger_file=str(kept), sweep_seconds=0.1)
    caller = await new_person(scene.client)
    me = await scene.client.ask(GetMe(caller=caller))
    asked = {"caller": caller, "engagement_id": me.personal_engagement_id, "content": CANARY}
    written = await scene.client.ask(WriteAssertion.model_validate({**asked, "key": a_clients_key()}))
    await scene.client.ask(
        ChangeAssertion(
            caller=caller, key=a_clients_key(), assertion_id=written.assertion_id, verb=Verb.ERASE, version=1
        )
    )

    async def is_kept() -> bool:
        return kept.exists() and bool(kept.read_bytes())

    await eventually(is_kept)
    assert await ops_ledger(scene, "export", str(mine)) == "1 erasures were added; the file has 1."
    assert await ops_ledger(scene, "export", str(mine)) == "0 erasures were added; the file has 1."
    assert mine.read_bytes() == kept.read_bytes() == (await ops_ledger(scene, "export")).encode() + b"\n"
    told = await ops_ledger(scene, "replay", str(mine))
    assert told == "1 erasures: 0 were done again, of 0 there was nothing, 1 were known."
    with pytest.raises(SorryError, match="there is no such file"):
        await ops_ledger(scene, "replay", str(tmp_path / "elsewhere"))
