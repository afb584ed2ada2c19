"""A loop has one request out at a time, and none while it works, while it stops, or while the broker is away."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest
from faststream.exceptions import NackMessage, RejectMessage
from nats.aio.msg import Msg

from shared.bus import pulling
from shared.bus.delivery import Handle, Incoming
from shared.bus.pulling import ACK_AND_NEXT, REQUEST, PatientPull, handle_and_end

INBOX = "_INBOX.test.1"
NEXT = "$JS.API.CONSUMER.MSG.NEXT.TURNS.route"
REPLY = "$JS.ACK.TURNS.route.1.7.7.0.0"


@dataclass
class Connection:
    """Keeps what is published, and lets a test deliver."""

    is_connected: bool = True
    answers: list[Msg] = field(default_factory=list)
    """What the requests for a message bring, in their order."""
    published: list[tuple[str, bytes, str]] = field(default_factory=list)
    deliver: Callable[[Msg], Awaitable[None]] | None = None

    def new_inbox(self) -> str:
        return INBOX

    async def subscribe(self, subject: str, cb: Callable[[Msg], Awaitable[None]]) -> None:
        assert subject == INBOX
        self.deliver = cb

    async def publish(self, subject: str, payload: bytes = b"", reply: str = "") -> None:
        self.published.append((subject, payload, reply))
        if subject == NEXT and self.answers:
            assert self.deliver is not None
            await self.deliver(self.answers.pop(0))


@dataclass
class Loop:
    """FastStream's side of it: a handler that succeeds."""

    connection: Connection
    running: bool = True
    handled: list[Msg] = field(default_factory=list)
    lock: AbstractContextManager[None] = field(default_factory=nullcontext)
    stream: Any = field(default_factory=lambda: SimpleNamespace(name="TURNS"))
    extra_options: dict[str, str] = field(default_factory=lambda: {"durable": "route"})

    async def consume(self, message: Msg) -> None:
        self.handled.append(message)
        await message.ack()

    def pull(self) -> PatientPull:
        return PatientPull(cast("Any", self), cast("Any", None))


def a_message() -> Msg:
    return Msg(cast("Any", None), subject="turn.route.1", reply=REPLY, data=b"{}")


def expired() -> Msg:
    return Msg(cast("Any", None), subject=INBOX, headers={"Status": "408"})


async def test_a_message_is_acknowledged_together_with_the_request_for_the_next() -> None:
    loop = Loop(Connection(answers=[a_message()]))
    pull = loop.pull()
    assert await pull.fetch() == []
    assert loop.connection.published == [(NEXT, REQUEST, INBOX), (REPLY, ACK_AND_NEXT, INBOX)]
    assert loop.connection.deliver is not None
    await loop.connection.deliver(a_message())
    await pull.fetch()
    assert loop.connection.published[2:] == [(REPLY, ACK_AND_NEXT, INBOX)]
    assert [message.is_acked for message in loop.handled] == [True, True]


async def test_a_service_that_stops_asks_for_no_further_message() -> None:
    loop = Loop(Connection(answers=[a_message()]), running=False)
    await loop.pull().fetch()
    assert loop.connection.published == [(NEXT, REQUEST, INBOX), (REPLY, b"", "")]


async def test_a_request_that_expired_is_made_again() -> None:
    loop = Loop(Connection(answers=[expired(), a_message()]))
    await loop.pull().fetch()
    assert [subject for subject, _, _ in loop.connection.published] == [NEXT, NEXT, REPLY]


async def test_a_request_that_got_lost_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulling, "PULL_SECONDS", 0.0)
    monkeypatch.setattr(pulling, "PAUSE", 0.0)
    loop = Loop(Connection())
    pull = loop.pull()
    await pull.fetch()
    await pull.fetch()
    assert loop.connection.published == [(NEXT, REQUEST, INBOX)] * 2
    assert not loop.handled


async def test_a_missing_consumer_is_asked_for_again_only_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulling, "PAUSE", 60)
    missing = Msg(cast("Any", None), subject=INBOX, headers={"Status": "503"})
    loop = Loop(Connection(answers=[missing]))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await loop.pull().fetch()
    assert loop.connection.published == [(NEXT, REQUEST, INBOX)]


async def test_away_from_the_broker_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulling, "PAUSE", 0.0)
    loop = Loop(Connection(is_connected=False))
    await loop.pull().fetch()
    assert loop.connection.published == []


class Ended(Msg):
    """Keeps how it was ended."""

    how: tuple[object, ...] = ()

    async def ack(self) -> None:
        self.how = ("ack",)

    async def nak(self, delay: int | float | None = None) -> None:  # noqa: PYI041  # as nats-py has it
        self.how = ("nak", delay)

    async def term(self) -> None:
        raise TimeoutError


def _raises(error: Exception | None) -> Handle:
    async def handle(message: Incoming) -> None:
        assert message.body == b"{}"
        if error is not None:
            raise error

    return handle


@pytest.mark.parametrize(
    ("error", "how"),
    [(None, ("ack",)), (NackMessage(delay=0.3), ("nak", 0.3)), (ValueError("a fault"), ("nak", None))],
)
async def test_a_message_ends_as_its_handler_did(error: Exception | None, how: tuple[object, ...]) -> None:
    message = Ended(cast("Any", None), subject="turn.route.1", reply=REPLY, data=b"{}")
    await handle_and_end(_raises(error), message)
    assert message.how == how


async def test_a_message_that_the_broker_does_not_end_comes_again(caplog: pytest.LogCaptureFixture) -> None:
    message = Ended(cast("Any", None), subject="turn.route.1", reply=REPLY, data=b"{}")
    await handle_and_end(_raises(RejectMessage()), message)
    assert "message_not_ended" in caplog.text


async def test_a_loop_with_a_handle_of_its_own_works_itself_and_not_when_it_stops() -> None:
    heard: list[Incoming] = []

    async def handle(message: Incoming) -> None:
        heard.append(message)

    loop = Loop(Connection(answers=[a_message(), a_message()]))
    pull = PatientPull(cast("Any", loop), cast("Any", None), handle)
    await pull.fetch()
    loop.running = False
    await pull.fetch()
    assert (len(heard), loop.handled) == (1, [])
