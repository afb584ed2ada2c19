"""A broker, a scripted memory service behind it, and clients of both kinds before it."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from shared.client.holdfast_client import HoldfastClient
from shared.contracts.envelope import Caller
from shared.settings import DEFAULT_TENANT
from tests.integration.doors.broker import Broker
from tests.integration.doors.commands import Command, command_at
from tests.integration.doors.open_gateway import ADMIN_TOKEN, OpenGateway, open_gateway
from tests.integration.doors.scripted_memory import ScriptedMemory


@pytest.fixture(scope="module")
async def broker(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Broker]:
    broker = Broker(Path(tmp_path_factory.mktemp("broker")))
    await broker.start()
    yield broker
    await broker.stop()


@pytest.fixture(scope="module")
async def listening_memory(broker: Broker) -> AsyncIterator[ScriptedMemory]:
    connection = await broker.connect()
    await broker.make_replies_stream(connection)
    memory = ScriptedMemory(connection)
    await memory.start()
    yield memory
    await connection.close()


@pytest.fixture
async def memory(listening_memory: ScriptedMemory) -> AsyncIterator[ScriptedMemory]:
    """Knows nobody yet, and answers as usual."""
    listening_memory.forget()
    yield listening_memory
    await listening_memory.stop()


@pytest.fixture
async def client(broker: Broker) -> AsyncIterator[HoldfastClient]:
    client = await HoldfastClient.connect(broker.url("gateway"), "gateway")
    yield client
    await client.close()


@pytest.fixture
def caller(memory: ScriptedMemory) -> Caller:
    person_id, _ = memory.add()
    return Caller(tenant_id=DEFAULT_TENANT, person_id=person_id)


@pytest.fixture(scope="module")
async def open_doors(broker: Broker, listening_memory: ScriptedMemory) -> AsyncIterator[OpenGateway]:
    assert listening_memory.nats.is_connected
    async with open_gateway(broker) as opened:
        yield opened


@pytest.fixture
async def gateway(open_doors: OpenGateway, memory: ScriptedMemory) -> AsyncIterator[OpenGateway]:
    """One gateway serves all tests of a file; nobody has called it yet."""
    assert memory.nats.is_connected
    open_doors.forget_callers()
    yield open_doors
    open_doors.http.cookies.clear()


@pytest.fixture
def home(tmp_path: Path, gateway: OpenGateway, memory: ScriptedMemory, broker: Broker) -> Path:
    """What `holdfast up` keeps."""
    person_id, token = memory.add()
    kept = {"url": gateway.url, "person_id": str(person_id), "token": token}
    (tmp_path / "person.json").write_text(json.dumps(kept))
    (tmp_path / "secrets.json").write_text(json.dumps({"admin_token": ADMIN_TOKEN}))
    (tmp_path / "running.json").write_text(json.dumps({"operator_nats_url": broker.url("operator")}))
    return tmp_path


@pytest.fixture
def holdfast(home: Path) -> Command:
    return command_at(home)
