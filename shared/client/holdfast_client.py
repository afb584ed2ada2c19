"""A typed client of the memory service over the broker, for gateways of every kind.

    client = await HoldfastClient.connect("nats://gateway:secret@127.0.0.1:4222", "gateway")
    me = await client.ask(GetMe(caller=caller))
    async for event in client.converse(line): ...

It tells truthfully whether what was asked took effect: the connection buffers nothing while it is down, so a request
that could not be published, or that nobody was there to hear, provably did not.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Self, cast
from urllib.parse import urlsplit
from uuid import UUID

from nats import errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from shared.bus.logs import log_event, log_failure
from shared.client.feeds import Cursor, Feeds, Heard, Listener, ReplyPart, Telling
from shared.client.read_answer import read_answer
from shared.client.reply_stream import ReplyStream
from shared.contracts.envelope import AnswerT, Caller, Request
from shared.contracts.errors import HoldfastError, NotKeptError, UnavailableError, UncertainError
from shared.contracts.pipeline import REPLIES, converse_subject, notice_subject, replies_filter, reply_subject
from shared.contracts.requests.turns import Accepted, Converse, GetTurn, TurnView
from shared.fair_queues import Queues

TRY_SECONDS = 2.5
"""How long a request waits for a broker or a memory service that is away."""
PAUSE = 0.1
ANSWER_SECONDS = 2.8
"""How long an answer may take once the request is on its way, unless the asker has more patience."""
WAIT_SECONDS = 95.0
"""How long a reply is waited for: a turn's own deadline and a little more."""
REPLAY_BATCH = 1_000
QUERY = "memory.query."
OK_HEAD = b'{"ok":true,"answer":'
NOT_SENT = (errors.OutboundBufferLimitError, errors.ConnectionClosedError, errors.ConnectionDrainingError)
BROKER_AWAY = (errors.Error, TimeoutError)


