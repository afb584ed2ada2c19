"""What conversations left, at the terminal: what is open, settled by number; Your Story; the greeting."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4

import pytest

from shared.contracts.assertions import Force
from shared.contracts.entities import EntityType
from shared.contracts.requests.conversations import TalkMemory, ThreadView
from tests.integration.doors.commands import Command
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.test_http_terminal_chat import PROMPT, chat, person_of

pytestmark = pytest.mark.row("S4")


def opened(home: Path, memory: ScriptedMemory, text: str, who: str = "") -> ThreadView:
    """Something that is open."""
    thread = ThreadView(
        thread_id=uuid4(), entity_type=EntityType.WAITING_ON if who else EntityType.TASK, text=text, who=who,
        since=datetime.now(UTC) - timedelta(days=9), stale=True, engagement_id=uuid4(), memory_id=uuid4(),
        conversation_id=None, open=True,
    )  # fmt: skip
    memory.book(person_of(home)).threads[thread.thread_id] = thread
    return thread


def meant(home: Path, memory: ScriptedMemory, narrative: str) -> TalkMemory:
    """What a conversation meant."""
    one = TalkMemory(
        assertion_id=uuid4(), conversation_id=None, engagement_id=uuid4(), display_number=1, narrative=narrative,
        original=narrative, edited=False, force=Force.COMMITTED, version=1, text_hash="", at=datetime.now(UTC),
        reduced=True, model="",
    )  # fmt: skip
    memory.book(person_of(home)).talk_memories[one.assertion_id] = one
    return one


def standing(home: Path, memory: ScriptedMemory, thread_id: UUID) -> ThreadView:
    return memory.book(person_of(home)).threads[thread_id]


async def test_what_is_open_is_listed_and_settled_by_its_number(
    home: Path, memory: ScriptedMemory, holdfast: Command
) -> None:
    lease = opened(home, memory, "the signed lease", "Jonas")
    opened(home, memory, "cancel the old lease")
    listed = [json.loads(each) for each in (await holdfast("threads")).out.splitlines()]
    assert [each["text"] for each in listed] == ["the signed lease", "cancel the old lease"]
    settled = json.loads((await holdfast("threads", "resolve", "1")).out)
    assert (settled["thread_id"], settled["open"]) == (str(lease.thread_id), False)
    assert json.loads((await holdfast("threads", "--settled")).out)["text"] == "the signed lease"
    await holdfast("threads", "reopen", str(lease.thread_id))
    assert standing(home, memory, lease.thread_id).open
    refused = await holdfast("threads", "resolve", "7")
    assert (refused.code, refused.err) == (1, "There is no number 7 there. “holdfast threads” shows them.\n")


async def test_what_is_open_is_reworded_and_has_a_day(home: Path, memory: ScriptedMemory, holdfast: Command) -> None:
    thread = opened(home, memory, "cancel the lease")
    await holdfast("threads", "edit", "1", "cancel the old lease")
    await holdfast("threads", "due", "1", "2031-06-01")
    now = standing(home, memory, thread.thread_id)
    assert (now.text, str(now.due)) == ("cancel the old lease", "2031-06-01")
    await holdfast("threads", "due", "1", "none")
    assert standing(home, memory, thread.thread_id).due is None


async def test_your_story_is_a_line_each_into_a_pipe(home: Path, memory: ScriptedMemory, holdfast: Command) -> None:
    meant(home, memory, "You chose Lisbon.")
    assert json.loads((await holdfast("story")).out)["narrative"] == "You chose Lisbon."
    assert json.loads((await holdfast("greeting")).out)["text"] == ""


async def test_the_chat_shows_what_is_open(home: Path, memory: ScriptedMemory) -> None:
    opened(home, memory, "the signed lease", "Jonas")
    screen = " ".join((await chat(home, (PROMPT, "/threads"), ("for long)", "/greeting"), ("just now", ""))).split())
    assert "1 Jonas: the signed lease (waiting for, since 1 week ago, nobody spoke of it for long)" in screen
    assert "There is nothing to say just now." in screen
