"""One turn is one trace, whichever processes it goes through; nobody's words are in it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest

from deploy.embedded.ports import LOOPBACK, free_port
from shared.contracts.pipeline import LINE
from tests.integration.line.crew import LINE_PARTS
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_line, closed, new_person
from tests.integration.line.scene import Scene, a_scene
from tests.integration.tracing.collector import Collector, SeenSpan, a_collector
from tests.servers import Servers

pytestmark = pytest.mark.row("O4")

SERVICES = {f"holdfast-{name}" for name in ("gateway", "memory", "classifier", "router", "responder")}
ADMIN_TOKEN = "an-admin-token-for-tests"


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[Collector]:
    with a_collector() as collector:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "100")
        yield collector


@pytest.fixture
async def scene(servers: Servers, tmp_path: Path, collector: Collector) -> AsyncIterator[Scene]:
    """A line whose services trace."""
    assert not collector.spans
    async with a_scene(servers, tmp_path) as scene:
        await asyncio.gather(*(scene.crew.start(name, trace=True) for name in LINE_PARTS))
        yield scene


async def closings(collector: Collector, count: int) -> list[list[SeenSpan]]:
    """The traces in which a turn was closed, once there are so many."""

    async def found() -> list[list[SeenSpan]]:
        traces = [spans for spans in collector.traces().values() if steps_of(spans).count("close")]
        return traces if len(traces) >= count else []

    return await eventually(found)


def steps_of(spans: list[SeenSpan]) -> list[str]:
    """The steps that handled something in this trace."""
    handled = [span.name.split()[0] for span in spans if span.name.endswith(" process")]
    return [name.removeprefix("turn.") for name in handled if name.startswith("turn.")]


async def test_a_turn_is_one_trace_from_the_door_through_all_services(scene: Scene, collector: Collector) -> None:
    port = free_port()
    await scene.crew.start("gateway", trace=True, port=port, admin_token=ADMIN_TOKEN)
    async with httpx.AsyncClient(base_url=f"http://{LOOPBACK}:{port}", timeout=20) as http:
        made = await http.post("/v1/people", json={}, headers={"Authorization": f"Bearer {ADMIN_TOKEN}"})
        person = {"Authorization": f"Bearer {made.json()['token']}"}
        await http.post("/v1/converse", json={"message": "Hello."}, headers=person)
    ((closing, *_),) = await closings(collector, 1)

    async def is_whole() -> bool:
        return {span.service for span in collector.traces()[closing.trace]} == SERVICES

    await eventually(is_whole)  # each service sends what it has seen in its own time
    await scene.crew.stop()  # whatever is not exported yet, is now
    trace = collector.traces()[closing.trace]
    assert {span.service for span in trace} == SERVICES
    assert sorted(steps_of(trace)) == sorted(LINE)
    assert {span.parent for span in trace} - {span.span for span in trace} == {""}
    assert [span.name for span in trace if not span.parent] == ["POST /v1/converse"]


async def test_a_turn_that_waited_behind_another_one_has_a_trace_of_its_own(scene: Scene, collector: Collector) -> None:
    caller = await new_person(scene.client)
    first, second = a_line(caller, "Hello."), a_line(caller, "Help, please.")
    await asyncio.gather(closed(scene.client, first), closed(scene.client, second))
    for trace in await closings(collector, 2):
        assert steps_of(trace).count("close") == 1


async def test_what_was_said_and_replied_is_in_no_span(scene: Scene, collector: Collector) -> None:
    end = await closed(scene.client, a_line(await new_person(scene.client), "My favourite fruit is the loquat."))
    await scene.crew.stop()
    assert b"turn.classify" in collector.received
    for words in ("loquat", end.reply.split(".")[0]):
        assert words.encode() not in collector.received
