"""A service dies at each place where it could do harm: nothing is lost, nothing happens twice, there is one reply."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest

from shared.client.feeds import ReplyPart
from shared.contracts.envelope import Caller
from shared.contracts.errors import UncertainError
from shared.contracts.notices import Changed, Closed, Piece, Restarted
from shared.contracts.pipeline import step_subject
from shared.contracts.requests.people import ChangeMe
from shared.contracts.requests.turns import Converse
from tests.integration.faults.hurry import hurry, line_is_empty
from tests.integration.line.copies import recording
from tests.integration.line.crew import Worker
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_key, a_line, closed, failed, heard, new_person, view_of
from tests.integration.line.scene import Scene, a_scene
from tests.servers import Servers
from tests.tiers import sized

pytestmark = pytest.mark.row("P1", "P4", "O6")

IN_A_STEP = [
    *((service, f"{step}.{place}")
      for service, step in (("classifier", "classify"), ("router", "route"), ("responder", "respond"))
      for place in ("received", "before_publish", "before_ack")),
    ("responder", "respond.mid_stream"),
    *(("memory", f"{step}.{place}")
      for step in ("open", "perform")
      for place in ("received", "before_publish", "before_ack")),
    *(("memory", f"close.{place}") for place in ("received", "committed", "before_ack")),
]  # fmt: skip

# Which transaction of a turn: accepting the line is the first, opening the second.
PERFORM, CLOSE = 3, 4
IN_A_TRANSACTION = [
    (f"memory.{place}", number) for number in (PERFORM, CLOSE) for place in ("before_commit", "after_commit")
]


@pytest.fixture(scope="module")
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    """One line for all kills: each test replaces the process that it kills, as a supervisor would."""
    async with a_scene(servers, tmp_path_factory.mktemp("kills")) as scene:
        await scene.crew.start_all()
        await hurry(servers)
        yield scene


@pytest.fixture
async def caller(scene: Scene) -> Caller:
    return await new_person(scene.client)


async def _armed(scene: Scene, service: str, failpoints: str) -> Worker:
    """The only process of its service, which will die."""
    for former in scene.crew.of(service):
        await former.kill()
    armed = await scene.crew.start(service, failpoints=failpoints)
    await hurry(scene.servers)
    return armed


async def _replaced(scene: Scene, armed: Worker) -> None:
    await armed.died()
    await scene.crew.start(armed.name)
    await hurry(scene.servers)


def _shown_at_the_end(events: list[ReplyPart]) -> str:
    """The text that a client shows when it heard everything."""
    text = ""
    for event in events:
        if isinstance(event, Restarted):
            text = ""
        if isinstance(event, Piece):
            text += event.text
    return text


async def _all_is_once(scene: Scene, caller: Caller, *replies: tuple[Converse, Closed]) -> None:
    """Each line and its one reply are there once, in order; nothing is left on the line and nothing was given up."""
    await eventually(partial(line_is_empty, scene.servers))
    await eventually(scene.records.all_done)
    said = [part for line, reply in replies for part in (("person", line.text), ("companion", reply.reply))]
    assert await scene.records.conversation(caller.person_id) == said
    steps = await scene.records.rows("select from applied_step where person_id = $1", caller.person_id)
    assert len(steps) == len(replies)
    mine = "where person_id = $1"
    assert await scene.records.rows(f"select from turn {mine} and status <> 'answered'", caller.person_id) == []
    assert await scene.records.rows(f"select from dead_letter {mine}", caller.person_id) == []


async def _is_answered_though_it_dies(scene: Scene, caller: Caller, service: str, failpoints: str) -> None:
    armed = await _armed(scene, service, failpoints)
    line, following = a_line(caller, "I had a long day."), a_line(caller, "And it rained.")
    listening = asyncio.create_task(heard(scene.client, line))
    await _replaced(scene, armed)
    events = await listening

    assert [event.event for event in events if event.event in {"started", "closed", "failed"}] == ["started", "closed"]
    reply = events[-1]
    assert isinstance(reply, Closed)
    assert _shown_at_the_end(events) in {reply.reply, ""}  # nothing doubled; at worst only the end was heard
    assert (await view_of(scene.client, line)).closed == reply
    await _all_is_once(scene, caller, (line, reply), (following, await closed(scene.client, following)))


@pytest.mark.parametrize(("service", "point"), sized(IN_A_STEP[::4], IN_A_STEP))
async def test_a_turn_is_answered_once_though_its_worker_dies_in_a_step(
    scene: Scene, caller: Caller, service: str, point: str
) -> None:
    await _is_answered_though_it_dies(scene, caller, service, f"{point}=kill")


@pytest.mark.parametrize(("point", "number"), IN_A_TRANSACTION)
async def test_a_turn_is_answered_once_though_memory_dies_around_a_commit(
    scene: Scene, caller: Caller, point: str, number: int
) -> None:
    await _is_answered_though_it_dies(scene, caller, "memory", f"{point}=kill:{number}")


@pytest.mark.parametrize("point", ["memory.before_commit", "memory.after_commit", "accept.committed"])
async def test_a_line_whose_acceptance_was_cut_short_is_told_by_its_key(
    scene: Scene, caller: Caller, point: str
) -> None:
    armed = await _armed(scene, "memory", f"{point}=kill")
    line = a_line(caller, "I had a long day.")
    with pytest.raises(UncertainError) as told:
        await scene.client.ask(line)
    assert told.value.saved == "unknown"
    await _replaced(scene, armed)

    again = await scene.client.ask(line)
    assert again.repeated is (point != "memory.before_commit")
    assert (await scene.client.ask(line)).repeated is True
    await _all_is_once(scene, caller, (line, await closed(scene.client, line)))


async def test_what_waits_begins_though_memory_dies_before_it_could_put_it_on_the_line(
    scene: Scene, caller: Caller
) -> None:
    await scene.crew.stop("responder")
    armed = await _armed(scene, "memory", "close.committed=kill")
    line, waiting = a_line(caller, "I had a long day."), a_line(caller, "And it rained.")
    for one in (line, waiting):
        await scene.client.ask(one)
    await scene.crew.start("responder")
    await _replaced(scene, armed)
    await _all_is_once(
        scene, caller, (line, await closed(scene.client, line)), (waiting, await closed(scene.client, waiting))
    )


async def test_a_turn_that_is_given_up_is_told_though_memory_dies_before_it_could_say_so(
    scene: Scene, caller: Caller
) -> None:
    await scene.crew.stop("responder")
    armed = await _armed(scene, "memory", "end.committed=kill")
    line, waiting = a_line(caller, "I had a long day."), a_line(caller, "And it rained.")
    accepted = await scene.client.ask(line)
    assert accepted.turn_id is not None
    await scene.client.ask(waiting)
    hearing = asyncio.create_task(failed(scene.client, line))
    async with recording(scene.servers) as copies:
        await copies.put(step_subject("perform", accepted.turn_id), b"nothing that can be read")
        await _replaced(scene, armed)
    await scene.crew.start("responder")
    told = await hearing
    assert (told.code, told.saved) == ("could_not_be_processed", False)
    reply = await closed(scene.client, waiting)
    await eventually(partial(line_is_empty, scene.servers))
    assert await scene.records.conversation(caller.person_id) == [
        ("person", line.text),
        ("person", waiting.text),
        ("companion", reply.reply),
    ]
    letters = await scene.records.rows("select turn_id from dead_letter where person_id = $1", caller.person_id)
    assert [letter["turn_id"] for letter in letters] == [accepted.turn_id]


async def test_a_notice_leaves_though_memory_dies_right_after_what_caused_it(scene: Scene, caller: Caller) -> None:
    armed = await _armed(scene, "memory", "memory.after_commit=kill")
    change = ChangeMe(caller=caller, key=a_key(), companion_name="Ada")
    async with scene.client.listen(caller.person_id) as listener:
        with pytest.raises(UncertainError):
            await scene.client.ask(change)
        await _replaced(scene, armed)
        heard: list[object] = []
        async with asyncio.timeout(30):
            while not heard:
                heard += [one.event for one in await listener.next(30)]
    assert heard == [Changed(what="me")]
    assert (await scene.client.ask(change)).companion_name == "Ada"

    async def nothing_is_left() -> bool:
        return await scene.records.rows("select from outbox") == []

    await eventually(nothing_is_left)


async def test_all_services_killed_at_once_lose_nothing(scene: Scene, caller: Caller) -> None:
    others = [await new_person(scene.client) for _ in range(8)]
    lines = [a_line(one, f"line {number}") for one in (caller, *others) for number in range(3)]
    for line in lines:
        await scene.client.ask(line)
    await asyncio.gather(*(worker.kill() for worker in scene.crew.workers if worker.running))
    await scene.crew.start_all()
    await hurry(scene.servers)

    await eventually(scene.records.all_done)
    for one in (caller, *others):
        said = [text for role, text in await scene.records.conversation(one.person_id) if role == "person"]
        assert said == ["line 0", "line 1", "line 2"]
        wrong = "select from turn where person_id = $1 and status <> 'answered'"
        assert await scene.records.rows(wrong, one.person_id) == []
