"""Memory at the terminal: the notebook and the hand on it, search, why, taking along, bringing back, erasing."""

import asyncio
import json
import os
import pty
import stat
import sys
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from shared.contracts.assertions import AssertionView, Force
from shared.contracts.errors import UnavailableError
from shared.contracts.notices import Closed, Failed, Piece, Started
from shared.contracts.requests.notebook import ChangeAssertion, ListAssertions
from shared.contracts.requests.transfer import ExportMemory, ExportPart
from tests.integration.doors.commands import MODULE, ROOT, Command, Ran, environment
from tests.integration.doors.open_gateway import OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.scripted_notebook import change_of
from tests.integration.doors.scripted_people import Person as Whose
from tests.integration.doors.scripted_people import Reply

pytestmark = pytest.mark.row("S4")


class Person:
    """Whose terminal it is, and what is kept of them."""

    def __init__(self, home: Path, memory: ScriptedMemory) -> None:
        kept = json.loads((home / "person.json").read_text())
        self.person_id, self.token = UUID(kept["person_id"]), kept["token"]
        self.memory = memory

    def hold(self, content: str, force: Force = Force.HELD, **more: object) -> AssertionView:
        return self.memory.notebook.hold(self.person_id, content, force, **more)

    @property
    def kept(self) -> list[tuple[int, str, str]]:
        found = self.memory.book(self.person_id).assertions.values()
        return [(each.display_number, each.force, each.content) for each in found]


@pytest.fixture
def person(home: Path, memory: ScriptedMemory) -> Person:
    return Person(home, memory)


async def on_terminal(home: Path, *arguments: str, typed: bytes = b"", awaited: bytes = b"") -> tuple[int, str]:
    """The command on a terminal of its own: how it ended, and everything that was on the screen."""
    ours, theirs = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        sys.executable, *MODULE, *arguments, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs,
        env=environment(HOLDFAST_HOME=str(home), TERM="xterm"),
    )  # fmt: skip
    os.close(theirs)
    loop, screen = asyncio.get_running_loop(), b""
    while True:
        try:
            screen += await asyncio.wait_for(loop.run_in_executor(None, os.read, ours, 4_096), 15)
        except OSError:  # the last who had the other end has closed it
            break
        if typed and awaited in screen:
            os.write(ours, typed)
            typed = b""
    os.close(ours)
    return await asyncio.wait_for(process.wait(), 10), screen.decode().replace("\r\n", "\n")


# ---- the notebook ------------------------------------------------------------------------------------------------


async def test_into_a_pipe_the_notebook_is_json_lines(holdfast: Command, person: Person) -> None:
    held = [person.hold("You have a cat."), person.hold("You have a dog.", Force.COMMITTED)]
    ran = await holdfast("notebook")
    assert (ran.code, ran.err) == (0, "")
    assert [json.loads(line) for line in ran.out.splitlines()] == [
        each.model_dump(mode="json") for each in reversed(held)
    ]
    committed = await holdfast("notebook", "--force", "committed", "--json")
    assert [json.loads(line)["content"] for line in committed.out.splitlines()] == ["You have a dog."]
    for number in range(120):
        person.hold(f"You have {number} fish.")
    assert (await holdfast("notebook")).out.count("\n") == 122


async def test_on_a_terminal_the_notebook_is_grouped(home: Path, person: Person) -> None:
    person.hold("You have a cat.", created_at="2020-01-01T00:00:00Z")
    person.hold("You have a \x1b[2Jdog.", Force.COMMITTED, pinned=True)
    person.hold("You live in Rome.", Force.RETRACTED, reason="forgotten")
    code, screen = await on_terminal(home, "notebook")
    assert code == 0
    lines = [line.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "") for line in screen.splitlines()]
    assert lines == [
        "Waiting for your word",
        "   1  You have a cat.  (over a year ago)",
        "Known",
        "   2  You have a [2Jdog.  (pinned)",
        "1 taken back; “holdfast notebook --force retracted” lists them.",
    ]
    _, retracted = await on_terminal(home, "notebook", "--force", "retracted")
    assert "   3  You live in Rome." in retracted
    assert "(forgotten)" in retracted


async def test_nothing_yet(home: Path, person: Person) -> None:
    assert await on_terminal(home, "notebook") == (0, "Nothing yet.\n")
    assert person.kept == []


