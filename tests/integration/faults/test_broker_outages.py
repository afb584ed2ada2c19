"""The broker dies, or loses what it kept, while replies are in mid-stream: every line that was accepted is answered."""

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest

from shared.contracts.pipeline import REPLIES, TURNS
from tests.integration.faults.hurry import as_memory
from tests.integration.faults.load import Load, under_load
from tests.integration.line.crew import Worker
from tests.integration.line.eventually import eventually
from tests.integration.line.scene import Scene, a_scene
from tests.servers import Servers

pytestmark = pytest.mark.row("P1", "O6")


@pytest.fixture(scope="module")
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    """A whole line that speaks slowly enough to be interrupted."""
    async with a_scene(servers, tmp_path_factory.mktemp("outages")) as scene:
        await asyncio.gather(
            scene.crew.start_all("memory", "classifier", "router", "workers"),
            scene.crew.start("responder", failpoints="respond.mid_stream=sleep:0.1"),
        )
        yield scene


async def _goes_on(load: Load) -> None:
    """Lines that are said from now on are answered too."""
    await load.answers_more(30)


async def _notices(worker: Worker) -> bool:
    return worker.records("broker_error") != []


async def test_a_blip_in_the_middle_of_a_reply_is_nobodys_failure(scene: Scene) -> None:
    async with under_load(scene) as load:
        await load.is_in_mid_stream()
        await scene.servers.broker.stop()
        await eventually(partial(_notices, scene.crew.of("responder")[0]))
        await scene.servers.broker.start()
        await _goes_on(load)
    failed = [record for worker in scene.crew.workers for record in worker.records("step_failed")]
    assert [record for record in failed if record["step"] in {"respond", "close"}] == []


async def test_the_broker_is_killed_again_and_again_and_comes_back_with_nothing(scene: Scene) -> None:
    async with under_load(scene) as load:
        for _ in range(2):
            await load.is_in_mid_stream()
            await scene.servers.broker.kill()
            await scene.servers.broker.start()
            await _goes_on(load)


@pytest.mark.parametrize("stream", [TURNS, REPLIES])
async def test_a_stream_is_deleted(scene: Scene, stream: str) -> None:
    async with under_load(scene) as load, as_memory(scene.servers) as js:
        await load.is_in_mid_stream()
        assert await js.delete_stream(stream)
        await _goes_on(load)


async def test_a_consumer_is_deleted(scene: Scene) -> None:
    async with under_load(scene) as load, as_memory(scene.servers) as js:
        await load.is_in_mid_stream()
        assert await js.delete_consumer(TURNS, "route")
        await _goes_on(load)
