"""Streams and consumers, made by the memory service alone; made again whenever they are missing.

After a broker restart they are gone, for they live in memory: no personal text of a turn may lie on a disk outside
the database. Pull loops would then spin while a ping stays green, so a check every few seconds asks for each of them.
"""

import asyncio

from faststream.nats import NatsBroker
from nats.js import JetStreamContext
from nats.js.api import (
    AckPolicy,
    ConsumerConfig,
    DiscardPolicy,
    RetentionPolicy,
    StorageType,
    StreamConfig,
    StreamInfo,
)
from nats.js.errors import NotFoundError
from prometheus_client import Gauge

from shared.bus.broken_dependency import BROKER_AWAY
from shared.bus.broker import jetstream_of
from shared.bus.logs import log_event, log_failure
from shared.contracts.pipeline import (
    ACK_WAIT,
    DEAD,
    DUPLICATE_WINDOW_SECONDS,
    LINE,
    REPLIES,
    REPLY,
    REPLY_KEEP_SECONDS,
    TURNS,
    step_filter,
)
from shared.contracts.requests.ops import StageStatus

LISTENERS = (*LINE, DEAD)
MOST_BYTES = 256 * 1024 * 1024


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


def _consumer(step: str, replicas: int) -> ConsumerConfig:
    return ConsumerConfig(
        durable_name=step,
        filter_subject=step_filter(step),
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
    for step in LISTENERS:
        await js.add_consumer(TURNS, _consumer(step, replicas))


async def is_complete(js: JetStreamContext) -> bool:
    """Whether every stream and every consumer is there."""
    try:
        replies, turns = await asyncio.gather(js.stream_info(REPLIES), js.stream_info(TURNS))
    except NotFoundError:
        return False
    return _has_all(turns) and replies.config.name == REPLIES


def _has_all(turns: StreamInfo) -> bool:
    return turns.state.consumer_count == len(LISTENERS)


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
    for stage in await stage_states(broker):
        LISTENING.labels(stage.step).set(stage.listening + stage.in_progress)


async def stage_states(broker: NatsBroker) -> tuple[StageStatus, ...]:
    """Each step's consumer, as the broker sees it."""
    js = jetstream_of(broker)
    infos = await asyncio.gather(*(js.consumer_info(TURNS, step) for step in LISTENERS))
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
