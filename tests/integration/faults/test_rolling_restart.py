"""Services are replaced while persons talk: nobody notices."""

import asyncio

import pytest

from tests.integration.faults.load import under_load
from tests.integration.line.crew import LINE_PARTS
from tests.integration.line.people import a_line, new_person
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("P1", "O6")


async def test_every_service_can_be_replaced_under_load_without_one_failed_turn(scene: Scene) -> None:
    await scene.crew.start_all()
    async with under_load(scene) as load:
        for service in LINE_PARTS:
            (former,) = scene.crew.of(service)
            await scene.crew.start(service)
            assert await former.stop() == 0  # it drained and ended by itself
            await load.answers_more()
    assert load.refused == []


async def test_what_was_asked_before_a_service_is_told_to_stop_is_answered(scene: Scene) -> None:
    memory = await scene.crew.start("memory", concurrency=1, failpoints="memory.before_commit=sleep:0.2")
    caller = await new_person(scene.client)
    asked = [asyncio.create_task(scene.client.ask(a_line(caller, f"line {number}"))) for number in range(6)]
    await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)  # one is done, so the others are at the service too
    assert await memory.stop() == 0
    assert [answer.repeated for answer in await asyncio.gather(*asked)] == [False] * len(asked)
    assert await scene.records.value("select count(*) from line") == len(asked)
