"""The `holdfast` command as a person runs it: in a pipe, on a terminal, for the operator, and when it cannot."""

import asyncio
import json
import os
import pty
import re
import sys
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from shared.contracts.envelope import Request
from shared.contracts.message import Message
from shared.contracts.notices import Failed
from shared.contracts.requests.ops import (
    DeadLetterList,
    DeadLetterView,
    GetStatus,
    LineStatus,
    ListDeadLetters,
    ListWork,
    ReplayDeadLetter,
    Replayed,
    StageStatus,
    WorkList,
    WorkState,
    WorkView,
)
from tests.integration.doors.broker import Broker
from tests.integration.doors.commands import MODULE, ROOT, Command, Ran, environment
from tests.integration.doors.open_gateway import OpenGateway, open_gateway
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.scripted_people import Reply

BEGIN = "“holdfast project add NAME” begins one."


async def test_one_line_one_reply(holdfast: Command) -> None:
    assert await holdfast("say", "Hello") == Ran(0, "Hello there, friend.\n", "")


async def test_json_has_the_fields_of_the_answer_on_one_line(holdfast: Command) -> None:
    ran = await holdfast("say", "Hello", "--json")
    assert ran.code == 0
    assert ran.out.count("\n") == 1
    assert {"turn_id", "covers", "reply", "intent", "action", "offer", "memory"} <= set(json.loads(ran.out))


async def test_the_steps_are_told_aside(holdfast: Command) -> None:
    ran = await holdfast("say", "Hello", "--steps")
    assert ran.out == "Hello there, friend.\n"
    assert [line.split()[0] for line in ran.err.splitlines()] == ["open", "respond", "whole"]


async def test_a_pipe_of_lines_is_a_conversation(holdfast: Command, memory: ScriptedMemory) -> None:
    ran = await holdfast("chat", said="Hello\n\n  And more \n")
    assert ran == Ran(0, "Hello there, friend.\n" * 2, "")
    lines = [line for person in memory.persons.values() for turn in person.turns for line in turn.lines]
    assert [(line.text, line.channel) for line in lines] == [("Hello", "cli"), ("And more", "cli")]


async def test_the_commands_of_a_talk_hold_in_a_pipe_too(holdfast: Command, memory: ScriptedMemory) -> None:
    assert (await holdfast("project", "add", "My Garden")).code == 0
    ran = await holdfast("chat", said="/help\n/project my garden\nHello\n/quit\nNot said\n")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("leave (Ctrl-D does, too)\nHello there, friend.\n")
    lines = [line for person in memory.persons.values() for turn in person.turns for line in turn.lines]
    assert [(line.text, line.project_id is not None) for line in lines] == [("Hello", True)]


async def test_a_project_is_begun_and_listed(holdfast: Command) -> None:
    begun = await holdfast("project", "add", "My Garden", "--about", "Three raised beds.")
    assert (json.loads(begun.out)["title"], json.loads(begun.out)["seed"]) == ("My Garden", "Three raised beds.")
    listed = [json.loads(line) for line in (await holdfast("project", "list")).out.splitlines()]
    assert [(each["title"], each["status"]) for each in listed] == [("My Garden", "active")]


async def test_a_project_is_found_by_its_name(
    holdfast: Command, gateway: OpenGateway, home: Path, memory: ScriptedMemory
) -> None:
    token = json.loads((home / "person.json").read_text())["token"]
    headers = {"Authorization": f"Bearer {token}"}
    made = await gateway.http.post("/v1/engagements", json={"title": "My Garden"}, headers=headers)
    assert (await holdfast("say", "Hello", "--project", "my garden")).code == 0
    lines = [line for person in memory.persons.values() for turn in person.turns for line in turn.lines]
    assert str(lines[0].project_id) == made.json()["engagement_id"]
    unknown = await holdfast("chat", "--project", "House", said="Hello\n")
    assert unknown == Ran(1, "", f"There is no project called “House”. Your projects: “My Garden”. {BEGIN}\n")


async def test_what_is_wrong_is_one_plain_sentence(holdfast: Command, memory: ScriptedMemory) -> None:
    assert await holdfast("say", "x" * 4_001) == Ran(1, "", "“message” may have at most 4,000 characters.\n")
    assert await holdfast("say", " ") == Ran(1, "", "The message is empty.\n")
    assert await holdfast("say", "Hello", HOLDFAST_TOKEN="nobody-knows-this") == Ran(
        1, "", "This needs a valid token; whoever was erased has none any more.\n"
    )
    memory.reply = Reply(fails=Failed(turn_id=uuid4(), covers=(), code="x", detail="That took too long.", saved=False))
    assert await holdfast("say", "Hello") == Ran(1, "", "That took too long.\n")
    away = await holdfast("say", "Hello", HOLDFAST_URL="http://127.0.0.1:1")
    assert away == Ran(1, "", "No Holdfast answers at http://127.0.0.1:1. “holdfast up” starts one.\n")


