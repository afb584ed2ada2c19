"""Wires memory's chores."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from services.memory.chores.advance_imports import advance_imports
from services.memory.chores.apply_late_yes import apply_late_yes
from services.memory.chores.clear_broker import clear_broker
from services.memory.chores.drop_rejected import let_rejected_go
from services.memory.chores.end_conversations import end_conversations
from services.memory.chores.expire_held import expire_held
from services.memory.chores.hear_work import HEARD, MemorySteps, hear_work
from services.memory.chores.index_waiting import index_waiting
from services.memory.chores.let_talk_go import let_go
from services.memory.chores.rewrite_tables import Rewriting
from services.memory.chores.rewrite_unrecorded import rewrite_unrecorded
from services.memory.chores.send_outbox import send_outbox
from services.memory.chores.set_aside import SettingAside
from services.memory.chores.settings import WorkerSettings
from services.memory.chores.watch_turns import Watch
from services.memory.chores.watch_work import WorkWatch
from services.memory.chores.work_signs import Signs, hear_signs
from services.memory.conversations.gather import gather_conversation
from services.memory.conversations.store_draft import store_draft
from services.memory.erasure.ledger_copy import LedgerFile
from services.memory.erasure.pending_verifications import run_overdue
from services.memory.ops.event_counts import drop_old
from services.memory.ops.line_status import ping_memory
from services.memory.people.agents import forget_queries
from services.memory.store.context import MemoryContext
from services.memory.store.database import open_database
from shared.bus.broker import jetstream_of, open_broker
from shared.bus.chores import Chore, end_chores, repeat_chore
from shared.bus.service import Service
from shared.bus.step_service import until_provisioned
from shared.contracts.pipeline import TURNS, WORK, WORK_WORKING, WORKING
from shared.contracts.requests.ops import Ping

POOL = 6


def build(settings: WorkerSettings, give_up: Callable[[], None]) -> Service:
    """The chores, ready to be started."""
    broker = open_broker("workers", settings, on_closed=give_up)
    database = open_database(settings.database_url, POOL, wait=settings.database_wait_seconds)
    turn_time, closing_for = timedelta(seconds=settings.turn_seconds), timedelta(days=settings.closing_days)
    memory = MemoryContext(database, broker, turn_time, closing_for=closing_for)
    signs, working = Signs(memory.clock()), Signs(memory.clock())
    watch = Watch(memory, signs, calm_since=memory.clock())
    works = WorkWatch(memory, working, calm_since=memory.clock(), concurrency=settings.work_concurrency)
    hear_signs(broker, WORKING, signs, memory.clock)
    hear_signs(broker, WORK_WORKING, working, memory.clock)
    hear_work(broker, memory, MemorySteps(gather_conversation, store_draft), works.admit)
    chores: list[asyncio.Task[None]] = []
    ledger = LedgerFile(settings.ledger_file)

    async def start() -> None:
        ledger.require()
        await broker.connect()
        await until_provisioned(consumers)
        await broker.start()
        watches = (("watch", watch.look), ("watch_work", works.look))
        beats = (*((*each, settings.sweep_seconds) for each in watches), *_beats(memory, settings, ledger))
        chores.extend(asyncio.create_task(repeat_chore(*each)) for each in beats)

    async def stop() -> None:
        await end_chores(chores)
        await broker.stop()
        await memory.drain()
        await database.dispose()

    async def answers() -> None:
        await ping_memory(memory, Ping())

    async def stream() -> None:
        await jetstream_of(broker).stream_info(TURNS)

    async def consumers() -> None:
        js = jetstream_of(broker)
        await asyncio.gather(*(js.consumer_info(WORK, name) for name in HEARD))

    return Service(
        "workers", start, stop, {"database": answers, "stream": stream, "consumers": consumers, "ledger": ledger.check}
    )


def _beats(memory: MemoryContext, settings: WorkerSettings, ledger: LedgerFile) -> list[tuple[str, Chore, float]]:
    """Each chore with its name, and after how many seconds it is done again."""
    days = (timedelta(days=settings.forget_after_days), timedelta(days=settings.purge_after_days))
    often, seldom = settings.sweep_seconds, settings.forget_seconds
    return [
        ("relay", partial(send_outbox, memory), often),
        ("expire", partial(expire_held, memory), settings.expiry_seconds),
        ("end_conversations", partial(end_conversations, memory), settings.expiry_seconds),
        ("apply_late_yes", partial(apply_late_yes, memory), settings.expiry_seconds),
        ("let_go", partial(let_go, memory), settings.retention_seconds),
        ("let_rejected_go", partial(let_rejected_go, memory), settings.expiry_seconds),
        ("forget", SettingAside(memory, *days).forget, seldom),
        ("drop_events", partial(drop_old, memory), seldom),
        ("clear", partial(clear_broker, memory), often),
        ("rewrite_unrecorded", partial(rewrite_unrecorded, memory), often),
        ("index", partial(index_waiting, memory), settings.index_seconds),
        ("take_on", partial(advance_imports, memory), settings.import_seconds),
        ("finish", partial(run_overdue, memory), settings.rewrite_seconds),
        ("keep_ledger", partial(ledger.keep, memory), often),
        ("unrecord", partial(forget_queries, memory), settings.expiry_seconds),
        ("rewrite", Rewriting(memory).rewrite, settings.rewrite_seconds),
    ]
