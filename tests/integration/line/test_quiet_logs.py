"""Whatever a person says, nothing of it is in what the services print, nor on a disk outside the database."""

import asyncio
from pathlib import Path

import httpx
import nats
import pytest

from deploy.embedded.ports import LOOPBACK, free_port
from shared.contracts.errors import InternalError
from shared.contracts.ids import new_id
from shared.contracts.pipeline import LINE, converse_subject, step_subject
from shared.contracts.requests.turns import ListTurns
from tests.integration.line.copies import Copies, recording
from tests.integration.line.crew import LINE_PARTS, Crew
from tests.integration.line.eventually import eventually
from tests.integration.line.people import a_line, closed, failed, heard, new_person, new_project
from tests.integration.line.scene import Scene
from tests.servers import EmbeddedServer, Servers

pytestmark = pytest.mark.row("O4")

CANARY = "Zwiebelkuchen"
ADMIN_TOKEN = "an-admin-token-for-tests"


async def _start(crew: Crew, port: int) -> None:
    """Every service, as talkative as it can be; some fail at their first turn, and say so."""
    failing = {"classifier": "classify.received=raise", "responder": "respond.mid_stream=raise"}
    await asyncio.gather(
        *(crew.start(part, failpoints=failing.get(part, ""), log_level="debug") for part in LINE_PARTS),
        crew.start("gateway", host=LOOPBACK, port=port, admin_token=ADMIN_TOKEN, log_level="debug"),
    )


async def _talk_on_the_line(scene: Scene, copies: Copies) -> None:
    """A turn that fails on its way and is answered, lines that wait, and what nobody can read."""
    caller = await new_person(scene.client, companion=CANARY)
    project = await new_project(scene.client, caller, CANARY)
    lines = [a_line(caller, f"{CANARY} {number}?", key=CANARY + str(number), project=project) for number in range(3)]
    await asyncio.gather(*(heard(scene.client, line) for line in lines))
    for step in LINE:
        await copies.put(step_subject(step, new_id()), f'{{"lines": "{CANARY}"}}'.encode())
    gateway = await nats.connect(scene.servers.nats_url("gateway"), inbox_prefix=b"_INBOX.gateway")
    await gateway.request(converse_subject(caller.person_id), CANARY.encode(), timeout=5)
    await gateway.close()
    await eventually(copies.line_is_empty)


async def _fail_for_good(scene: Scene, copies: Copies) -> None:
    """A turn that becomes a dead letter, with its words in it."""
    await scene.crew.stop("responder")
    caller = await new_person(scene.client)
    spoken = a_line(caller, CANARY)
    accepted = await scene.client.ask(spoken)
    assert accepted.turn_id is not None
    await copies.put(step_subject("perform", accepted.turn_id), f'{{"text": "{CANARY}"}}'.encode())
    await failed(scene.client, spoken)
    await scene.crew.start("responder", log_level="debug")
    await closed(scene.client, a_line(caller, CANARY))


async def _meet_a_fault_of_ours(scene: Scene) -> None:
    """A row that cannot be read: the error quotes what is in it."""
    caller = await new_person(scene.client)
    await closed(scene.client, a_line(caller, CANARY))
    await scene.records.rows("update turn set stamps = $1 where person_id = $2", f'["{CANARY}"]', caller.person_id)
    with pytest.raises(InternalError):
        await scene.client.ask(ListTurns(caller=caller))


async def _knock_at_the_doors(port: int) -> None:
    """What is right, and what is refused in each way that quotes nothing."""
    async with httpx.AsyncClient(base_url=f"http://{LOOPBACK}:{port}", timeout=30) as http:

        async def ready() -> bool:
            return (await http.get("/readyz")).is_success

        await eventually(ready)
        admin = {"Authorization": f"Bearer {ADMIN_TOKEN}"}
        token = (await http.post("/v1/people", json={"companion_name": CANARY}, headers=admin)).json()["token"]
        http.headers["Authorization"] = f"Bearer {token}"
        assert (await http.post("/v1/converse", json={"message": CANARY})).is_success
        for body in (f'{{"message": "{CANARY}"', f'{{"{CANARY}": 1}}', f'{{"message": ["{CANARY}"]}}'):
            refused = await http.post("/v1/converse", content=body, headers={"Content-Type": "application/json"})
            assert refused.is_client_error
        for address in (f"/v1/{CANARY}", f"/v1/turns/{CANARY}", f"/v1/turns?before={CANARY}"):
            assert (await http.get(address)).is_client_error
        stranger = await http.get("/v1/me", headers={"Authorization": f"Bearer {CANARY}"})
        assert stranger.status_code == httpx.codes.UNAUTHORIZED


def _files(servers: Servers) -> list[Path]:
    """Everything that the servers wrote, but for the database itself."""
    assert isinstance(servers.broker, EmbeddedServer)
    home = servers.broker._server._home
    return [path for folder in (home.run, home.logs) for path in folder.rglob("*") if path.is_file()]


async def test_nothing_that_was_said_is_printed_or_on_the_brokers_disk(scene: Scene) -> None:
    port = free_port()
    await _start(scene.crew, port)
    async with recording(scene.servers) as copies:
        await _talk_on_the_line(scene, copies)
        await _fail_for_good(scene, copies)
        await _knock_at_the_doors(port)
        await _meet_a_fault_of_ours(scene)
    await scene.servers.database.kill()  # also what an outage makes them say
    await scene.servers.database.start()

    assert await scene.records.value("select count(*) from message where content like $1", f"%{CANARY}%")
    events = ("step_failed", "dead_letter", "request_failed", "service_ready")
    said = scene.crew.said
    assert all(f'"event": "{event}"' in said for event in events)  # they did speak
    assert CANARY.lower() not in said.lower()
    if isinstance(scene.servers.broker, EmbeddedServer):
        files = _files(scene.servers)
        assert any(path.name == "broker.log" for path in files)
        assert [path for path in files if CANARY.encode() in path.read_bytes()] == []