async def test_with_nobody_signed_in_it_says_how_to_begin(holdfast: Command, tmp_path: Path) -> None:
    ran = await holdfast("say", "Hello", HOLDFAST_HOME=str(tmp_path / "none"))
    assert ran.code == 1
    assert "holdfast up" in ran.err


async def test_what_is_not_understood_ends_with_two(holdfast: Command) -> None:
    for arguments in (["nonsense"], ["say"], ["ops"], ["ops", "replay"], ["completion", "fish"], []):
        assert (await holdfast(*arguments)).code == 2


async def test_what_a_terminal_would_obey_is_not_printed(holdfast: Command, memory: ScriptedMemory) -> None:
    memory.reply = Reply(pieces=("\x1b[2J\x1b]0;evil\x07clear", "\r\x9b1mtext"))
    assert (await holdfast("say", "Hello")).out == "[2J]0;evilclear1mtext\n"


async def test_a_reply_is_taken_up_again_at_the_next_gateway(
    holdfast: Command, memory: ScriptedMemory, broker: Broker
) -> None:
    memory.reply = Reply(pieces=("one ", "two ", "three"), pause=0.4)
    async with open_gateway(broker) as first:
        port = first.server.port
        saying = asyncio.ensure_future(holdfast("say", "Hello", HOLDFAST_URL=first.url))
        while not any(person.turns for person in memory.persons.values()):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.5)
    async with open_gateway(broker, port=port):
        assert await saying == Ran(0, "one two three\n", "")
    assert len([turn for person in memory.persons.values() for turn in person.turns]) == 1


@pytest.mark.row("P7")
async def test_on_a_terminal_it_talks(home: Path, memory: ScriptedMemory) -> None:
    memory.reply = Reply(pieces=("Nice ", "to see ", "you."), pause=0.01)
    ours, theirs = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        sys.executable, *MODULE, "chat", cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs,
        env=environment(HOLDFAST_HOME=str(home), TERM="xterm", PROMPT_TOOLKIT_NO_CPR="1"),
    )  # fmt: skip
    os.close(theirs)
    screen = await _type(ours, [(b"you>", b"Hello\r"), (b"you.", b"/help\r"), (b"/quit", b"/quit\r")])
    assert await asyncio.wait_for(process.wait(), 10) == 0
    os.close(ours)
    assert b"Nice to see you." in screen
    assert b"You can talk now." in screen
    assert [line.text for person in memory.persons.values() for turn in person.turns for line in turn.lines] == [
        "Hello"
    ]


async def _type(terminal: int, dialogue: list[tuple[bytes, bytes]]) -> bytes:
    """Types each answer when what it waits for has appeared on the screen."""
    loop, screen = asyncio.get_running_loop(), b""
    for awaited, typed in dialogue:
        fresh = b""
        while awaited not in fresh:
            fresh += await asyncio.wait_for(loop.run_in_executor(None, os.read, terminal, 4_096), 15)
        screen += fresh
        await asyncio.sleep(0.2)
        os.write(terminal, typed)
    return screen


@pytest.mark.row("O1")
async def test_the_operator_makes_a_person(holdfast: Command, memory: ScriptedMemory) -> None:
    ran = await holdfast("admin", "person", "add", "--name", "Ada", "--json")
    added = json.loads(ran.out)
    assert {"person_id", "token"} <= set(added)
    assert "Ada" in {person.me.companion_name for person in memory.persons.values()}
    told = await holdfast("admin", "person", "add")
    assert "The token is shown this once" in told.out


