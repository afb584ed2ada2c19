"""The worker of the bare line: everything our services do with messages, and nothing else.

`python -m tests.benchmarks.bare_worker nats://127.0.0.1:4222`: hears acceptance and all six steps, as our services in
one process do, with as many pull loops a step.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from uuid import UUID

import nats
import uvloop
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext

from shared.contracts.ids import new_id
from shared.contracts.pipeline import CONVERSE, LINE, TURNS, message_id, reply_subject, step_subject

CONCURRENCY = 8
PIECES = 2
"""How many pieces a reply comes in; about what a templated answer of ours has."""
ACCEPTED = b'{"ok":true}'
PIECE = b'{"event":"piece","text":"' + b"word " * 4 + b'"}'
CLOSED = b'{"event":"closed"}'
TURN = b"x" * 1500
"""As long as a turn of ours is on its way. Nobody reads it: parsing is a cost of ours, not of the bare line."""


async def work(url: str) -> None:
    """Serves until the process is ended."""
    client = await nats.connect(url)
    await client.subscribe(CONVERSE, queue="accept", cb=_accepting(client.jetstream()))
    loops = (_pull(client, step) for step in LINE for _ in range(CONCURRENCY))
    await asyncio.gather(*loops)


def _accepting(stream: JetStreamContext) -> Callable[[Msg], Awaitable[None]]:
    async def accept(request: Msg) -> None:
        person = request.subject.rpartition(".")[2]
        await _put(stream, LINE[0], new_id(), person.encode() + TURN)
        await request.respond(ACCEPTED)

    return accept


async def _pull(client: Client, step: str) -> None:
    stream = client.jetstream()
    waiting = await stream.pull_subscribe_bind(consumer=step, stream=TURNS)
    while True:
        try:
            [message] = await waiting.fetch(1, timeout=1.5)
        except nats.errors.TimeoutError:
            continue
        await _do(client, stream, step, message)
        await message.ack()


async def _do(client: Client, stream: JetStreamContext, step: str, message: Msg) -> None:
    turn_id, person = UUID(message.subject.rpartition(".")[2]), UUID(message.data[:36].decode())
    reply = reply_subject(person, turn_id)
    if step == "respond":
        for _ in range(PIECES):
            await client.publish(reply, PIECE)
    if step == LINE[-1]:
        await client.publish(reply, CLOSED)
    else:
        await _put(stream, LINE[LINE.index(step) + 1], turn_id, message.data)


async def _put(stream: JetStreamContext, step: str, turn_id: UUID, body: bytes) -> None:
    await stream.publish(
        step_subject(step, turn_id), body, timeout=5, headers={"Nats-Msg-Id": message_id(turn_id, step, 1)}
    )


if __name__ == "__main__":
    uvloop.run(work(sys.argv[1]))
