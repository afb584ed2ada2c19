"""A worker stands still for longer than the broker waits: another takes over, and the first one comes too late."""

import asyncio
from functools import partial

import pytest

from shared.client.feeds import ReplyPart
from shared.contracts.notices import Closed
from shared.contracts.requests.ops import GetStatus, LineStatus
from tests.integration.faults.hurry import hurry, line_is_empty
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_line, heard, new_person
from tests.integration.line.scene import Scene
from tests.tiers import sized

pytestmark = pytest.mark.row("P4", "P5")


STOPPED = [
    ("responder", "respond.mid_stream=stop:4", ["started", "piece", "restarted", "piece", "closed"]),
    ("responder", "respond.before_publish=stop", ["started", "piece", "restarted", "piece", "closed"]),
    ("classifier", "classify.received=stop", ["started", "piece", "closed"]),
    ("memory", "perform.received=stop", ["started", "piece", "closed"]),
]


def _kinds(events: list[ReplyPart]) -> list[str]:
    """The kinds of events, each run of equal ones as one."""
    return [event.event for n, event in enumerate(events) if n == 0 or events[n - 1].event != event.event]


async def test_an_operator_sees_who_is_frozen(scene: Scene) -> None:
    await scene.crew.start_all()

    async def status() -> LineStatus:
        return await scene.client.ask(GetStatus())

    async def all_work() -> bool:
        found = await status()
        return found.chores_seconds is not None and all(stage.listening for stage in found.stages)

    await eventually(all_work)
    frozen = [*scene.crew.of("router"), *scene.crew.of("workers")]
    for worker in frozen:
        worker.freeze()

    async def is_seen() -> bool:
        found = await status()
        silent = {stage.step for stage in found.stages if not stage.listening}
        return silent == {"route"} and (found.chores_seconds or 0) > FROZEN_AFTER

    await eventually(is_seen)
    for worker in frozen:
        worker.go_on()
    await eventually(all_work)


FROZEN_AFTER = 3.0
"""Seconds; a sign comes every second."""


@pytest.mark.parametrize(
    ("service", "failpoint", "shown"),
    sized(STOPPED[::3], STOPPED),
)
async def test_a_worker_that_stood_still_while_another_took_over_changes_nothing(
    scene: Scene, service: str, failpoint: str, shown: list[str]
) -> None:
    stopped = await scene.crew.start(service, failpoints=failpoint) if service == "memory" else None
    await scene.crew.start_all(*({"memory", "classifier", "router", "responder", "workers"} - {service}))
    stopped = stopped or await scene.crew.start(service, failpoints=failpoint)
    await hurry(scene.servers)
    caller = await new_person(scene.client)
    listening = asyncio.create_task(heard(scene.client, a_line(caller, "I had a long day.")))
    await stopped.stopped_itself()
    await scene.crew.start(service)
    await hurry(scene.servers)
    events = await listening
    stopped.go_on()
    await eventually(partial(line_is_empty, scene.servers))

    assert _kinds(events) == shown
    assert isinstance(events[-1], Closed)
    assert await scene.records.conversation(caller.person_id) == [
        ("person", "I had a long day."),
        ("companion", events[-1].reply),
    ]
    assert len(await scene.records.rows("select from applied_step")) == 1
    assert await scene.records.dead_letters() == []