class HoldfastClient:
    """Asks, commands and converses, over one connection that comes back by itself."""

    def __init__(
        self, url: str, name: str, on_lost: Callable[[], None] | None = None, patience: float = ANSWER_SECONDS
    ) -> None:
        """`on_lost` is called when the connection is closed for good, which only the broker's refusal does.

        `patience` is how long an answer may take, in seconds, where the asker of a request does not say it.
        """
        self.errors = 0
        """How many errors the connection reported: a missing permission is otherwise silent."""
        self._servers = url.split(",")
        self._name = name
        self._on_lost = on_lost
        self._patience = patience
        self._nats = Client()
        self._feeds = Feeds(self._nats)
        self._queues = Queues()
        self._last_error = ""
        self.headers: Callable[[], dict[str, str]] | None = None
        """What is sent along with a request, such as the trace that it belongs to."""

    @classmethod
    async def connect(cls, url: str, name: str, on_lost: Callable[[], None] | None = None) -> Self:
        """A client that is connected; waits for a broker that is not there yet."""
        client = cls(url, name, on_lost)
        await client.open()
        return client

    async def open(self) -> None:
        """Connects; returns when the broker is there."""
        await self._nats.connect(
            self._servers,
            name=self._name,
            inbox_prefix=f"_INBOX.{urlsplit(self._servers[0]).username or self._name}",
            max_reconnect_attempts=-1,
            reconnect_time_wait=cast("int", 0.25),  # it is slept for; the annotation is narrower than the code
            ping_interval=10,
            pending_size=0,  # otherwise a publish that "timed out" while disconnected lands after the reconnect
            error_cb=self._errored,
            closed_cb=self._closed,
            reconnected_cb=self._reconnected,
        )

    async def close(self) -> None:
        """Ends the connection."""
        self._on_lost = None
        await self._nats.close()

    @property
    def connected(self) -> bool:
        """Whether the broker is there."""
        return self._nats.is_connected

    async def ask(self, request: Request[AnswerT], seconds: float | None = None) -> AnswerT:
        """The answer, in its form; raises the error that memory answered with, or why there is no answer.

        `seconds` is how long the answer may take once the request is on its way.
        """
        answer = read_answer(type(request).answer, await self._exchange(request, seconds=seconds))
        return cast("AnswerT", answer)  # the class variable says at run time what the type parameter says to mypy

    async def ask_json(self, request: Request[AnswerT], seconds: float | None = None) -> bytes:
        """The answer as the JSON that memory said, for a door that passes it on; raises as `ask` does."""
        data = await self._exchange(request, seconds=seconds)
        if data.startswith(OK_HEAD):
            return data[len(OK_HEAD) : -1]
        return read_answer(type(request).answer, data).model_dump_json().encode()

    async def converse(self, line: Converse, seconds: float = WAIT_SECONDS) -> AsyncGenerator[ReplyPart, None]:
        """Hands in a line and yields the events of its reply, until it is closed or failed or the time is over.

        Who may leave before the end wraps it in `contextlib.aclosing`, so that the listening ends at once.
        """
        async with self.say(line, seconds) as reply:
            async for batch in reply.batches():
                for heard in batch:
                    yield cast("ReplyPart", heard.event)  # notices come on a subject of their own

    @asynccontextmanager
    async def say(
        self, line: Converse, seconds: float = WAIT_SECONDS, after: Cursor | None = None
    ) -> AsyncIterator[ReplyStream]:
        """Hands in a line; inside, its reply can be listened to. Listens first, so that no event is missed.

        For a line that was handed in before, `after` is up to where its reply was shown.
        """
        async with self._replies(line.caller) as listener:
            try:
                accepted = await self._hand_in(line)
            except NotKeptError:
                if after is None:
                    raise
                # Who was cut off in the middle of the reply hears its end while the broker still has it.
                accepted = Accepted(line_id=line.line_id, turn_id=after.turn_id, repeated=True)
            reply = self._stream(line.caller, listener, seconds, line.line_id)
            if accepted.repeated:
                shown = after if after and after.turn_id == accepted.turn_id else None
                yield reply.resumed(accepted.turn_id, shown)
            else:
                yield reply.new(accepted.turn_id)

    @asynccontextmanager
    async def follow(
        self, caller: Caller, turn_id: UUID, after: Cursor | None = None, seconds: float = WAIT_SECONDS
    ) -> AsyncIterator[ReplyStream]:
        """The reply of a turn that is under way or over, after what was shown of it already."""
        async with self._replies(caller) as listener:
            reply = self._stream(caller, listener, seconds).resumed(turn_id, after)
            await reply.view()  # a turn that is not this person's is refused before anything is streamed
            yield reply

    @asynccontextmanager
    async def listen(self, person_id: UUID) -> AsyncIterator[Listener]:
        """Everything that a person's doors hear, replies and notices, until something of it may have been missed."""
        await self._reach()
        replies = (replies_filter(person_id), Heard.reply)
        async with self._feeds.listen(replies, (notice_subject(person_id), Heard.notice), whole=True) as listener:
            yield listener

    async def replay(self, person_id: UUID, turn_id: UUID, after: Cursor | None = None) -> list[ReplyPart]:
        """What the broker still holds of a reply, in order, after what was shown of it already."""
        telling = Telling.after(after) if after else Telling()
        told = [told for heard in await self.recall(person_id, turn_id) for told in telling.tell(heard)]
        return [cast("ReplyPart", heard.event) for heard in told]

    async def recall(self, person_id: UUID, turn_id: UUID) -> list[Heard]:
        """Every event of a reply that the broker still holds, as it was published; none when the broker is away."""
        subject, found, following = reply_subject(person_id, turn_id), list[Heard](), 1
        while following and self.connected:
            batch, following = await self._stored(subject, following)
            found += batch
        return found

    def _stream(self, caller: Caller, listener: Listener, seconds: float, line_id: UUID | None = None) -> ReplyStream:
        async def look(turn_id: UUID | None) -> TurnView:
            return await self.ask(GetTurn(caller=caller, turn_id=turn_id, line_id=None if turn_id else line_id))

        return ReplyStream(listener, look, partial(self.recall, caller.person_id), seconds=seconds, line_id=line_id)

    @asynccontextmanager
    async def _replies(self, caller: Caller) -> AsyncIterator[Listener]:
        await self._reach()
        async with self._feeds.listen((replies_filter(caller.person_id), Heard.reply)) as listener:
            yield listener

    async def _hand_in(self, line: Converse) -> Accepted:
        give_up = _now() + TRY_SECONDS
        try:
            # Who waits behind lines that nobody takes gives up when they do, not after each of them in turn.
            async with asyncio.timeout_at(give_up) as waiting, self._queues.turn_of(line.caller.person_id):
                waiting.reschedule(None)
                return cast("Accepted", read_answer(Accepted, await self._exchange(line, give_up)))
        except TimeoutError:
            raise UnavailableError("memory service") from None

    async def _reach(self) -> None:
        give_up = _now() + TRY_SECONDS
        while not self.connected:
            if _now() + PAUSE > give_up:
                raise UnavailableError("message broker")
            await asyncio.sleep(PAUSE)

    async def _exchange(
        self, request: Request[AnswerT], give_up: float | None = None, seconds: float | None = None
    ) -> bytes:
        subject = converse_subject(request.caller.person_id) if isinstance(request, Converse) else request.subject
        payload = request.model_dump_json().encode()
        give_up, patience = give_up or _now() + TRY_SECONDS, seconds or self._patience
        while True:
            try:
                # Asked first: a publish that fails while disconnected would leave its entry in nats-py's table.
                if self.connected:
                    sent_along = self.headers() if self.headers else None
                    return (await self._nats.request(subject, payload, patience, headers=sent_along)).data
                away = "message broker"
            except errors.NoRespondersError:
                away = "memory service"
            except errors.TimeoutError:
                raise _no_answer(subject) from None
            except NOT_SENT:
                away = "message broker"
            if _now() + PAUSE > give_up:
                raise UnavailableError(away)
            await asyncio.sleep(PAUSE)

    async def _stored(self, subject: str, first: int) -> tuple[list[Heard], int]:
        """One batch of a subject's stored messages from a sequence on, and where the next one begins (0: nowhere)."""
        inbox = self._nats.new_inbox()
        subscription = await self._nats.subscribe(inbox)
        try:
            wanted = json.dumps({"seq": first, "batch": REPLAY_BATCH, "next_by_subj": subject})
            await self._nats.publish(f"$JS.API.DIRECT.GET.{REPLIES}", wanted.encode(), reply=inbox)
            found: list[Heard] = []
            while (msg := await subscription.next_msg(ANSWER_SECONDS)).data:
                found.append(Heard.reply(msg.data))
            return found, _following(msg)
        except BROKER_AWAY:
            return [], 0  # the reply's end is in the database all the same
        finally:
            if not self._nats.is_closed:
                await subscription.unsubscribe()

    async def _errored(self, error: Exception) -> None:
        self.errors += 1
        if repr(error) != self._last_error:  # while the broker is away, the same one comes four times a second
            self._last_error = repr(error)
            log_failure("broker_error", error, service=self._name)

    async def _reconnected(self) -> None:
        self._last_error = ""
        self._feeds.came_back()
        log_event("broker_reconnected", service=self._name)

    async def _closed(self) -> None:
        if self._on_lost is not None:
            log_event("broker_connection_closed", service=self._name)
            self._on_lost()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _following(last: Msg) -> int:
    headers = last.headers or {}
    return int(headers["Nats-Last-Sequence"]) + 1 if int(headers.get("Nats-Num-Pending", 0)) else 0


def _no_answer(subject: str) -> HoldfastError:
    # A question changes nothing, so nothing can have been saved.
    return UnavailableError("memory service") if subject.startswith(QUERY) else UncertainError()