async def test_the_hand_on_it_shows_what_it_acts_on(holdfast: Command, person: Person, memory: ScriptedMemory) -> None:
    held = person.hold("You have a cat.")
    ran = await holdfast("notebook", "refine", "1", "You have two cats.")
    assert "   1  You have a cat." in ran.err
    assert json.loads(ran.out)["action"] == "refined"
    assert (await holdfast("notebook", "commit", "1")).code == 0
    for verb, more in (("pin", ()), ("unpin", ()), ("importance", ("5",)), ("correct", ("You have 3 cats.",))):
        assert (await holdfast("notebook", verb, "1", *more)).code == 0, verb
    assert (await holdfast("notebook", "retract", "1", "--never-again")).code == 0
    assert (await holdfast("notebook", "restore", "1")).code == 0
    assert person.kept == [(1, "committed", "You have 3 cats.")]
    asked = [asked for asked in memory.asked if isinstance(asked, ChangeAssertion)]
    assert all(each.text_hash for each in asked), "bound to the text that was shown"
    assert asked[0].text_hash == held.text_hash
    assert [each.never_again for each in asked if each.verb == "retract"] == [True]


async def test_on_a_terminal_it_says_what_it_did(home: Path, person: Person) -> None:
    person.hold("You have a cat.")
    code, screen = await on_terminal(home, "notebook", "commit", "1")
    assert code == 0
    assert "1  You have a cat." in screen
    assert screen.endswith("\nKept.\n")


@pytest.mark.row("M25")
async def test_what_does_not_fit_is_told_with_the_ways_out_and_what_took_whose_place(
    holdfast: Command, home: Path, person: Person
) -> None:
    known = person.hold("You live in Miami.", Force.COMMITTED)
    person.hold("You live in Lisbon.")
    person.memory.book(person.person_id).unfit["You live in Lisbon."] = known.assertion_id
    clash = await holdfast("notebook", "commit", "2")
    assert (clash.code, clash.out) == (1, "")
    assert clash.err.endswith(
        "Nothing was kept: it cannot be meant beside 1, “You live in Miami.”\n"
        "“holdfast notebook commit 2” replaces that, “both 2” keeps the two, “reject 2” drops this.\n"
    )
    _, screen = await on_terminal(home, "notebook", "commit", "2")
    assert screen.endswith("Kept. It took the place of 1, “You live in Miami.”\n")
    assert [force for _, force, _ in person.kept] == ["retracted", "committed"]


@pytest.mark.row("M25")
async def test_both_can_stay(home: Path, person: Person) -> None:
    known = person.hold("You live in Miami.", Force.COMMITTED)
    person.hold("You live in Lisbon.", replaces_id=known.assertion_id)
    _, screen = await on_terminal(home, "notebook", "both", "2")
    assert screen.endswith("Both are kept.\n")
    assert [force for _, force, _ in person.kept] == ["committed", "committed"]


async def test_a_memory_is_moved_and_written(
    holdfast: Command, person: Person, gateway: OpenGateway, memory: ScriptedMemory
) -> None:
    headers = {"Authorization": f"Bearer {person.token}"}
    made = await gateway.http.post("/v1/engagements", json={"title": "My Garden"}, headers=headers)
    person.hold("The soil is sandy.")
    assert (await holdfast("notebook", "move", "1", "my garden")).code == 0
    assert (await holdfast("notebook")).out == ""
    listed = (await holdfast("notebook", "--project", "My Garden")).out
    assert json.loads(listed)["engagement_id"] == made.json()["engagement_id"]
    assert (await holdfast("notebook", "--project", "My Garden", "move", "1", "story")).code == 0
    written = await holdfast("notebook", "write", "You prefer tea.", "--project", "My Garden")
    assert json.loads(written.out)["force"] == "committed"
    assert json.loads(written.out)["engagement_id"] == made.json()["engagement_id"]
    assert len(memory.book(person.person_id).assertions) == 2


async def test_what_happened_to_it(holdfast: Command, home: Path, person: Person) -> None:
    person.hold("You have a cat.")
    await holdfast("notebook", "refine", "1", "You have two cats.")
    entries = [json.loads(line) for line in (await holdfast("notebook", "history", "1")).out.splitlines()]
    assert [entry["new"] for entry in entries] == ["You have a cat.", "You have two cats."]
    _, screen = await on_terminal(home, "notebook", "history", "1")
    assert "refine by person" in screen


async def test_what_cannot_be_done_is_said(holdfast: Command, person: Person) -> None:
    person.hold("You have a cat.")
    unknown = await holdfast("notebook", "commit", "7")
    assert unknown == Ran(1, "", "There is no number 7 there. “holdfast notebook” shows them.\n")
    ran = await holdfast("notebook", "restore", "1")
    assert ran.code == 1
    assert ran.err.endswith("This memory is held; it cannot be changed by “restore”.\n")
    for arguments in (["commit"], ["commit", "x"], ["refine", "1"], ["importance", "1", "9"], ["dance", "1"]):
        assert (await holdfast("notebook", *arguments)).code == 2, arguments


