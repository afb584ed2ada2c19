"""A worker whose time stood still comes too late, and finds that its turn no longer counts."""

from datetime import timedelta
from uuid import UUID

import pytest

from shared.contracts.envelope import Caller
from shared.contracts.notices import Closed, Failed
from shared.contracts.requests.turns import Converse
from tests.integration.line.copies import recording
from tests.integration.line.crew import Worker
from tests.integration.line.eventually import eventually
from tests.integration.line.own_watch import a_watch
from tests.integration.line.people import a_line, closed, new_person, view_of
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("P4", "P1")

PAST_THE_DEADLINE = timedelta(hours=1)


async def _swept_while_memory_stands_still(scene: Scene, line: Converse, memory: Worker) -> Failed:
    """Hands in a line, waits until memory stopped itself, and sweeps the turn; gives what the person was told."""
    async with scene.client.listen(line.caller.person_id) as listener:
        await scene.client.ask(line)
        await memory.stopped_itself()
        async with a_watch(scene.servers, scene.database, later=PAST_THE_DEADLINE) as watch:
            await watch.look()
        told: list[object] = []
        while not isinstance(told[-1] if told else None, Failed):
            told += [heard.event for heard in await listener.next(30)]
    assert isinstance(told[-1], Failed)
    return told[-1]


async def _stale(worker: Worker, step: str, turn_id: UUID) -> None:
    async def recorded() -> bool:
        return any(r["step"] == step and r["turn_id"] == str(turn_id) for r in worker.records("stale"))

    await eventually(recorded)


@pytest.fixture
async def caller(scene: Scene) -> Caller:
    await scene.crew.start_all("memory", "classifier", "router", "responder")
    caller = await new_person(scene.client)
    await scene.crew.stop("memory")
    return caller


async def test_a_worker_that_stood_still_before_perform_does_nothing_when_it_goes_on(
    scene: Scene, caller: Caller
) -> None:
    memory = await scene.crew.start("memory", failpoints="perform.received=stop:1")
    line = a_line(caller, "I moved to Lisbon.")
    told = await _swept_while_memory_stands_still(scene, line, memory)
    assert (told.code, told.saved) == ("too_late", False)
    assert "Nothing was remembered" in told.detail

    memory.go_on()
    await _stale(memory, "perform", told.turn_id)
    assert await scene.records.rows("select * from applied_step") == []  # what was said is true
    assert (await view_of(scene.client, line)).failed == told
    assert await scene.records.conversation(caller.person_id) == [("person", "I moved to Lisbon.")]
    await closed(scene.client, a_line(caller, "Hello again"))


async def test_a_worker_that_stood_still_after_perform_makes_no_answer_out_of_nowhere(
    scene: Scene, caller: Caller
) -> None:
    memory = await scene.crew.start("memory", failpoints="perform.before_publish=stop:1")
    line = a_line(caller, "Good morning!")
    told = await _swept_while_memory_stands_still(scene, line, memory)
    assert told.saved is False  # performing it changed no memory

    async with scene.client.listen(caller.person_id) as listener:
        memory.go_on()
        await _stale(memory, "close", told.turn_id)  # it was answered, and the answer came too late
        await closed(scene.client, a_line(caller, "Hello again"))
        ends = [h.event for h in await listener.next(1) if isinstance(h.event, Closed)]
    assert told.turn_id not in {event.turn_id for event in ends}
    assert (await view_of(scene.client, line)).failed == told
    assert "Good morning!" in [text for _, text in await scene.records.conversation(caller.person_id)]


async def test_what_was_kept_before_the_sweep_is_said_to_be_kept(scene: Scene, caller: Caller) -> None:
    memory = await scene.crew.start("memory", failpoints="perform.before_publish=stop:1")
    line = a_line(caller, "I moved to Lisbon.")
    async with scene.client.listen(caller.person_id) as listener:
        await scene.client.ask(line)
        await memory.stopped_itself()
        assert await scene.records.value("select force from assertion") == "held"
        async with a_watch(scene.servers, scene.database, later=PAST_THE_DEADLINE) as watch:
            await watch.look()
        ends = [h.event for h in await listener.next(30) if isinstance(h.event, Failed)]
    assert [event.saved for event in ends] == [True]
    assert "was kept" in ends[0].detail
    memory.go_on()


async def test_a_turn_whose_stored_form_cannot_be_read_ends_all_the_same(scene: Scene, caller: Caller) -> None:
    memory = await scene.crew.start("memory", failpoints="perform.before_publish=stop:1")
    async with scene.client.listen(caller.person_id) as listener:
        await scene.client.ask(a_line(caller, "I moved to Lisbon."))
        await memory.stopped_itself()
        await scene.records.rows("update applied_step set form = 'not a form'")
        async with a_watch(scene.servers, scene.database, later=PAST_THE_DEADLINE) as watch:
            await watch.look()
        ends = [h.event for h in await listener.next(30) if isinstance(h.event, Failed)]
    assert [event.saved for event in ends] == [True]
    memory.go_on()


async def test_a_reply_to_a_turn_that_is_over_is_dropped(scene: Scene) -> None:
    await scene.crew.start_all("memory", "classifier", "router", "responder")
    (memory,) = scene.crew.of("memory")
    async with recording(scene.servers) as copies:
        caller = await new_person(scene.client)
        first = await closed(scene.client, a_line(caller, "Hello"))
        before = await scene.records.conversation(caller.person_id)
        for copy in list(copies.seen):
            await copies.again(copy)
        await eventually(copies.line_is_empty)
        await _stale(memory, "open", first.turn_id)
        await _stale(memory, "perform", first.turn_id)
        assert await scene.records.conversation(caller.person_id) == before
