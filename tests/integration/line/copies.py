"""Copies of all that is put on the line, as the broker stores it, to be looked at or put there a second time."""

from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from uuid import uuid4

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import RePublish

from shared.contracts.pipeline import TURNS
from tests.integration.line.eventually import eventually
from tests.servers import Servers

INTO = "_INBOX.memory.copies"
"""Where memory's own user may listen."""
SPEAKS = {"open": "memory", "classify": "memory", "route": "classifier", "perform": "router", "respond": "memory",
          "close": "responder", "dead": "memory"}  # fmt: skip
"""Who may put a turn before each step."""
ID, COPY = "Nats-Msg-Id", "Test-Copy"


@dataclass(frozen=True)
class Copy:
    """One message of the line."""

    subject: str
    body: bytes
    message_id: str
    is_ours: bool
    """Whether a test had put it there."""

    @property
    def step(self) -> str:
        return self.subject.split(".")[1]


@dataclass
class Copies:
    """Everything that was put on the line since the recording began."""

    speakers: dict[str, Client]
    seen: list[Copy] = field(default_factory=list)
    on_each: Callable[[Copy], Awaitable[None]] | None = None

    async def hear(self, msg: Msg) -> None:
        headers = msg.headers or {}
        copy = Copy(msg.subject.removeprefix(f"{INTO}."), msg.data, headers.get(ID, ""), COPY in headers)
        self.seen.append(copy)
        if self.on_each is not None and not copy.is_ours:
            await self.on_each(copy)

    async def put(self, subject: str, body: bytes, message_id: str | None = None) -> None:
        """Puts a message on the line, as the service that may; the broker takes it for a new one unless told an id."""
        speaker = self.speakers[SPEAKS[subject.split(".")[1]]]
        headers = {ID: message_id or f"test:{uuid4()}", COPY: "yes"}
        await speaker.jetstream().publish(subject, body, stream=TURNS, headers=headers)

    async def again(self, copy: Copy) -> None:
        """The same message once more, which the broker takes for a new one."""
        await self.put(copy.subject, copy.body)

    async def of(self, step: str, count: int = 1) -> list[Copy]:
        """The first messages that came to a step, once there are so many."""

        async def found() -> list[Copy]:
            copies = [copy for copy in self.seen if copy.step == step]
            return copies if len(copies) >= count else []

        return await eventually(found)

    def counts(self) -> dict[str, int]:
        """How many messages came to each step, without those that a test put there."""
        counts: dict[str, int] = defaultdict(int)
        for copy in self.seen:
            counts[copy.step] += not copy.is_ours
        return dict(counts)

    async def line_is_empty(self) -> bool:
        """Whether everything that was put on the line was taken off it."""
        info = await self.speakers["memory"].jetstream().stream_info(TURNS)
        return info.state.messages == 0


@asynccontextmanager
async def recording(servers: Servers) -> AsyncIterator[Copies]:
    """From now on, once the services made the stream."""
    speakers = {
        user: await nats.connect(servers.nats_url(user), inbox_prefix=f"_INBOX.{user}".encode())
        for user in ("memory", "classifier", "router", "responder")
    }
    copies, memory = Copies(speakers), speakers["memory"]
    try:
        await memory.subscribe(f"{INTO}.>", cb=copies.hear)
        await memory.flush()
        config = (await memory.jetstream().stream_info(TURNS)).config
        config.republish = RePublish(src=">", dest=f"{INTO}.>")
        await memory.jetstream().update_stream(config)
        yield copies
    finally:
        for speaker in speakers.values():
            await speaker.close()
