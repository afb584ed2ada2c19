"""Streams and consumers, made by the memory service alone; made again whenever they are missing.

After a broker restart they are gone, for they live in memory: no personal text of a turn may lie on a disk outside
the database. Pull loops would then spin while a ping stays green, so a check every few seconds asks for each of them.
"""

import asyncio
from collections.abc import Sequence

from faststream.nats import NatsBroker
from nats.js import JetStreamContext
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DiscardPolicy,
    RetentionPolicy,
    StorageType,
    StreamConfig,
)
from nats.js.errors import NotFoundError
from prometheus_client import Gauge

from shared.bus.broken_dependency import BROKER_AWAY
from shared.bus.broker import jetstream_of
from shared.bus.logs import log_event, log_failure
from shared.contracts.pipeline import (
    ACK_WAIT,
    DEAD,
    DONE,
    DUPLICATE_WINDOW_SECONDS,
    LINE,
    REPLIES,
    REPLY,
    REPLY_KEEP_SECONDS,
    TURNS,
    WORK,
    WORK_LINES,
    step_filter,
    work_consumer,
    work_filter,
)
from shared.contracts.requests.ops import StageStatus

LISTENERS = (*LINE, DEAD)
WORKERS = tuple((line.name, step) for line in WORK_LINES.values() for step in (*line.steps, DONE, DEAD))
"""Each line of background work, with who listens on it."""
MOST_BYTES = 256 * 1024 * 1024
MOST_WORK_BYTES = 64 * 1024 * 1024


def _streams(replicas: int) -> tuple[StreamConfig, ...]:
    return (
        StreamConfig(
            name=TURNS,
            subjects=[step_filter(step) for step in LISTENERS],
            retention=RetentionPolicy.WORK_QUEUE,
            storage=StorageType.MEMORY,
            discard=DiscardPolicy.NEW,
            max_bytes=MOST_BYTES,
            duplicate_window=DUPLICATE_WINDOW_SECONDS,
            num_replicas=replicas,
        ),
        StreamConfig(
            name=WORK,
            subjects=[work_filter(line, step) for line, step in WORKERS],
            retention=RetentionPolicy.WORK_QUEUE,
            storage=StorageType.MEMORY,
            discard=DiscardPolicy.NEW,
            max_bytes=MOST_WORK_BYTES,
            duplicate_window=DUPLICATE_WINDOW_SECONDS,
            num_replicas=replicas,
        ),
        StreamConfig(
            name=REPLIES,
            subjects=[REPLY],
            retention=RetentionPolicy.LIMITS,
            storage=StorageType.MEMORY,
            discard=DiscardPolicy.OLD,
            max_bytes=MOST_BYTES,
            max_age=REPLY_KEEP_SECONDS,
            allow_msg_ttl=True,  # what is off the record goes sooner
            allow_direct=True,
            num_replicas=replicas,
        ),
    )


def _consumers(replicas: int) -> list[tuple[str, ConsumerConfig]]:
    """Each with its stream."""
    turns = [(TURNS, _consumer(step, step_filter(step), replicas)) for step in LISTENERS]
    return turns + [
        (WORK, _consumer(work_consumer(line, step), work_filter(line, step), replicas)) for line, step in WORKERS
    ]


def _consumer(name: str, subjects: str, replicas: int) -> ConsumerConfig:
    return ConsumerConfig(
        durable_name=name,
        filter_subject=subjects,
        ack_policy=AckPolicy.EXPLICIT,
        ack_wait=ACK_WAIT,
        max_deliver=-1,  # counted by us: the broker would drop the message without a word
        max_ack_pending=4096,
        max_waiting=4096,
        num_replicas=replicas,
    )


LISTENING = Gauge(
    "holdfast_step_listening", "Places of workers of a step, free or at work; 0: frozen or away.", ["step"]
)


async def provision_streams(js: JetStreamContext, replicas: int) -> None:
    """Makes what is missing and brings what is there to these settings; again is nothing."""
    for stream in _streams(replicas):
        try:
            await js.stream_info(str(stream.name))
            await js.update_stream(stream)
        except NotFoundError:
            await js.add_stream(stream)
            log_event("stream_made", name=stream.name)
    for name, consumer in _consumers(replicas):
        await js.add_consumer(name, consumer)


async def is_complete(js: JetStreamContext) -> bool:
    """Whether every stream and every consumer is there."""
    try:
        replies, turns, work = await asyncio.gather(*(js.stream_info(name) for name in (REPLIES, TURNS, WORK)))
    except NotFoundError:
        return False
    counts = (turns.state.consumer_count, work.state.consumer_count)
    return counts == (len(LISTENERS), len(WORKERS)) and replies.config.name == REPLIES


async def keep_provisioned(broker: NatsBroker, replicas: int, every: float) -> None:
    """Looks for ever, and heals."""
    js = jetstream_of(broker)
    while True:
        await asyncio.sleep(every)
        try:
            if not await is_complete(js):
                await provision_streams(js, replicas)
        except BROKER_AWAY as error:
            log_failure("provisioning_waits", error)


async def provision_at_start(broker: NatsBroker, replicas: int) -> None:
    """Tries until the broker lets it: at a start it may still be electing, or not be there yet."""
    while True:
        try:
            await provision_streams(jetstream_of(broker), replicas)
        except BROKER_AWAY as error:
            log_failure("provisioning_waits", error)
            await asyncio.sleep(0.5)
        else:
            return


async def count_listening(broker: NatsBroker) -> None:
    """Who freezes asks for nothing any more: that is seen here, whatever their own process says."""
    for stage in (*await stage_states(broker), *await work_states(broker)):
        LISTENING.labels(stage.step).set(stage.listening + stage.in_progress)


async def stage_states(broker: NatsBroker) -> tuple[StageStatus, ...]:
    """Each step's consumer, as the broker sees it."""
    return await _states(broker, TURNS, LISTENERS)


async def work_states(broker: NatsBroker) -> tuple[StageStatus, ...]:
    """The same of background work."""
    return await _states(broker, WORK, [work_consumer(line, step) for line, step in WORKERS])


async def _states(broker: NatsBroker, stream: str, consumers: Sequence[str]) -> tuple[StageStatus, ...]:
    js = jetstream_of(broker)
    infos = await asyncio.gather(*(js.consumer_info(stream, name) for name in consumers))
    return tuple(
        StageStatus(
            step=info.name,
            waiting=info.num_pending or 0,
            in_progress=info.num_ack_pending or 0,
            redelivered=info.num_redelivered or 0,
            listening=info.num_waiting or 0,
        )
        for info in infos
    )
