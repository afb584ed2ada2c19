"""A chat on a terminal: its commands, its card, and lines that break between words; typed as a person types."""

import asyncio
import fcntl
import json
import os
import pty
import re
import struct
import sys
import termios
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from shared.contracts.assertions import AssertionView, Force
from shared.contracts.operations import Offer, OfferItem, OfferKind
from shared.contracts.requests.notebook import OfferView
from tests.integration.doors.commands import MODULE, ROOT, Command, environment
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.scripted_people import Reply

pytestmark = pytest.mark.row("S4")

COLUMNS = 60
SOON = datetime(2099, 1, 1, tzinfo=UTC)
_SIGNS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[>=]|\r")
PROMPT = "you>"


async def chat(home: Path, *dialogue: tuple[str, str]) -> str:
    """Everything on the screen of a chat in which each answer is typed when what it waits for has appeared."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    process = await asyncio.create_subprocess_exec(
        sys.executable, *MODULE, "chat", cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs,
        env=environment(HOLDFAST_HOME=str(home), TERM="xterm", PROMPT_TOOLKIT_NO_CPR="1", NO_COLOR="1"),
    )  # fmt: skip
    os.close(theirs)
    try:
        return await asyncio.wait_for(_talk(ours, [*dialogue, (PROMPT, "/quit")]), 30)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
        os.close(ours)


async def _talk(terminal: int, left: list[tuple[str, str]]) -> str:
    loop, screen, seen = asyncio.get_running_loop(), "", 0
    ready = asyncio.Event()
    os.set_blocking(terminal, False)
    loop.add_reader(terminal, ready.set)
    try:
        while True:
            await ready.wait()
            ready.clear()
            try:
                raw = os.read(terminal, 4_096)
            except BlockingIOError:
                continue
            except OSError:  # the chat has closed its end
                return screen
            screen += _SIGNS.sub("", raw.decode(errors="replace"))
            while left and left[0][0] in screen[seen:]:
                seen = len(screen)
                os.write(terminal, left.pop(0)[1].encode() + b"\r")
    finally:
        loop.remove_reader(terminal)


def person_of(home: Path) -> UUID:
    return UUID(json.loads((home / "person.json").read_text())["person_id"])


def forces(home: Path, memory: ScriptedMemory) -> list[tuple[str, str]]:
    return [(each.content, each.force) for each in memory.book(person_of(home)).assertions.values()]


def item_of(held: AssertionView) -> OfferItem:
    return OfferItem(
        assertion_id=held.assertion_id, display_number=held.display_number, version=held.version,
        text_hash=held.text_hash, shown_text=held.content,
    )  # fmt: skip


def offered(
    home: Path, memory: ScriptedMemory, *contents: str, needs_control: bool, kind: OfferKind = OfferKind.REMEMBER
) -> None:
    items = tuple(item_of(memory.notebook.hold(person_of(home), content)) for content in contents)
    if needs_control:
        items = tuple(item.model_copy(update={"card_for": "private_to_others"}) for item in items)
    offer = Offer(offer_id=uuid4(), kind=kind, items=items, needs_control=needs_control)
    memory.reply = Reply(pieces=("Please decide on the card.",), offer=offer)
    memory.book(person_of(home)).offers[offer.offer_id] = OfferView(
        offer=offer, turn_id=uuid4(), created_at=SOON, expires_at=SOON
    )


async def test_lines_break_between_words(home: Path, memory: ScriptedMemory) -> None:
    words = [f"word{number}" for number in range(40)]
    memory.reply = Reply(pieces=tuple(f"{word} " for word in words))
    screen = await chat(home, (PROMPT, "Hello"), ("word39", ""))
    lines = [line for line in screen.split("\n") if "word" in line]
    assert len(lines) > 4
    assert [word for line in lines for word in line.split()] == words
    assert max(map(len, lines)) <= COLUMNS


@pytest.mark.row("M20")
@pytest.mark.parametrize(("typed", "force"), [("yes", "committed"), ("no", "retracted"), ("", "held")])
async def test_what_needs_the_card_is_asked_and_answered_on_the_terminal(
    home: Path, memory: ScriptedMemory, typed: str, force: str
) -> None:
    offered(home, memory, "Your sister has cancer.", needs_control=True)
    screen = await chat(home, (PROMPT, "My sister has cancer"), ("Enter for later:", typed))
    assert "Your sister has cancer." in screen
    assert "private to somebody else: by your own hand only" in screen
    assert forces(home, memory) == [("Your sister has cancer.", force)]


@pytest.mark.row("U4")
@pytest.mark.parametrize("asked_by", ["My sister has cancer", "/waiting"])
async def test_what_is_no_answer_to_it_is_said_and_it_waits(home: Path, memory: ScriptedMemory, asked_by: str) -> None:
    offered(home, memory, "Your sister has cancer.", needs_control=True)
    await chat(home, (PROMPT, asked_by), ("Enter for later:", "I am so afraid"), ("card.", "\r"))
    said = [line.text for person in memory.persons.values() for turn in person.turns for line in turn.lines]
    assert said[-1] == "I am so afraid"
    assert forces(home, memory) == [("Your sister has cancer.", "held")]


@pytest.mark.row("U10")
async def test_several_are_answered_each_and_what_was_answered_counts(home: Path, memory: ScriptedMemory) -> None:
    offered(home, memory, "Ana has cancer.", "Ben has HIV.", "Cleo left Dan.", needs_control=True)
    later = "Enter for later:"
    await chat(home, (PROMPT, "So much at once"), (later, "yes"), (later, "no"), (later, "enough"), ("card.", "\r"))
    assert [force for _, force in forces(home, memory)] == ["committed", "retracted", "held"]


@pytest.mark.row("M25")
@pytest.mark.parametrize(
    ("typed", "left"),
    [("instead", ["held", "committed"]), ("both", ["committed", "committed"]), ("drop", ["held", "retracted"])],
)
async def test_of_two_that_differ_one_says_which(
    home: Path, memory: ScriptedMemory, typed: str, left: list[str]
) -> None:
    offered(home, memory, "Ana has asthma.", "Ana has COPD.", needs_control=True, kind=OfferKind.CLASH)
    await chat(home, (PROMPT, "Ana has COPD"), ("Enter for later:", typed))
    assert [force for _, force in forces(home, memory)] == left


async def test_what_needs_no_card_is_not_asked_twice(home: Path, memory: ScriptedMemory) -> None:
    offered(home, memory, "You have a cat.", needs_control=False)
    screen = await chat(home, (PROMPT, "I have a cat"), ("card.", ""))
    assert "Enter for later" not in screen
    assert forces(home, memory) == [("You have a cat.", "held")]


async def test_what_waits_is_shown_and_answered_one_by_one(home: Path, memory: ScriptedMemory) -> None:
    for content in ("You have a cat.", "You have a dog.", "You have a fish."):
        memory.notebook.hold(person_of(home), content)
    later = "Enter for later:"
    await chat(home, (PROMPT, "/waiting"), (later, "yes"), (later, ""), (later, "no"))
    assert [force for _, force in forces(home, memory)] == ["committed", "held", "retracted"]


async def test_taken_back_by_its_number_and_undone(home: Path, memory: ScriptedMemory) -> None:
    memory.notebook.hold(person_of(home), "You have a cat.", Force.COMMITTED)
    screen = await chat(home, (PROMPT, "/forget 1"), (PROMPT, "/undo"), (PROMPT, "/notebook"))
    assert "Taken back: 1" in screen
    assert "in use again: 1" in " ".join(screen.split())
    assert forces(home, memory) == [("You have a cat.", "committed")]


async def test_a_yes_is_undone_and_waits_again(home: Path, memory: ScriptedMemory) -> None:
    offered(home, memory, "You have a cat.", needs_control=True)
    screen = await chat(home, (PROMPT, "I have a cat"), ("Enter for later:", "yes"), (PROMPT, "/undo"))
    assert "waits for your yes again" in " ".join(screen.split())
    assert forces(home, memory) == [("You have a cat.", "held")]


async def test_the_commands_say_what_there_is(holdfast: Command, home: Path, memory: ScriptedMemory) -> None:
    memory.notebook.hold(person_of(home), "You have a cat.", Force.COMMITTED)
    ran = await holdfast("chat", said="/help\n/notebook\n/waiting\n/forget the cat\n")
    assert (ran.code, ran.err) == (0, "")
    for verb in ("/why", "/notebook", "/waiting", "/undo", "/forget", "/project", "/quit"):
        assert verb in ran.out
    assert "Known\n   1  You have a cat." in ran.out
    assert "Nothing waits for your yes." in ran.out
    said = [line.text for person in memory.persons.values() for turn in person.turns for line in turn.lines]
    assert said == ["forget the cat"]


async def test_nothing_to_undo_says_so_and_the_talk_goes_on(home: Path, memory: ScriptedMemory) -> None:
    screen = await chat(home, (PROMPT, "/undo"), ("undone.", "Hello"), ("friend.", ""))
    assert "Nothing was changed lately" in screen
    assert memory.persons


async def test_settings_are_shown_and_set(holdfast: Command) -> None:
    shown = json.loads((await holdfast("settings")).out)
    assert (shown["write"], shown["retention_days"]) == (True, None)
    assert json.loads((await holdfast("settings", "write", "off")).out) == {"write": False}
    assert json.loads((await holdfast("settings", "retention_days", "90")).out) == {"retention_days": 90}
    assert json.loads((await holdfast("settings", "retention_days", "none")).out) == {"retention_days": None}
    assert json.loads((await holdfast("settings", "companion_name", "Ada")).out) == {"companion_name": "Ada"}
    assert json.loads((await holdfast("settings", "asking", "together")).out) == {"asking": "together"}
    assert json.loads((await holdfast("settings", "keep_orders_at_once", "on")).out) == {"keep_orders_at_once": True}
    assert json.loads((await holdfast("settings", "always_ask", "health, goals")).out) == {
        "always_ask": ["health", "goals"]
    }
    for wrong in (("colour", "red"), ("write", "maybe"), ("write",)):
        ran = await holdfast("settings", *wrong)
        assert (ran.code, ran.out) == (1, "")
        assert ran.err
