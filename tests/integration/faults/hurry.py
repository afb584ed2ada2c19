"""The broker's patience with a silent worker, shortened: what is tested is what happens after it, twenty times over."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import nats
from nats.js import JetStreamContext

from shared.contracts.pipeline import DEAD, LINE, TURNS
from tests.servers import Servers

SHORT_WAIT = 2.0
"""Seconds; still longer than the beat of the heartbeat, so that nobody who works is taken for dead."""


@asynccontextmanager
async def as_memory(servers: Servers) -> AsyncIterator[JetStreamContext]:
    """The broker, as the memory service's own user sees it."""
    connection = await nats.connect(servers.nats_url("memory"), inbox_prefix=b"_INBOX.memory")
    try:
        yield connection.jetstream()
    finally:
        await connection.close()


async def hurry(servers: Servers) -> None:
    """A worker that gives no sign is replaced sooner. Memory sets it back each time it starts."""
    async with as_memory(servers) as js:
        for step in (*LINE, DEAD):
            config = (await js.consumer_info(TURNS, step)).config
            config.ack_wait = SHORT_WAIT
            await js.add_consumer(TURNS, config)


async def line_is_empty(servers: Servers) -> bool:
    """Whether everything that was put on the line was taken off it."""
    async with as_memory(servers) as js:
        return (await js.stream_info(TURNS)).state.messages == 0
