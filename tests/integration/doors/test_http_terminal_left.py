"""What conversations left, at the terminal: what is open, settled by number; Your Story; the greeting."""

import json
from argparse import Namespace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from uuid import UUID, uuid4

import pytest

from services.terminal import archive_cmd
from services.terminal.close_cmd import LOOK_AT_IT
from shared.contracts.assertions import Force
from shared.contracts.entities import Delta, DeltaType, Entity, EntityType, NamedDecision, NamedWaitingOn
from shared.contracts.requests.conversations import (
    ChangeConversation,
    ConversationStatus,
    ConversationView,
    Draft,
    TalkMemory,
    ThreadView,
)
from tests.integration.doors.commands import Command
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.scripted_people import Reply
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


ASKED = "Enter for later:"


@pytest.fixture
def draft(home: Path, memory: ScriptedMemory) -> Draft:
    """What the conversation that is being closed would leave."""
    entities = (
        Entity(entity_id=uuid4(), turn_id=None, quote="", data=NamedDecision(what="take the flat")),
        Entity(entity_id=uuid4(), turn_id=None, quote="", data=NamedWaitingOn(who="Jonas", what="the lease")),
    )
    delta = Delta(
        delta_id=uuid4(), delta_type=DeltaType.NEW_WAITING_ON, entity_id=entities[1].entity_id, text="Jonas: the lease",
        confidence=1,
    )  # fmt: skip
    now = datetime.now(UTC)
    story = memory.book(person_of(home)).story
    draft = Draft(
        version=1, memory_id=uuid4(), narrative="You chose Lisbon.", text_hash="", entities=entities, deltas=(delta,),
        suggested_engagement_id=story, suggestion_confidence=0.8, suggestion_reason="It is about you.", reduced=True,
        passes=1, took_ms=1, thought_by=(), made_at=now,
    )  # fmt: skip
    view = ConversationView(
        conversation_id=uuid4(), status=ConversationStatus.READY_TO_CLOSE, paused=False, began_at=now,
        last_message_at=now, closed_at=now, archived_at=None, turns=4, kept=None, draft=draft,
    )  # fmt: skip
    memory.book(person_of(home)).conversations[view.conversation_id] = view
    return draft


def asked_last(memory: ScriptedMemory) -> ChangeConversation:
    """The last thing that was done with a conversation."""
    return [one for one in memory.asked if isinstance(one, ChangeConversation)][-1]


@pytest.mark.parametrize(
    ("typed", "verb"),
    [("yes", "confirm"), ("nothing", "keep_nothing"), ("go on", "resume")],
)
async def test_in_the_chat_a_conversation_is_closed_and_decided(
    home: Path, memory: ScriptedMemory, draft: Draft, typed: str, verb: str
) -> None:
    screen = " ".join((await chat(home, (PROMPT, "/close"), (ASKED, typed), (PROMPT, ""))).split())
    assert "You chose Lisbon. 1 take the flat (decided) 2 Jonas: the lease (waiting for)" in screen
    assert "It goes to Your Story. It is about you." in screen
    assert "This is reduced" in screen
    done = asked_last(memory)
    assert done.verb == verb
    if verb == "confirm":
        (kept,) = done.memories
        assert (kept.narrative, len(kept.entity_ids), done.version) == (draft.narrative, 2, 1)


async def test_what_is_edited_and_left_out_is_what_a_yes_keeps(
    home: Path, memory: ScriptedMemory, draft: Draft
) -> None:
    screen = await chat(
        home, (PROMPT, "/close"), (ASKED, "edit"), ("How should it read?", "I chose Lisbon."), (ASKED, "without 2"),
        (ASKED, "what"), (ASKED, "yes"), ("Kept;", ""),
    )  # fmt: skip
    assert "I did not understand that." in screen
    done = asked_last(memory)
    (kept,) = done.memories
    assert (kept.narrative, kept.entity_ids) == ("I chose Lisbon.", (draft.entities[0].entity_id,))
    assert done.without_deltas == (draft.deltas[0].delta_id,)


async def test_whoever_closes_by_words_sees_what_it_meant_and_decides(
    home: Path, memory: ScriptedMemory, draft: Draft
) -> None:
    memory.reply = Reply(pieces=("Then we wrap up.",), code="closing")
    screen = " ".join((await chat(home, (PROMPT, "let's wrap up"), (ASKED, "Nothing"), (PROMPT, ""))).split())
    assert f"Then we wrap up. What this conversation meant {draft.narrative}" in screen
    assert asked_last(memory).verb == "keep_nothing"


async def test_another_line_to_an_untouched_draft_is_said_as_any_line(
    home: Path, memory: ScriptedMemory, draft: Draft
) -> None:
    await chat(home, (PROMPT, "/close"), (ASKED, "no, keep nothing of it"), ("friend.", ""))
    said = [line.text for person in memory.persons.values() for turn in person.turns for line in turn.lines]
    assert said == ["no, keep nothing of it"]
    assert [one for one in memory.asked if isinstance(one, ChangeConversation)] == []
    assert draft.version == 1


@pytest.mark.parametrize("code", [None, "closing"])
async def test_a_single_line_that_closes_says_where_the_draft_is(
    memory: ScriptedMemory, holdfast: Command, code: str | None
) -> None:
    memory.reply = Reply(pieces=("Then we wrap up.",), code=code)
    ran = await holdfast("say", "let's wrap up")
    assert (ran.out, LOOK_AT_IT in ran.err) == ("Then we wrap up.\n", code is not None)


def test_an_archive_with_nothing_in_it_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(archive_cmd, "person_account", lambda: None)
    monkeypatch.setattr(archive_cmd, "Calls", lambda _: SimpleNamespace(get=lambda _: '{"conversations": []}'))
    monkeypatch.setattr(archive_cmd, "wants_json", lambda _: False)
    archive_cmd.run(Namespace(show=None, words=[], json=False))
    assert capsys.readouterr().out == f"{archive_cmd.NOTHING_THERE}\n"


async def test_into_a_pipe_goes_what_it_would_leave_and_nothing_is_decided(
    memory: ScriptedMemory, draft: Draft, holdfast: Command
) -> None:
    told = json.loads((await holdfast("close")).out)
    assert told["draft"]["narrative"] == draft.narrative
    assert [one for one in memory.asked if isinstance(one, ChangeConversation)] == []
