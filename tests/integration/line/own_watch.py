"""The watch over turns in flight in the test's own process, with a clock that can be put forward."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

from services.memory.chores.settings import WorkerSettings
from services.memory.chores.watch_turns import Watch
from services.memory.chores.work_signs import Signs
from services.memory.store.context import MemoryContext
from services.memory.store.database import open_database
from shared.bus.broker import open_broker
from shared.clock import system_clock
from shared.testing.clocks import FrozenClock
from tests.servers import FreshDatabase, Servers

LONG_AGO = timedelta(days=1)


@asynccontextmanager
async def a_watch(servers: Servers, database: FreshDatabase, *, later: timedelta) -> AsyncIterator[Watch]:
    """A watch that has been calm for long and thinks that it is so much later than it is."""
    settings = WorkerSettings(nats_url=servers.nats_url("workers"), database_url=database.app_url)
    bus = open_broker("workers", settings, on_closed=lambda: None)
    clock = FrozenClock(system_clock() + later)
    memory = MemoryContext(open_database(database.app_url, 2), bus, timedelta(seconds=settings.turn_seconds), clock)
    await bus.start()
    try:
        yield Watch(memory, Signs(clock() - LONG_AGO), calm_since=clock() - LONG_AGO)
    finally:
        await bus.stop()
        await memory.database.dispose()
