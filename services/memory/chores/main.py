"""Wires memory's chores."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from faststream.nats import NatsMessage

from services.memory.chores.advance_imports import advance_imports
from services.memory.chores.clear_broker import clear_broker
from services.memory.chores.drop_rejected import let_rejected_go
from services.memory.chores.expire_held import expire_held
from services.memory.chores.index_waiting import index_waiting
from services.memory.chores.let_talk_go import let_go
from services.memory.chores.rewrite_tables import Rewriting
from services.memory.chores.rewrite_unrecorded import rewrite_unrecorded
from services.memory.chores.send_outbox import send_outbox
from services.memory.chores.set_aside import SettingAside
from services.memory.chores.settings import WorkerSettings
from services.memory.chores.watch_turns import Watch
from services.memory.chores.work_signs import Signs
from services.memory.erasure.ledger_copy import LedgerFile
from services.memory.erasure.pending_verifications import run_overdue
from services.memory.ops.event_counts import drop_old
from services.memory.ops.line_status import ping_memory
from services.memory.people.agents import forget_queries
from services.memory.store.context import MemoryContext
from services.memory.store.database import open_database
from shared.bus.broker import jetstream_of, open_broker
from shared.bus.chores import end_chores, repeat_chore
from shared.bus.delivery import turn_id_of
from shared.bus.service import Service
from shared.contracts.pipeline import TURNS, WORKING
from shared.contracts.requests.ops import Ping

POOL = 3


def build(settings: WorkerSettings, give_up: Callable[[], None]) -> Service:
    """The chores, ready to be started."""
    broker = open_broker("workers", settings, on_closed=give_up)
    database = open_database(settings.database_url, POOL, wait=settings.database_wait_seconds)
    memory = MemoryContext(database, broker, timedelta(seconds=settings.turn_seconds))
    signs = Signs(memory.clock())
    days = (timedelta(days=settings.forget_after_days), timedelta(days=settings.purge_after_days))
    forgetting = SettingAside(memory, *days)
    watch = Watch(memory, signs, calm_since=memory.clock())

    async def hear_sign(message: NatsMessage) -> None:
        if (turn_id := turn_id_of(message)) is not None:
            signs.hear(turn_id, memory.clock())

    async def whole(message: NatsMessage) -> NatsMessage:
        return message

    broker.subscriber(WORKING, decoder=whole, title="working")(hear_sign)
    chores: list[asyncio.Task[None]] = []
    ledger = LedgerFile(settings.ledger_file)

    async def start() -> None:
        ledger.require()
        await broker.start()
        chores.append(asyncio.create_task(repeat_chore("watch", watch.look, settings.sweep_seconds)))
        chores.append(asyncio.create_task(repeat_chore("relay", lambda: send_outbox(memory), settings.sweep_seconds)))
        chores.append(asyncio.create_task(repeat_chore("expire", lambda: expire_held(memory), settings.expiry_seconds)))
        chores.append(asyncio.create_task(repeat_chore("let_go", lambda: let_go(memory), settings.retention_seconds)))
        rejected = partial(let_rejected_go, memory)
        chores.append(asyncio.create_task(repeat_chore("let_rejected_go", rejected, settings.expiry_seconds)))
        chores.append(asyncio.create_task(repeat_chore("forget", forgetting.forget, settings.forget_seconds)))
        chores.append(
            asyncio.create_task(repeat_chore("drop_events", lambda: drop_old(memory), settings.forget_seconds))
        )
        chores.append(asyncio.create_task(repeat_chore("clear", lambda: clear_broker(memory), settings.sweep_seconds)))
        unrecorded = partial(rewrite_unrecorded, memory)
        chores.append(asyncio.create_task(repeat_chore("rewrite_unrecorded", unrecorded, settings.sweep_seconds)))
        chores.append(asyncio.create_task(repeat_chore("index", lambda: index_waiting(memory), settings.index_seconds)))
        chores.append(
            asyncio.create_task(repeat_chore("take_on", lambda: advance_imports(memory), settings.import_seconds))
        )
        chores.append(
            asyncio.create_task(repeat_chore("finish", lambda: run_overdue(memory), settings.rewrite_seconds))
        )
        chores.append(
            asyncio.create_task(repeat_chore("keep_ledger", lambda: ledger.keep(memory), settings.sweep_seconds))
        )
        chores.append(
            asyncio.create_task(repeat_chore("unrecord", lambda: forget_queries(memory), settings.expiry_seconds))
        )
        chores.append(asyncio.create_task(repeat_chore("rewrite", Rewriting(memory).rewrite, settings.rewrite_seconds)))

    async def stop() -> None:
        await end_chores(chores)
        await broker.stop()
        await memory.drain()
        await database.dispose()

    async def answers() -> None:
        await ping_memory(memory, Ping())

    async def stream() -> None:
        await jetstream_of(broker).stream_info(TURNS)

    return Service("workers", start, stop, {"database": answers, "stream": stream, "ledger": ledger.check})
