"""Replies piece by piece: server-sent events with their cursor, coming back, leaving, a WebSocket, and the end."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Literal
from uuid import UUID, uuid4

import httpx
import pytest
import websockets

from shared.client.feeds import Cursor
from shared.contracts.notices import Attempt, Changed, Piece
from shared.contracts.pipeline import notice_subject
from tests.integration.doors.broker import Broker
from tests.integration.doors.open_gateway import OpenGateway, open_gateway
from tests.integration.doors.scripted_memory import ScriptedMemory
from tests.integration.doors.scripted_people import Reply

pytestmark = pytest.mark.row("P5")
Events = AsyncGenerator[dict[str, str], None]
EVENTS = {"Accept": "text/event-stream"}
NO_TURN = UUID("2f1c7c5e-6a51-4a60-9d0a-3c0f5a7e9b21")


class Caller:
    """A person at the doors who listens to events."""

    def __init__(self, gateway: OpenGateway, memory: ScriptedMemory) -> None:
        self.gateway = gateway
        self.person_id, token = memory.add()
        self.headers = {"Authorization": f"Bearer {token}"}
        self.person = memory.persons[self.person_id]

    async def say(self, key: str = "k", **headers: str) -> Events:
        sent = {**self.headers, **EVENTS, "Idempotency-Key": key, **headers}
        line = {"message": "Hello"}
        streamed = self.gateway.http.stream("POST", "/v1/converse", json=line, headers=sent)
        async with streamed as answer, aclosing(events(answer)) as heard:
            async for event in heard:
                yield event

    async def follow(self, path: str, cursor: str | None = None) -> Events:
        sent = {**self.headers, **({"Last-Event-ID": cursor} if cursor else {})}
        streamed = self.gateway.http.stream("GET", path, headers=sent)
        async with streamed as answer, aclosing(events(answer)) as heard:
            async for event in heard:
                yield event


async def events(answer: httpx.Response) -> Events:
    """The events of a stream, by the rules of the format; comments as they are."""
    assert answer.status_code == 200, await answer.aread()
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    event: dict[str, str] = {}
    async for text in answer.aiter_lines():
        name, _, value = text.partition(": ")
        if text:
            event[name] = value
        else:
            yield event
            event = {}


async def collect(stream: Events, heard: list[dict[str, str]]) -> None:
    """Fills the list while the events come."""
    async for event in stream:
        heard += [event]


def shown(heard: list[dict[str, str]]) -> list[str]:
    named = [event for event in heard if "event" in event]
    return [json.loads(event["data"])["text"] if event["event"] == "piece" else event["event"] for event in named]


@pytest.fixture
def caller(gateway: OpenGateway, memory: ScriptedMemory) -> Caller:
    return Caller(gateway, memory)


async def test_a_reply_streams_piece_by_piece_with_a_cursor_on_each(caller: Caller) -> None:
    heard = [event async for event in caller.say()]
    assert heard[0] == {"retry": "1000"}
    assert shown(heard) == ["started", "Hello ", "there, ", "friend.", "closed"]
    turn_id = UUID(json.loads(heard[1]["data"])["turn_id"])
    assert [event.get("id") for event in heard[1:]] == [
        str(Cursor(turn_id)), *(str(Cursor(turn_id, Attempt(1, 1, 1), n)) for n in range(3)), None,
    ]  # fmt: skip
    closed = json.loads(heard[-1]["data"])
    assert closed["reply"] == "".join(shown(heard)[1:-1])


async def test_a_piece_is_sent_on_before_the_next_one_is_there(caller: Caller, memory: ScriptedMemory) -> None:
    memory.reply = Reply(pieces=("first", "second"))
    memory.reply.gate.clear()
    heard: list[dict[str, str]] = []
    listening = asyncio.create_task(collect(caller.say(), heard))
    while not caller.person.turns:
        await asyncio.sleep(0.005)
    await memory.say(caller.person, piece(caller, 0, "early"))
    while "early" not in shown(heard):
        await asyncio.sleep(0.005)
    memory.reply.gate.set()
    await listening


def piece(caller: Caller, n: int, text: str, delivery: int = 1) -> Piece:
    return Piece(turn_id=caller.person.turns[-1].turn_id, attempt=Attempt(1, 1, delivery), n=n, text=text)


async def test_what_refuses_a_line_refuses_its_stream(caller: Caller) -> None:
    line = {"message": "Hello", "project_id": str(uuid4())}
    answer = await caller.gateway.http.post("/v1/converse", json=line, headers={**caller.headers, **EVENTS})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


async def test_a_client_that_was_cut_off_hears_the_rest(caller: Caller, memory: ScriptedMemory) -> None:
    memory.reply = Reply(pause=0.02)
    stream = caller.say()
    async for event in stream:
        if event.get("event") == "piece":
            break
    await stream.aclose()
    turn_id = json.loads(event["data"])["turn_id"]
    rest = [event async for event in caller.follow(f"/v1/turns/{turn_id}/events", event["id"])]
    assert shown(rest) == ["there, ", "friend.", "closed"]
    again = [heard async for heard in caller.say(**{"Last-Event-ID": event["id"]})]
    assert shown(again) == ["there, ", "friend.", "closed"]
    whole = [heard async for heard in caller.follow(f"/v1/turns/{turn_id}/events")]
    assert shown(whole) == ["started", "Hello ", "there, ", "friend.", "closed"]


@pytest.mark.row("P1")
async def test_the_next_gateway_tells_the_rest(caller: Caller, memory: ScriptedMemory, broker: Broker) -> None:
    memory.reply = Reply(pieces=("one ", "two ", "three"), pause=0.2)
    async with open_gateway(broker) as first:
        caller.gateway = first
        stream = caller.say()
        async for event in stream:
            if event.get("event") == "piece":
                break
        await stream.aclose()
    async with open_gateway(broker) as second:
        caller.gateway = second
        rest = [heard async for heard in caller.say(**{"Last-Event-ID": event["id"]})]
    assert shown(rest) == ["two ", "three", "closed"]


@pytest.mark.parametrize(
    ("cursor", "status"),
    [("x", 400), ("", 400), ("-1", 400), ("9" * 5_000, 400), (f"{NO_TURN}.1-1-1.-1", 400), (f"{NO_TURN}.1-1-1.0", 404),
     (f"{NO_TURN}.{'9' * 30}-1-1.0", 400), (">.1-1-1.0", 400), (f"{NO_TURN}.1-1.0", 400), ("٣", 400)],
)  # fmt: skip
async def test_a_cursor_that_is_not_ours_replays_nothing(caller: Caller, cursor: str, status: int) -> None:
    [_ async for _ in caller.say()]
    turn = f"/v1/turns/{caller.person.turns[0].turn_id}/events"
    headers = [*((name.encode(), value.encode()) for name, value in caller.headers.items())]
    headers.append((b"Last-Event-ID", cursor.encode()))
    for method, path in (("GET", turn), ("GET", "/v1/events"), ("POST", "/v1/converse")):
        line = {"message": "Again"} if method == "POST" else None
        more = [(b"Accept", b"text/event-stream")]
        answer = await caller.gateway.http.request(method, path, headers=headers + more, json=line)
        assert answer.status_code == (400 if path == turn else status), answer.text
    assert len(caller.person.turns) == 1, "a line with a foreign cursor is not handed in"


async def test_a_cursor_of_somebody_elses_turn_is_unknown(caller: Caller, memory: ScriptedMemory) -> None:
    heard = [event async for event in caller.say()]
    other = Caller(caller.gateway, memory)
    cursor = {"Last-Event-ID": heard[1]["id"]}
    answer = await caller.gateway.http.get("/v1/events", headers={**other.headers, **cursor})
    assert answer.status_code == 404


async def test_a_worker_that_takes_over_restarts_what_is_shown(caller: Caller, memory: ScriptedMemory) -> None:
    memory.reply = Reply(pieces=())
    memory.reply.gate.clear()
    heard: list[dict[str, str]] = []
    memory.reply = Reply(pieces=("late",))
    memory.reply.gate.clear()

    async def listen() -> None:
        heard.extend([event async for event in caller.say()])

    listening = asyncio.create_task(listen())
    while not caller.person.turns:
        await asyncio.sleep(0.005)
    for event in (
        piece(caller, 0, "a"),
        piece(caller, 0, "b", 2),
        piece(caller, 1, "dropped"),
        piece(caller, 1, "c", 2),
    ):
        await memory.say(caller.person, event)
    await memory.nats.flush()
    memory.reply.gate.set()
    await listening
    assert shown(heard) == ["started", "a", "restarted", "b", "c", "closed"]


async def test_a_client_that_leaves_takes_nothing_with_it(caller: Caller, memory: ScriptedMemory) -> None:
    memory.reply = Reply(pause=0.05)
    before = asyncio.all_tasks()
    stream = caller.say()
    async for event in stream:
        if event.get("event") == "piece":
            break
    await stream.aclose()
    whole = asyncio.create_task(
        caller.gateway.http.post("/v1/converse", json={"message": "More"}, headers=caller.headers, timeout=0.1)
    )
    with pytest.raises(httpx.ReadTimeout):
        await whole
    await memory.settled()
    assert [turn.state for turn in caller.person.turns] == ["answered", "answered"]
    for _ in range(100):
        if not caller.gateway.gateway.conversing._places:
            break
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.05)
    assert not caller.gateway.gateway.conversing._places
    left = {task.get_coro().__qualname__ for task in asyncio.all_tasks() - before}  # type: ignore[union-attr]
    assert not {name for name in left if "gateway" in name or "until_gone" in name or "run_asgi" in name}, left
    feeds = caller.gateway.gateway.client._feeds._open
    assert not feeds


async def test_an_idle_stream_says_that_it_is_there(
    caller: Caller, memory: ScriptedMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.gateway.doors.events.KEEP_ALIVE_SECONDS", 0.05)
    monkeypatch.setattr("shared.client.reply_stream.SILENCE_SECONDS", 0.05)
    async with aclosing(caller.follow("/v1/events")) as heard:
        assert [await anext(heard), await anext(heard)] == [{"retry": "1000"}, {"": "still here"}]
    memory.reply.gate.clear()
    async with aclosing(caller.say()) as reply:
        said = [await anext(reply) for _ in range(3)]
    assert said[-1] == {"": "still here"}
    memory.reply.gate.set()


@pytest.mark.parametrize("what", ["me", "engagements", "memory"])
async def test_all_doors_of_a_person_hear_everything(
    caller: Caller, memory: ScriptedMemory, what: Literal["me", "engagements", "memory"]
) -> None:
    heard: list[dict[str, str]] = []
    over = asyncio.Event()

    async def listen() -> None:
        async for event in caller.follow("/v1/events"):
            heard.append(event)
            if event.get("event") == "changed":
                over.set()
                return

    listening = asyncio.create_task(listen())
    while not heard:
        await asyncio.sleep(0.005)
    [_ async for _ in caller.say()]
    change = Changed(what=what).model_dump_json().encode()
    await memory.nats.publish(notice_subject(caller.person_id), change)
    await memory.nats.publish(notice_subject(uuid4()), change)
    await asyncio.wait_for(over.wait(), 5)
    await listening
    assert shown(heard) == ["started", "Hello ", "there, ", "friend.", "closed", "changed"]
    assert json.loads(heard[-1]["data"])["what"] == what


async def test_who_listens_late_hears_a_reply_from_its_beginning(caller: Caller, memory: ScriptedMemory) -> None:
    memory.reply = Reply(pause=0.05)
    said = caller.say()
    async for event in said:
        if event.get("event") == "piece":
            break
    late = caller.follow("/v1/events")
    heard: list[dict[str, str]] = []
    async for event in late:
        heard.append(event)
        if event.get("event") == "closed":
            break
    await late.aclose()
    await said.aclose()
    assert shown(heard) == ["started", "Hello ", "there, ", "friend.", "closed"]


async def test_a_websocket_hears_the_same_as_objects(caller: Caller) -> None:
    url = caller.gateway.url.replace("http", "ws") + "/v1/stream"
    async with websockets.connect(url, additional_headers=caller.headers) as socket:
        await socket.send("nobody listens to this")
        [_ async for _ in caller.say()]
        heard = [json.loads(await socket.recv()) for _ in range(5)]
    assert [event["event"] for event in heard] == ["started", "piece", "piece", "piece", "closed"]


@pytest.mark.row("O5")
@pytest.mark.parametrize(
    ("headers", "status"),
    [({}, 401), ({"Authorization": "Bearer nobody-knows"}, 401), ({"Host": "evil.example"}, 400)],
)
async def test_a_websocket_is_refused_like_any_door(caller: Caller, headers: dict[str, str], status: int) -> None:
    url = caller.gateway.url.replace("http", "ws") + "/v1/stream"
    with pytest.raises(websockets.InvalidStatus) as refused:
        async with websockets.connect(url, additional_headers=headers):
            pass
    assert refused.value.response.status_code == status
    assert json.loads(refused.value.response.body)["saved"] is False


@pytest.mark.row("O5")
async def test_a_foreign_page_opens_no_websocket(caller: Caller) -> None:
    url = caller.gateway.url.replace("http", "ws") + "/v1/stream"
    token = caller.headers["Authorization"].split()[1]
    for origin in ("https://evil.example", None):
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with websockets.connect(url, origin=origin, additional_headers={"Cookie": f"holdfast={token}"}):  # type: ignore[arg-type]
                pass
        assert refused.value.response.status_code == 403
    ours = caller.gateway.url
    async with websockets.connect(url, origin=ours, additional_headers={"Cookie": f"holdfast={token}"}):  # type: ignore[arg-type]
        pass


@pytest.mark.row("O5")
async def test_a_person_listens_at_five_doors_at_most(caller: Caller) -> None:
    listening = [caller.follow("/v1/events") for _ in range(5)]
    for stream in listening:
        assert await anext(stream) == {"retry": "1000"}
    sixth = await caller.gateway.http.get("/v1/events", headers=caller.headers)
    assert sixth.status_code == 429
    assert sixth.json()["code"] == "too_many_streams"
    assert sixth.headers["retry-after"] == "5"
    for stream in listening:
        await stream.aclose()


@pytest.mark.row("O5")
async def test_a_stream_does_not_outlive_its_token(
    memory: ScriptedMemory, broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.gateway.doors.events.KEEP_ALIVE_SECONDS", 0.05)
    async with open_gateway(broker, token_cache_seconds=0.1) as gateway:
        caller = Caller(gateway, memory)
        stream = caller.follow("/v1/events")
        await anext(stream)
        memory.tokens.clear()
        async with asyncio.timeout(3):
            rest = [event async for event in stream]
    assert not shown(rest)


async def test_at_the_end_streams_are_told_to_come_back_and_replies_are_finished(
    memory: ScriptedMemory, broker: Broker
) -> None:
    memory.reply = Reply(pieces=("slow ", "reply"), pause=0.3)
    async with open_gateway(broker) as gateway:
        caller, other = Caller(gateway, memory), Caller(gateway, memory)
        heard: list[dict[str, str]] = []
        listening = asyncio.create_task(collect(caller.say(), heard))
        everything = caller.follow("/v1/events")
        await anext(everything)
        whole = asyncio.create_task(gateway.http.post("/v1/converse", json={"message": "Hello"}, headers=other.headers))
        while len(heard) < 3 or not other.person.turns:
            await asyncio.sleep(0.01)
        began = asyncio.get_running_loop().time()
        gateway.gateway.listening.end_all()
        gateway.gateway.conversing.end_all()
        await gateway.server.stop()
        assert asyncio.get_running_loop().time() - began < 4
        await listening
        assert heard[-1] == {"": "not over yet; come back with Last-Event-ID"}
        assert (await whole).json()["reply"] == "slow reply"
        assert [event async for event in everything][-1] == heard[-1]
