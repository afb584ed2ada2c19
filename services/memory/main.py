"""Wires the memory service."""

import asyncio
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from services.memory.access.access_file import AccessFile
from services.memory.handlers import hear_requests, hear_steps
from services.memory.ops.line_status import database_answers
from services.memory.ops.provision import LISTENERS, count_listening, keep_provisioned, provision_at_start
from services.memory.settings import MemorySettings
from services.memory.store.context import MemoryContext
from services.memory.store.database import open_database
from services.memory.store.schema_version import require_schema
from shared.bus.broker import jetstream_of, open_broker
from shared.bus.chores import end_chores, repeat_chore
from shared.bus.request_reply import stop_answering
from shared.bus.service import Act, Service
from shared.bus.stage import hear_signals
from shared.contracts.pipeline import CHORES, TURNS, working_subject
from shared.embedding.embedder import check_embedder

LISTENING_SECONDS = 10.0


def build(settings: MemorySettings, give_up: Callable[[], None]) -> Service:
    """The memory service, ready to be started."""

    async def provision_again() -> None:
        # Not awaited: the connection is not usable before this callback has returned.
        memory.spawn(provision_at_start(broker, settings.replicas))

    broker = open_broker("memory", settings, on_closed=give_up, on_reconnected=provision_again)
    database = open_database(
        settings.database_url, settings.database_pool, settings.database_folder, settings.database_wait_seconds
    )
    access_file = AccessFile(settings.categories)
    memory = MemoryContext(
        database,
        broker,
        timedelta(seconds=settings.turn_seconds),
        access_file=access_file,
        closing_for=timedelta(days=settings.closing_days),
        stale_after=timedelta(days=settings.stale_days),
        quiet_after=timedelta(hours=settings.quiet_hours),
    )
    hear_requests(broker, memory, settings.concurrency)
    hear_steps(broker, memory, settings.concurrency)
    keeping: list[asyncio.Task[None]] = []

    async def hear_chores(_: str) -> None:
        memory.signs[CHORES] = time.monotonic()

    hear_signals(broker, working_subject(CHORES), hear_chores)

    async def start() -> None:
        await asyncio.to_thread(check_embedder)
        await require_schema(database)
        await broker.connect()
        await provision_at_start(broker, settings.replicas)
        await broker.start()
        keeping.append(asyncio.create_task(keep_provisioned(broker, settings.replicas, settings.provision_seconds)))
        keeping.append(
            asyncio.create_task(repeat_chore("listening", partial(count_listening, broker), LISTENING_SECONDS))
        )
        keeping.append(asyncio.create_task(repeat_chore("categories", access_file.follow, settings.provision_seconds)))

    async def stop() -> None:
        await end_chores(keeping)
        await stop_answering(broker)
        await memory.drain()  # what was accepted just now is still put on the line
        await broker.stop()
        await memory.drain()  # what the last steps began: without a broker their letters stay in the outbox
        await database.dispose()

    async def consumers() -> None:
        await asyncio.gather(*(jetstream_of(broker).consumer_info(TURNS, step) for step in LISTENERS))

    async def room() -> None:
        database.require_room()

    checks: dict[str, Act] = {"consumers": consumers, "database": partial(database_answers, memory), "disk": room}
    return Service("memory", start, stop, checks, access_file.reload)