@pytest.mark.row("P6")
async def test_the_operator_sees_the_line_and_replays(holdfast: Command, broker: Broker) -> None:
    connection = await broker.connect()
    letter = DeadLetterView.model_validate(
        {"dead_letter_id": uuid4(), "turn_id": uuid4(), "step": "classify", "reason": "not JSON", "attempts": 5,
         "created_at": "2026-01-02T03:04:05Z", "replayed_at": None},
    )  # fmt: skip
    stages = (
        StageStatus(step="classify", waiting=12, in_progress=8, redelivered=1),
        StageStatus(step="close", waiting=0, in_progress=0, redelivered=0),
    )
    work = WorkView.model_validate(
        {"work_id": uuid4(), "line": "compression", "state": "failed", "step": "extract", "steps_done": ["gather"],
         "priority": 0, "attempt": 2, "offered": 3, "tries": 2, "restarts": 1, "created_at": "2026-01-02T00:00:00Z",
         "not_before": "2026-01-02T00:00:00Z", "deadline": None, "ended_at": "2026-01-02T00:20:00Z",
         "reason": "extract: took too long"},
    )  # fmt: skip
    answers: dict[type[Request[Any]], Message] = {
        GetStatus: LineStatus(
            stages=stages, active_turns=20, oldest_active_seconds=1.25, waiting_lines=3, dead_letters=1
        ),
        ListDeadLetters: DeadLetterList(dead_letters=(letter,)),
        ReplayDeadLetter: Replayed(turn_id=uuid4()),
        ListWork: WorkList(works=(work,)),
    }
    asked: list[bytes] = []
    for kind, answer in answers.items():
        envelope = b'{"ok":true,"answer":' + answer.model_dump_json().encode() + b"}"

        async def respond(msg, envelope: bytes = envelope) -> None:  # type: ignore[no-untyped-def]  # noqa: ANN001
            if msg.subject == ListWork.subject:
                asked.append(msg.data)
            await msg.respond(envelope)

        await connection.subscribe(kind.subject, cb=respond)
    await connection.flush()
    status = await holdfast("ops", "status")
    assert "classify                  12        8        1         0" in status.out
    assert "Nobody works on close: its workers are frozen or away." in status.out
    assert "The chores give no sign" in status.out
    assert "20 turns in flight, the oldest for 1.2 s; 3 lines wait; 1 dead letters" in status.out
    assert json.loads((await holdfast("ops", "status", "--json")).out)["active_turns"] == 20
    assert "not JSON" in (await holdfast("ops", "dead")).out
    assert "is on the line again" in (await holdfast("ops", "replay", str(letter.dead_letter_id))).out
    assert await holdfast("ops", "replay", "x") == Ran(1, "", "That is not an id; “holdfast ops dead” lists them.\n")
    hints = [json.loads(line) for line in (await holdfast("ops", "scale-hint", "--json")).out.splitlines()]
    assert [(hint["step"], hint["service"], hint["workers"]) for hint in hints] == [
        ("classify", "classifier", 3), ("close", "memory", 1),
    ]  # fmt: skip
    assert f"{work.work_id}  compression failed  extract    1    2 2026-01-02 00:00:00  extract: took too long" in (
        (await holdfast("ops", "work")).out
    )
    told = json.loads((await holdfast("ops", "work", "--state", "failed", "--json")).out)
    assert (told["work_id"], told["steps_done"]) == (str(work.work_id), ["gather"])
    assert [ListWork.model_validate_json(one).state for one in asked] == [None, WorkState.FAILED]
    assert (await holdfast("ops", "work", "--state", "lost")).code == 2
    await connection.close()


async def test_a_link_signs_a_page_in_once(holdfast: Command, gateway: OpenGateway) -> None:
    ran = await holdfast("link")
    assert ran.code == 0
    assert re.fullmatch(r"It opens the page once, until \d\d:\d\d\.\n", ran.err)
    address, _, code = ran.out.strip().partition("/#code=")
    assert address == str(gateway.http.base_url).rstrip("/")
    assert (await gateway.http.post("/v1/session", json={"code": code})).is_success
    assert (await gateway.http.post("/v1/session", json={"code": code})).status_code == 401
    again = json.loads((await holdfast("link", "--json")).out)
    assert again.keys() == {"link", "expires_at"}
    assert again["link"] not in ran.out


async def test_a_broker_that_does_not_answer_is_said_without_its_password(holdfast: Command) -> None:
    ran = await holdfast("ops", "status", HOLDFAST_NATS_URL="nats://operator:secret@127.0.0.1:1")
    assert ran == Ran(1, "", "The broker does not answer at 127.0.0.1:1, or refuses this user.\n")


async def test_the_release_and_the_completion(holdfast: Command) -> None:
    assert (await holdfast("--version")).out.startswith("holdfast 0.")
    for shell in ("bash", "zsh"):
        script = (await holdfast("completion", shell)).out
        check = await asyncio.create_subprocess_exec("bash", "-n", stdin=asyncio.subprocess.PIPE)
        await check.communicate(script.encode())
        assert check.returncode == 0
        assert '"ops"*) offers="-h --help status dead scale-hint events work replay audit ledger"' in script
