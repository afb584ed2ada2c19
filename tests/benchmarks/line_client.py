"""Whole turns through the broker, as a gateway would send them: a core request, then events until `closed`."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID, uuid4

import nats
import uvloop
from nats.aio.client import Client
from nats.aio.msg import Msg

from shared.contracts.envelope import Caller
from shared.contracts.ids import new_id
from shared.contracts.pipeline import REPLY, converse_subject
from shared.contracts.requests.turns import Converse
from shared.contracts.turns import Channel
from shared.settings import DEFAULT_TENANT
from tests.benchmarks.load import keep_in_flight
from tests.benchmarks.machine import read_cpu
from tests.benchmarks.rounds import Round, round_between

TURN_SECONDS = 60.0
SAID = "Good morning, how are you today?"


class TurnNotAnsweredError(Exception):
    """A benchmark of failures would measure nothing."""


@dataclass(slots=True)
class LineClient:
    """One connection on which many persons speak, each with one turn in flight."""

    broker: Client
    closing: dict[str, "asyncio.Future[None]"] = field(default_factory=dict)
    events: Counter[str] = field(default_factory=Counter)
    said: str = SAID

    async def turn(self, person: UUID) -> None:
        """From handing a line in to `closed`."""
        self.closing[str(person)] = closed = asyncio.get_running_loop().create_future()
        answer = await self.broker.request(converse_subject(person), _line(person, self.said), timeout=TURN_SECONDS)
        if not answer.data.startswith(b'{"ok":true'):
            raise TurnNotAnsweredError(answer.data.decode())
        await asyncio.wait_for(closed, TURN_SECONDS)

    async def hear(self, message: Msg) -> None:
        """An event of a reply. Its name stands first; the rest is not parsed, which is the gateway's work."""
        event = message.data[10:26].partition(b'"')[0].decode()
        self.events[event] += 1
        waiting = self.closing.get(message.subject.split(".", 2)[1])
        if waiting is None or waiting.done():
            return
        if event == "closed":
            waiting.set_result(None)
        elif event == "failed":
            waiting.set_exception(TurnNotAnsweredError(message.data.decode()))


def _line(person: UUID, said: str) -> bytes:
    line = Converse(
        caller=Caller(tenant_id=DEFAULT_TENANT, person_id=person),
        line_id=uuid4(),
        body_hash="",
        text=said,
        project_id=None,
        channel=Channel.API,
    )
    return line.model_dump_json().encode()


@dataclass(frozen=True, slots=True)
class LineRun:
    """A line that is up: ours, or the bare one."""

    url: str
    roots: list[int]
    persons: Sequence[UUID] = field(default_factory=lambda: [new_id() for _ in range(64)])
    inbox: str = "_INBOX"
    events: Counter[str] = field(default_factory=Counter)
    said: str = SAID

    def round(self, turns: int, in_flight: int) -> Round:
        """So many turns with so many in flight, each of another person."""
        return uvloop.run(self._round(turns, in_flight))

    async def _round(self, turns: int, in_flight: int) -> Round:
        broker = await nats.connect(self.url, inbox_prefix=self.inbox)
        client = LineClient(broker, events=self.events, said=self.said)
        await broker.subscribe(REPLY, cb=client.hear)
        await self._settle(client)
        before = read_cpu(self.roots)
        taken = await keep_in_flight(turns, in_flight, self.persons, client.turn)
        after = read_cpu(self.roots)
        await broker.close()
        return round_between(before, after, taken)

    async def _settle(self, client: LineClient) -> None:
        """Sends one turn through: workers that are still starting must not be measured."""
        until = time.monotonic() + TURN_SECONDS
        while True:
            try:
                return await client.turn(self.persons[0])
            except nats.errors.NoRespondersError:
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(0.1)
