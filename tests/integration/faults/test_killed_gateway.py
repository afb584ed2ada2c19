"""The gateway dies while a reply is heard through it: the next one tells the rest, and nothing is said twice."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from uuid import UUID, uuid4

import httpx
import pytest

from deploy.embedded.ports import LOOPBACK, free_port
from tests.integration.line.crew import Worker
from tests.integration.line.eventually import eventually
from tests.integration.line.scene import Scene, a_scene
from tests.servers import Servers

pytestmark = pytest.mark.row("P1", "P5")

ADMIN_TOKEN = "an-admin-token-for-tests"


@dataclass
class Event:
    """One event of a reply, as a browser has it."""

    cursor: str
    kind: str
    data: dict[str, str]


async def _events(response: httpx.Response) -> AsyncIterator[Event]:
    cursor, kind = "", ""
    async for line in response.aiter_lines():
        name, _, value = line.partition(": ")
        if name == "id":
            cursor = value
        elif name == "event":
            kind = value
        elif name == "data":
            yield Event(cursor, kind or json.loads(value)["event"], json.loads(value))


class Doors:
    """The gateway's address, whoever answers there, and one person who comes to it."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._port = free_port()
        self._token = ""
        self.person_id = UUID(int=0)

    async def open(self) -> Worker:
        """A gateway at the address."""
        gateway = await self._scene.crew.start("gateway", host=LOOPBACK, port=self._port, admin_token=ADMIN_TOKEN)
        async with self.http(ADMIN_TOKEN) as http:

            async def ready() -> bool:
                return (await http.get("/readyz")).is_success

            await eventually(ready)
            if not self._token:
                added = (await http.post("/v1/people", json={})).json()
                self._token, self.person_id = added["token"], UUID(added["person_id"])
        return gateway

    def http(self, token: str = "") -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {token or self._token}"}
        return httpx.AsyncClient(base_url=f"http://{LOOPBACK}:{self._port}", headers=headers, timeout=40)


@pytest.fixture(scope="module")
async def scene(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    """A line that speaks slowly enough to be interrupted."""
    async with a_scene(servers, tmp_path_factory.mktemp("doors")) as scene:
        await asyncio.gather(
            scene.crew.start_all("memory", "classifier", "router", "workers"),
            scene.crew.start("responder", failpoints="respond.mid_stream=sleep:0.3"),
        )
        yield scene


@pytest.fixture
async def doors(scene: Scene) -> AsyncIterator[Doors]:
    doors = Doors(scene)
    await doors.open()
    yield doors
    await scene.crew.stop("gateway")


def _said(text: str = "I had a long day.") -> dict[str, str]:
    return {"message": text}


def _key() -> dict[str, str]:
    return {"Idempotency-Key": str(uuid4())}


def _text(events: list[Event]) -> str:
    return "".join(event.data["text"] for event in events if event.kind == "piece")


async def _companion_said(scene: Scene, doors: Doors) -> list[str]:
    return [text for role, text in await scene.records.conversation(doors.person_id) if role == "companion"]


async def test_a_client_hears_the_rest_of_a_reply_from_the_next_gateway(scene: Scene, doors: Doors) -> None:
    (gateway,) = scene.crew.of("gateway")
    before: list[Event] = []
    streams = {"Accept": "text/event-stream", **_key()}
    async with doors.http() as http:
        with pytest.raises(httpx.TransportError):  # noqa: PT012  # where in the reply it breaks is what this is about
            async with http.stream("POST", "/v1/converse", json=_said(), headers=streams) as response:
                async for event in _events(response):
                    before.append(event)
                    if event.kind == "piece":
                        await gateway.kill()
    await doors.open()
    after: list[Event] = []
    turn, resumes = before[-1].data["turn_id"], {"Last-Event-ID": before[-1].cursor}
    async with doors.http() as http, http.stream("GET", f"/v1/turns/{turn}/events", headers=resumes) as response:
        after += [event async for event in _events(response)]

    assert [event.kind for event in before[:2]] == ["started", "piece"]
    assert after[-1].kind == "closed"
    assert "restarted" not in {event.kind for event in after}
    assert _text(before + after) == after[-1].data["reply"]
    assert await _companion_said(scene, doors) == [after[-1].data["reply"]]


async def test_the_same_key_at_the_next_gateway_gives_the_reply_of_the_one_turn(scene: Scene, doors: Doors) -> None:
    (gateway,) = scene.crew.of("gateway")
    key = _key()
    async with doors.http() as http:
        waiting = asyncio.create_task(http.post("/v1/converse", json=_said(), headers=key))

        async def accepted() -> bool:
            return bool(await scene.records.rows("select from line where person_id = $1", doors.person_id))

        await eventually(accepted)
        await gateway.kill()
        with pytest.raises(httpx.TransportError):
            await waiting
    await doors.open()
    async with doors.http() as http:
        reply = (await http.post("/v1/converse", json=_said(), headers=key)).json()["reply"]
    assert await _companion_said(scene, doors) == [reply]


async def test_a_turn_is_answered_though_who_asked_went_away(scene: Scene, doors: Doors) -> None:
    async with doors.http() as http:
        async with http.stream(
            "POST", "/v1/converse", json=_said(), headers={"Accept": "text/event-stream", **_key()}
        ) as response:
            first = await anext(_events(response))
        turn = f"/v1/turns/{first.data['turn_id']}"

        async def answered() -> bool:
            return bool((await http.get(turn)).json()["state"] == "answered")

        await eventually(answered)
        assert [(await http.get(turn)).json()["closed"]["reply"]] == await _companion_said(scene, doors)


async def test_the_same_key_five_times_at_once_is_one_turn_with_five_equal_answers(scene: Scene, doors: Doors) -> None:
    key = _key()
    async with doors.http() as http:
        posts = (http.post("/v1/converse", json=_said(), headers=key) for _ in range(5))
        answers = [response.json() for response in await asyncio.gather(*posts)]
        assert answers == [answers[0]] * 5
        other = await http.post("/v1/converse", json=_said("Something else"), headers=key)
    assert (other.status_code, other.json()["code"], other.json()["saved"]) == (422, "idempotency_mismatch", False)
    assert await scene.records.conversation(doors.person_id) == [
        ("person", "I had a long day."),
        ("companion", answers[0]["reply"]),
    ]