# ---- search and why ----------------------------------------------------------------------------------------------


async def test_search_finds_what_is_known(holdfast: Command, home: Path, person: Person) -> None:
    person.hold("You like tea.", Force.COMMITTED)
    person.hold("You like coffee.")
    ran = await holdfast("search", "tea", "or", "coffee")
    assert [json.loads(line)["assertion"]["content"] for line in ran.out.splitlines()] == ["You like tea."]
    _, screen = await on_terminal(home, "search", "tea")
    assert "1  You like tea." in screen
    assert "(Your Story)" in screen
    assert await on_terminal(home, "search", "wine") == (0, "Nothing that is known fits.\n")
    assert await holdfast("search", "wine") == Ran(0, "", "")


@pytest.mark.row("S1")
async def test_why_explains_the_last_answer_or_another(
    holdfast: Command, home: Path, person: Person, memory: ScriptedMemory
) -> None:
    assert await holdfast("why") == Ran(1, "", "Nothing was answered lately that could be explained.\n")
    turn = json.loads((await holdfast("say", "Hello", "--json")).out)["turn_id"]
    await holdfast("say", "And more")
    memory.reply = Reply(fails=Failed(turn_id=uuid4(), covers=(), code="x", detail="Sorry.", saved=False))
    await holdfast("say", "This fails")
    last = json.loads((await holdfast("why")).out)
    assert last["said"] == ["And more"]
    assert json.loads((await holdfast("why", turn)).out)["said"] == ["Hello"]
    _, screen = await on_terminal(home, "why", turn)
    assert "general_conversation (93%" in screen
    assert "offline rules" in screen
    asked = (await holdfast("why", "nonsense")).err
    assert asked.startswith("“nonsense” is no id of a turn and no number of a memory")
    assert (await holdfast("why", str(uuid4()))).code == 1
    assert person.kept == []


@pytest.mark.row("S1")
async def test_why_takes_the_number_of_a_memory(holdfast: Command, person: Person) -> None:
    turn = json.loads((await holdfast("say", "I have a cat", "--json")).out)["turn_id"]
    person.hold("You have a cat.", turn_id=turn)
    person.hold("You have a dog.")
    assert json.loads((await holdfast("why", "1")).out)["said"] == ["I have a cat"]
    assert "holdfast notebook history 2" in (await holdfast("why", "2")).err
    assert (await holdfast("why", "3")).err == "There is no number 3 there. “holdfast notebook” shows them.\n"


# ---- taking along and bringing back ------------------------------------------------------------------------------


@pytest.mark.row("S6")
async def test_everything_is_taken_along(holdfast: Command, person: Person, tmp_path: Path) -> None:
    for number in range(5):
        person.hold(f"You have {number} cats.")
    ran = await holdfast("export")
    assert len(json.loads(ran.out)["assertions"]) == 5
    file = tmp_path / "all.md"
    ran = await holdfast("export", "--format", "markdown", "--out", str(file))
    assert ran == Ran(0, "", f"Everything is in {file}.\n")
    assert "## Your Story" in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.row("S6")
async def test_on_a_terminal_it_shows_how_far_it_is(home: Path, person: Person, tmp_path: Path) -> None:
    for number in range(5):
        person.hold(f"You have {number} cats.")
    code, screen = await on_terminal(home, "export", "--out", str(tmp_path / "all.json"))
    assert code == 0
    assert " of 12 rows" in screen
    assert json.loads((tmp_path / "all.json").read_text())["holdfast_export"] == 2


@pytest.mark.row("S6")
async def test_an_export_that_breaks_off_leaves_no_file(
    holdfast: Command, person: Person, memory: ScriptedMemory, tmp_path: Path
) -> None:
    for number in range(9):
        person.hold(f"You have {number} cats.")
    answer = memory._answers[ExportMemory]

    def sometimes(request: ExportMemory) -> object:
        if request.part is ExportPart.ASSERTIONS and request.after == "4":
            raise UnavailableError("database")
        return answer(request)

    memory._answers[ExportMemory] = sometimes  # type: ignore[assignment]
    try:
        ran = await holdfast("export", "--out", str(tmp_path / "all.json"))
    finally:
        memory._answers[ExportMemory] = answer
    assert ran == Ran(1, "", "The connection broke off; what has come is not whole.\n")
    assert not list(tmp_path.glob("all*"))


