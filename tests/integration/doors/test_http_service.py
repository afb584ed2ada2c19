"""The gateway as a service: its start and stop, its port, the proxy before it, and its life as a process."""

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path

import httpx
import pytest

from services.gateway.main import build
from services.gateway.settings import GatewaySettings
from shared.settings import SettingError
from tests.integration.doors.broker import Broker
from tests.integration.doors.open_gateway import open_gateway
from tests.integration.doors.scripted_memory import ScriptedMemory

ROOT = Path(__file__).parents[3]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def settings(broker: Broker, port: int) -> GatewaySettings:
    return GatewaySettings.model_validate({"nats_url": broker.url("gateway"), "port": port})


def never() -> None:
    raise AssertionError("the broker has closed the door for good")


@pytest.mark.row("O4")
async def test_it_starts_is_well_and_stops(broker: Broker, listening_memory: ScriptedMemory) -> None:
    listening_memory.forget()
    port = free_port()
    service = build(settings(broker, port), never)
    await service.start()
    for check in service.checks.values():
        await check()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        assert (await http.get("/readyz")).status_code == 200
        await service.stop()
        with pytest.raises(httpx.ConnectError):
            await http.get("/readyz")


@pytest.mark.row("O1")
async def test_a_port_in_use_is_said_with_what_to_do(broker: Broker) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        service = build(settings(broker, other.getsockname()[1]), never)
        with pytest.raises(SettingError, match=r"port \d+ is in use; stop what uses it or choose another port"):
            await service.start()


async def test_a_host_that_is_not_ours_is_said(broker: Broker) -> None:
    elsewhere = settings(broker, 0).model_copy(update={"host": "192.0.2.1"})
    with pytest.raises(SettingError, match="HOLDFAST_HOST is wrong"):
        await build(elsewhere, never).start()


@pytest.mark.row("O4")
async def test_it_starts_without_a_broker_and_says_what_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.gateway.main.CONNECT_SECONDS", 0.1)
    broker = Broker(tmp_path)
    broker.port, port = free_port(), free_port()
    service = build(settings(broker, port), never)
    await service.start()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=5) as http:
        away = await http.get("/readyz")
        assert away.status_code == 503
        assert "message broker" in away.json()["detail"]
        assert (await http.get("/healthz")).status_code == 200
        refused = await http.post("/v1/converse", json={"message": "x"}, headers={"Authorization": "Bearer some-token"})
        assert refused.status_code == 503
        assert refused.json()["saved"] is False
        await broker.start()
        connection = await broker.connect()
        memory = ScriptedMemory(connection)
        await memory.start()
        async with asyncio.timeout(5):
            while (await http.get("/readyz")).status_code != 200:
                await asyncio.sleep(0.05)
        await connection.close()
    await service.stop()
    await broker.stop()


@pytest.mark.row("O5")
async def test_only_a_listed_proxy_says_who_calls(broker: Broker, listening_memory: ScriptedMemory) -> None:
    listening_memory.forget()

    async def strangers(trusted: str) -> set[str]:
        async with open_gateway(broker, trusted_proxies=trusted) as gateway:
            for address in ("198.51.100.1", "198.51.100.2"):
                await gateway.http.get("/v1/me", headers={"X-Forwarded-For": address})
            return set(gateway.gateway.strangers._left)

    assert await strangers("") == {"127.0.0.1"}
    assert await strangers("10.0.0.0/8") == {"127.0.0.1"}
    assert await strangers("127.0.0.1") == {"198.51.100.1", "198.51.100.2"}


@pytest.mark.row("O1")
async def test_as_a_process_it_answers_and_ends_on_a_signal(broker: Broker, listening_memory: ScriptedMemory) -> None:
    listening_memory.forget()
    port = free_port()
    process = await _process(HOLDFAST_NATS_URL=broker.url("gateway"), HOLDFAST_PORT=str(port))
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        await _until_ready(http)
        process.send_signal(signal.SIGTERM)
        _, log = await asyncio.wait_for(process.communicate(), 10)
    assert process.returncode == 0, log
    assert b"service_ready" in log
    assert b"Traceback" not in log


@pytest.mark.row("O1")
@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({}, b"HOLDFAST_NATS_URL is missing"),
        ({"HOLDFAST_NATS_URL": "nats://x", "HOLDFAST_PORT": "abc"}, b"HOLDFAST_PORT is wrong"),
    ],
)
async def test_a_missing_or_wrong_setting_stops_the_start(environment: dict[str, str], said: bytes) -> None:
    process = await _process(**environment)
    _, log = await asyncio.wait_for(process.communicate(), 20)
    assert process.returncode == 1
    assert said in log
    assert len(log.splitlines()) == 1


async def _process(**environment: str) -> asyncio.subprocess.Process:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("HOLDFAST_")}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "services.gateway",
        cwd=ROOT,
        env={**inherited, **environment},
        stderr=asyncio.subprocess.PIPE,
    )


async def _until_ready(http: httpx.AsyncClient) -> None:
    async with asyncio.timeout(20):
        while True:
            try:
                if (await http.get("/readyz")).status_code == 200:
                    return
            except httpx.TransportError:
                await asyncio.sleep(0.05)
