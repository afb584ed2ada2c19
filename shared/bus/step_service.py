"""A service that is one step of the turn's line, or some of a work's, and nothing else."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from shared.bus.broken_dependency import BROKER_AWAY
from shared.bus.broker import Bus, jetstream_of, open_broker
from shared.bus.logs import log_event
from shared.bus.message_kind import StepPlace, turn_place
from shared.bus.service import Act, Service
from shared.bus.stage import HearsT, Work, add_step
from shared.settings import ServiceSettings


@dataclass(frozen=True, slots=True)
class Stage(Generic[HearsT]):
    """Which service does which step, and the form that it hears."""

    service: str
    step: str
    hears: type[HearsT]


def step_service(
    stage: Stage[HearsT],
    work: Callable[[Bus], Work[HearsT]],
    settings: ServiceSettings,
    give_up: Callable[[], None],
    close: Act | None = None,
) -> Service:
    """The broker, the step's listener, and a readiness that asks for the step's own consumer.

    `close` gives back what the work holds, once nothing is in hand any more.
    """
    bus = open_broker(stage.service, settings, on_closed=give_up)
    add_step(bus, stage.step, stage.hears, work(bus), concurrency=settings.concurrency)

    return listening_service(bus, [turn_place(stage.step)], close)


def listening_service(bus: Bus, places: Sequence[StepPlace], close: Act | None = None) -> Service:
    """A service that hears nothing but what waits in these places; its readiness asks for the consumer of each."""

    async def consumers() -> None:
        await asyncio.gather(*(jetstream_of(bus).consumer_info(place.stream, place.consumer) for place in places))

    async def start() -> None:
        await bus.connect()
        await until_provisioned(consumers)
        await bus.start()

    async def stop() -> None:
        await bus.stop()
        if close is not None:
            await close()

    return Service(bus.name, start, stop, {"consumer": consumers})


async def until_provisioned(consumer: Act) -> None:
    """Waits until the memory service has made what this service listens to."""
    told = False
    while True:
        try:
            await consumer()
        except BROKER_AWAY as error:
            if not told:  # at a start everybody waits for memory for a moment
                log_event("waiting_for_provisioning", error=type(error).__name__)
            told = True
            await asyncio.sleep(0.25)
        else:
            return