@pytest.mark.row("S6")
async def test_an_export_is_brought_back_and_confirmed(
    holdfast: Command, home: Path, person: Person, tmp_path: Path
) -> None:
    person.hold("You have a cat.", Force.COMMITTED)
    file = tmp_path / "all.json"
    await holdfast("export", "--out", str(file))
    assert (await holdfast("erase", "1", said="erase\n")).code == 0
    held = await holdfast("import", str(file), said="no\n")
    assert json.loads(held.out)["status"] == "held"
    assert "1 memory is in the file" in held.err
    assert [force for _, force, _ in person.kept] == ["held"]
    code, screen = await on_terminal(home, "import", str(file), typed=b"yes\n", awaited=b"Type")
    assert code == 0
    assert screen.endswith("1 memory came in, with the standing of before.\n")
    assert [force for _, force, _ in person.kept] == ["committed"]
    again = await holdfast("import", str(file))
    assert "memory is in the file" not in again.err
    _, screen = await on_terminal(home, "import", str(file))
    assert screen.endswith("was brought in and confirmed before; nothing changed now.\n")
    assert (await holdfast("import", str(tmp_path / "none.json"))).code == 1
    (tmp_path / "all.md").write_text("# Everything")
    read = await holdfast("import", str(tmp_path / "all.md"))
    assert "only that can be brought in" in read.err
    (tmp_path / "bad.json").write_text("{")
    bad = await holdfast("import", str(tmp_path / "bad.json"))
    assert bad == Ran(1, "", "The body is not one well-formed JSON document in UTF-8.\n")


