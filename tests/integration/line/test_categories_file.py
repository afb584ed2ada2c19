"""Memory reads its file of categories at the start, on SIGHUP and when it changes; a bad one never counts."""

import signal
from pathlib import Path

import pytest

from services.memory.access.access_file import SHIPPED
from shared.contracts.envelope import Caller, Key
from shared.contracts.errors import CategoryNotAllowedError
from shared.contracts.requests.agents import AddAgent
from shared.contracts.requests.ops import Ping
from shared.contracts.requests.people import AddPerson
from shared.contracts.requests.recall import QueryAsAgent
from shared.settings import DEFAULT_TENANT
from tests.integration.line.crew import Worker
from tests.integration.line.eventually import eventually
from tests.integration.line.scene import Scene

pytestmark = pytest.mark.row("M13")


def _said(worker: Worker, event: str, count: int) -> list[dict[str, object]] | None:
    records = worker.records(event)
    return records if len(records) == count else None


async def test_a_file_that_names_an_undeclared_category_stops_the_start(scene: Scene, tmp_path: Path) -> None:
    path = tmp_path / "categories.yaml"
    path.write_text(SHIPPED.read_text().replace("sees: [goals,", "sees: [moods,"))
    worker = await scene.crew.start("memory", categories=path)
    assert not worker.running
    assert worker.said.splitlines()[-1] == (
        "holdfast: HOLDFAST_CATEGORIES is wrong: the agent “researcher” sees “moods”, which is no category of this file"
    )
    assert "Traceback" not in worker.said


async def test_the_file_is_read_again_on_sighup_and_a_bad_one_keeps_the_old(scene: Scene, tmp_path: Path) -> None:
    path = tmp_path / "categories.yaml"
    path.write_text(SHIPPED.read_text())
    worker = await scene.crew.start("memory", categories=path)

    async def hears(event: str, count: int) -> list[dict[str, object]]:
        worker._child.signal(signal.SIGHUP)

        async def has_said() -> bool:
            return _said(worker, event, count) is not None

        await eventually(has_said)
        return worker.records(event)

    assert (await hears("categories_read", 1))[0]["count"] == 5
    path.write_text("categories: [")
    assert "no well-formed YAML" in str((await hears("categories_kept", 1))[0]["what"])
    path.write_text(SHIPPED.read_text() + "  gardener:\n    sees: [tasks]\n")
    assert (await hears("categories_read", 2))[1]["count"] == 6
    await scene.client.ask(Ping())
    assert await worker.stop() == 0


async def test_what_an_agent_is_granted_changes_with_the_file_while_it_runs(scene: Scene, tmp_path: Path) -> None:
    """First by a signal, then because it is another file by now, as where all services are one process."""
    path = tmp_path / "categories.yaml"
    path.write_text(SHIPPED.read_text())
    worker = await scene.crew.start("memory", categories=path)
    person = await scene.client.ask(AddPerson(tenant_id=DEFAULT_TENANT, key=Key(value="a key", body_hash="")))
    who = Caller(tenant_id=DEFAULT_TENANT, person_id=person.person_id)
    added = await scene.client.ask(AddAgent(caller=who, key=Key(value="another", body_hash=""), agent="researcher"))

    async def is_refused(category: str) -> bool:
        wish = {"agent": "researcher", "token_id": added.token_id, "query": "Ada", "categories": [category]}
        try:
            await scene.client.ask(QueryAsAgent.model_validate({"caller": who, **wish}))
        except CategoryNotAllowedError:
            return True
        return False

    assert not await is_refused("tasks")
    path.write_text(SHIPPED.read_text().replace("[goals, tasks, projects,", "[goals, projects,"))
    worker._child.signal(signal.SIGHUP)
    await eventually(lambda: is_refused("tasks"))
    assert not await is_refused("goals")
    path.write_text(SHIPPED.read_text().replace("[goals, tasks, projects,", "[tasks, projects,"))
    await eventually(lambda: is_refused("goals"))
    assert not await is_refused("tasks")
    assert await worker.stop() == 0
