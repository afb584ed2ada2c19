"""A process that cannot do its work says so, and names what it lacks."""

import httpx
import pytest

from deploy.embedded.ports import LOOPBACK, free_port
from shared.contracts.pipeline import TURNS
from tests.integration.faults.hurry import as_memory
from tests.integration.line.crew import Crew
from tests.integration.line.eventually import eventually
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("O4")


class Health:
    """The health of one process."""

    def __init__(self) -> None:
        self._port = free_port()

    async def of(self, crew: Crew, service: str) -> None:
        await crew.start(service, health_port=self._port)
        assert await self._get("/healthz") == 200
        await self.is_ready()

    async def is_ready(self) -> None:
        async def ready() -> bool:
            return await self._get("/readyz") == 200

        await eventually(ready)

    async def lacks(self, what: str) -> None:
        async def lacking() -> bool:
            async with httpx.AsyncClient(base_url=f"http://{LOOPBACK}:{self._port}", timeout=10) as http:
                answer = await http.get("/readyz")
            return answer.status_code == 503 and what in answer.json()["away"]

        await eventually(lacking)
        assert await self._get("/healthz") == 200  # a restart would not help

    async def _get(self, path: str) -> int:
        async with httpx.AsyncClient(base_url=f"http://{LOOPBACK}:{self._port}", timeout=10) as http:
            return (await http.get(path)).status_code


async def test_a_stage_without_its_consumer_is_not_ready(scene: Scene) -> None:
    await scene.crew.start("memory")
    health = Health()
    await health.of(scene.crew, "classifier")
    await scene.crew.stop("memory")  # who would make it again
    async with as_memory(scene.servers) as js:
        await js.delete_consumer(TURNS, "classify")
    await health.lacks("consumer")
    await scene.crew.start("memory")
    await health.is_ready()


async def test_memory_without_its_database_is_not_ready(scene: Scene) -> None:
    health = Health()
    await health.of(scene.crew, "memory")
    await scene.servers.database.stop()
    await health.lacks("database")
    await scene.servers.database.start()
    await health.is_ready()


async def test_the_chores_without_the_broker_are_not_ready(scene: Scene) -> None:
    await scene.crew.start("memory")
    health = Health()
    await health.of(scene.crew, "workers")
    await scene.servers.broker.stop()
    await health.lacks("stream")
    await scene.servers.broker.start()
    await health.is_ready()