@pytest.mark.row("S6")
async def test_a_long_import_is_watched_to_its_end(
    holdfast: Command, home: Path, person: Person, memory: ScriptedMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bar where somebody looks; into a pipe goes nothing but how it stands at the end."""
    for number in range(3):
        person.hold(f"You have {number} cats.", Force.COMMITTED)
    file = home / "all.json"
    await holdfast("export", "--out", str(file))
    monkeypatch.setattr(memory.notebook, "takes_long", True)
    held = await holdfast("import", str(file), said="no\n")
    state = json.loads(held.out)
    assert (state["status"], state["done"]) == ("held", state["total"])
    assert "rows" not in held.err
    file.write_text(file.read_text() + " ")  # another file
    code, screen = await on_terminal(home, "import", str(file), typed=b"yes\n", awaited=b"Type")
    assert code == 0
    assert f"] 0 of {state['total']} rows came in" in screen
    assert f"] 0 of {state['total']} rows have their standing again" in screen
    assert screen.endswith("3 memories came in, with the standing of before.\n")


# ---- erasing -----------------------------------------------------------------------------------------------------


@pytest.mark.row("M9", "M26")
async def test_one_memory_is_erased_after_asking(holdfast: Command, home: Path, person: Person) -> None:
    person.hold("You have a cat.")
    person.hold("You have a dog.")
    for said in ("", "yes\n", "Erase\n"):
        ran = await holdfast("erase", "1", said=said)
        assert ran.code == 1
        assert ran.err.endswith("Nothing was erased.\n")
        assert "1  You have a cat." in ran.err
    assert len(person.kept) == 2
    ran = await holdfast("erase", "1", said="erase\n")
    assert json.loads(ran.out)["status"] == "gone"
    assert [content for *_, content in person.kept] == ["You have a dog."]
    code, screen = await on_terminal(home, "erase", "2", typed=b"erase\n", awaited=b"Type")
    assert code == 0
    assert "It is gone.\nLooked for it in 1 place and found nothing.\nRemoved: 1 assertion.\n" in screen
    assert person.kept == []


@pytest.mark.row("M27")
async def test_the_newest_line_is_taken_out_of_the_talk_after_asking(
    holdfast: Command, person: Person, memory: ScriptedMemory
) -> None:
    await holdfast("say", "Hello")
    await holdfast("say", "Write nothing of this")
    ran = await holdfast("erase", "line", said="erase\n")
    assert (ran.code, "you> Write nothing of this" in ran.err) == (1, True)
    receipt = await holdfast("erase", "line", said="erase line\n")
    assert json.loads(receipt.out)["scope"] == "line"
    said = [line.text for turn in memory.persons[person.person_id].turns for line in turn.lines]
    assert said == ["Hello", "[erased]"]
    assert (await holdfast("erase", "line", "--memories", "move", said="erase line\n")).code == 1


@pytest.mark.row("M9")
async def test_the_conversation_and_everything_are_erased_by_their_names(
    holdfast: Command, person: Person, memory: ScriptedMemory
) -> None:
    await holdfast("say", "Hello")
    assert (await holdfast("erase", "conversation", said="erase\n")).code == 1
    assert memory.persons[person.person_id].turns
    receipt = await holdfast("erase", "conversation", said="erase conversation\n")
    assert json.loads(receipt.out)["scope"] == "conversation"
    one = ("erase", "conversation", str(uuid4()))
    assert (await holdfast("erase", "conversation", "../conversation", said="erase conversation\n")).code == 1
    assert (await holdfast(*one, "--memories", "move", said="erase conversation\n")).code == 1
    assert (await holdfast(*one, said="keep\nerase\n")).code == 1
    unknown = await holdfast(*one, "--memories", "erase", said="erase conversation\n")
    assert (unknown.code, unknown.err.endswith("There is no such conversation.\n")) == (1, True)
    assert (await holdfast("erase", "everything", said="erase conversation\n")).code == 1
    receipt = await holdfast("erase", "everything", said="erase everything\n")
    assert json.loads(receipt.out)["scope"] == "person"
    assert person.person_id not in memory.persons
    sentence = "This needs a valid token; whoever was erased has none any more.\n"
    assert await holdfast("say", "Hello") == Ran(1, "", sentence)
    assert (await holdfast("erase", "nonsense")).code == 1


@pytest.mark.row("M25")
async def test_the_notebook_is_shown_as_it_was_at_the_end_of_a_day(
    holdfast: Command, person: Person, memory: ScriptedMemory
) -> None:
    person.hold("You have a cat.")
    assert (await holdfast("notebook", "--as-of", "2026-05-01")).code == 0
    asked = [one.as_of for one in memory.asked if isinstance(one, ListAssertions)]
    end = datetime(2026, 5, 1, 23, 59, 59, 999_999).astimezone(UTC)  # here, wherever that is
    assert asked == [end, end]
    refused = await holdfast("notebook", "--as-of", "2026-05-01", "commit", "1")
    assert (refused.code, refused.out) == (1, "")
    assert (await holdfast("notebook", "--as-of", "in May")).err.startswith("--as-of takes a day")


@pytest.mark.row("M9")
async def test_a_project_is_erased_by_its_name_when_it_is_said_what_becomes_of_its_memories(
    holdfast: Command, person: Person, gateway: OpenGateway, memory: ScriptedMemory
) -> None:
    headers = {"Authorization": f"Bearer {person.token}"}

    def left() -> list[str]:
        return [each.title for each in memory.persons[person.person_id].engagements.values()]

    await gateway.http.post("/v1/engagements", json={"title": "Aviary"}, headers=headers)
    for said in ("", "keep\n", "move\nerase\n"):
        ran = await holdfast("erase", "project", "Aviary", said=said)
        assert (ran.code, left()) == (1, ["Your Story", "Aviary"])
    assert (await holdfast("erase", "project")).code == 1
    assert (await holdfast("erase", "conversation", "Aviary", said="erase conversation\n")).code == 1
    receipt = await holdfast("erase", "project", "aviary", said="move\nerase project\n")
    assert (json.loads(receipt.out)["scope"], left()) == ("project", ["Your Story"])
    await gateway.http.post("/v1/engagements", json={"title": "Aviary"}, headers=headers)
    receipt = await holdfast("erase", "project", "Aviary", "--memories", "erase", said="erase project\n")
    assert (receipt.code, left()) == (0, ["Your Story"])


# ---- beside it ---------------------------------------------------------------------------------------------------


async def test_after_a_reply_it_says_faintly_what_was_kept(home: Path, person: Person, memory: ScriptedMemory) -> None:
    held = person.hold("You have a cat.", Force.COMMITTED)
    other = person.hold("You have a dog.")
    said = memory.say

    async def with_changes(person: Whose, event: Started | Piece | Closed | Failed) -> None:
        if isinstance(event, Closed):
            event = event.model_copy(update={"memory": (change_of(held), change_of(other))})
        await said(person, event)

    memory.say = with_changes  # type: ignore[method-assign]
    try:
        _, screen = await on_terminal(home, "say", "Hello")
    finally:
        del memory.say
    assert "\x1b[2m[kept 1] [held 2]\x1b[0m" in screen


async def test_the_completion_knows_it_all(holdfast: Command) -> None:
    script = (await holdfast("completion", "bash")).out
    for command in ("notebook", "search", "why", "export", "import", "erase"):
        assert f" {command} " in script.split('offers="')[-1] or command in script
    assert '"notebook importance"*) offers="' in script
