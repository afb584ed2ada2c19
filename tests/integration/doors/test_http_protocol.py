"""What is not quite HTTP (D-64, D-71): heads without end, two lengths, other lines; and the log that records it."""

import asyncio
import json
import logging
import re
from contextlib import suppress

import pytest

from tests.integration.doors.open_gateway import OpenGateway
from tests.integration.doors.scripted_memory import ScriptedMemory

pytestmark = pytest.mark.row("O5")


async def exchange(gateway: OpenGateway, *parts: bytes) -> bytes:
    """What comes back until the door closes the connection, or says nothing more for a while."""
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.server.port)
    for part in parts:
        writer.write(part)
        await asyncio.sleep(0)
    came = b""
    try:
        async with asyncio.timeout(0.5):
            while data := await reader.read(65_536):
                came += data
    except TimeoutError:
        came += b"(still open)"
    writer.close()
    return came


def get(path: str, *headers: str) -> bytes:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", ""]).encode("latin-1")


def status(came: bytes) -> int:
    return int(came.split(b" ", 2)[1])


def body(came: bytes) -> dict[str, object]:
    found: dict[str, object] = json.loads(came.partition(b"\r\n\r\n")[2].removesuffix(b"(still open)"))
    return found


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"nonsense\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET  HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x02\x00\x01",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nno colon here\r\n\r\n", b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /v1/converse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        b"POST /v1/converse HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: a\x00b\r\n\r\n",
    ],
)  # fmt: skip
async def test_what_is_not_http_is_refused_in_our_words(gateway: OpenGateway, request_bytes: bytes) -> None:
    came = await exchange(gateway, request_bytes)
    assert status(came) == 400
    assert b"application/problem+json" in came
    assert body(came)["code"] == "bad_request"
    assert body(came)["saved"] is False
    assert not came.endswith(b"(still open)")


async def test_a_head_over_the_limit_is_refused(gateway: OpenGateway) -> None:
    came = await exchange(gateway, get("/healthz", "X-Long: " + "x" * 20_000))
    assert (status(came), body(came)["code"]) == (431, "head_too_large")
    many = await exchange(gateway, get("/healthz", *(f"X-{n}: {n}" for n in range(5_000))))
    assert status(many) == 431


async def test_a_head_without_end_is_not_collected(gateway: OpenGateway) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", gateway.server.port)
    writer.write(b"GET /healthz HTTP/1.1\r\nX-Endless: ")
    with suppress(ConnectionError):  # the door may close while we still write
        for _ in range(100):
            writer.write(b"x" * 100_000)
            await writer.drain()
        assert await reader.read() == b"never", "ten megabytes were taken"
    writer.close()


async def test_a_head_that_does_not_come_is_not_waited_for(
    gateway: OpenGateway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.gateway.protocol.HEAD_SECONDS", 0.1)
    assert await exchange(gateway, b"GET /healthz HTTP/1.1\r\nHost: loc") == b""
    assert await exchange(gateway) == b""


async def test_old_and_absolute_requests_are_understood(gateway: OpenGateway) -> None:
    assert status(await exchange(gateway, b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")) == 200
    assert status(await exchange(gateway, get("http://localhost/healthz"))) == 200
    foreign = b"GET http://evil.example/v1/me HTTP/1.1\r\nHost: evil.example\r\n\r\n"
    assert status(await exchange(gateway, foreign)) == 400
    assert status(await exchange(gateway, b"GET /v1/me HTTP/1.1\r\n\r\n")) == 400
    assert status(await exchange(gateway, b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n")) in (400, 404, 405)


async def test_two_hosts_are_none(gateway: OpenGateway) -> None:
    came = await exchange(gateway, b"GET /v1/me HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
    assert body(came)["code"] == "unknown_host"


async def test_requests_one_after_the_other_are_answered_in_order(gateway: OpenGateway) -> None:
    came = await exchange(gateway, get("/healthz") + get("/nowhere") + get("/healthz"))
    assert re.findall(rb"HTTP/1.1 (\d+)", came) == [b"200", b"404", b"200"]


async def test_after_a_refused_body_the_connection_goes_on(gateway: OpenGateway, memory: ScriptedMemory) -> None:
    _, token = memory.add()
    large = b"POST /v1/converse HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n" + b"x" * 1_000_000
    came = await exchange(gateway, large, get("/v1/me", f"Authorization: Bearer {token}"))
    assert b" 413 " in came
    assert b"HTTP/1.1 200 OK" in came


async def test_a_request_is_one_log_record_without_its_content(
    gateway: OpenGateway, memory: ScriptedMemory, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "holdfast")
    _, token = memory.add()
    evil = "canary%0a%1b[31m{}?q=canary"
    for path in ("/v1/turns/" + evil, "/" + evil, "/v1/me?canary=1"):
        await exchange(gateway, get(path, f"Authorization: Bearer {token}", "X-Forwarded-For: canary"))
    lines = [
        record.__dict__["fields"] | {"event": record.msg}
        for record in caplog.records
        if record.name == "holdfast" and record.msg == "request"
    ]
    assert [(line["event"], line["path"], line["status"]) for line in lines] == [
        ("request", "/v1/turns/{turn_id}", 422), ("request", "-", 404), ("request", "/v1/me", 200),
    ]  # fmt: skip
    assert "canary" not in str(lines)
    assert token not in str([record.__dict__ for record in caplog.records])


async def test_our_own_mistake_is_told_without_its_inside(
    gateway: OpenGateway, memory: ScriptedMemory, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, token = memory.add()

    def broken(_: object) -> object:
        raise RuntimeError("a canary from inside")

    monkeypatch.setattr(gateway.gateway.identities, "of", broken)
    answer = await gateway.http.get("/v1/me", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 500
    assert answer.json()["code"] == "internal"
    assert answer.json()["saved"] == "unknown"
    assert "canary" not in answer.text
    ours = [
        record.__dict__["fields"] for record in caplog.records if record.name == "holdfast" and record.msg != "request"
    ]
    assert ours[0]["error"] == "RuntimeError"
    assert ours[0]["request_id"] == answer.json()["request_id"]
