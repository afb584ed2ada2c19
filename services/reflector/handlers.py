"""What the reflector hears: the steps of background work that think. It forwards nothing; memory takes what it made."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from services.reflector.read_talk import read_talk
from services.reflector.thinking import Thinker, extract_entities, narrate_talk, suggest_place, weigh_changes
from shared.bus.broker import Bus
from shared.bus.message_kind import work_place
from shared.bus.stage import add_work_step
from shared.contracts.pipeline import COMPRESSION, WORK_LINES
from shared.contracts.work import BackgroundWork, ExtractedWork, GatheredWork, NarratedWork, TalkTurn, WeighedWork

HEARD = tuple(work_place(line, step) for line in WORK_LINES.values() for step in line.steps if step in line.thought)

HeardT = TypeVar("HeardT", bound=GatheredWork)
Think = Callable[[Thinker, HeardT, Sequence[TalkTurn]], Awaitable[BackgroundWork]]


def hear_steps(bus: Bus, thinker: Thinker, concurrency: int) -> None:
    """Each with the transcript, as it may be read at that moment."""

    def thinking(think: Think[HeardT]) -> Callable[[HeardT], Awaitable[BackgroundWork | None]]:
        async def work(heard: HeardT) -> BackgroundWork | None:
            talk = await read_talk(bus, heard)
            return None if talk is None else await think(thinker, heard, talk)

        return work

    add_work_step(bus, COMPRESSION, "extract", GatheredWork, thinking(extract_entities), concurrency=concurrency)
    add_work_step(bus, COMPRESSION, "narrate", ExtractedWork, thinking(narrate_talk), concurrency=concurrency)
    add_work_step(bus, COMPRESSION, "weigh", NarratedWork, thinking(weigh_changes), concurrency=concurrency)
    add_work_step(bus, COMPRESSION, "suggest", WeighedWork, thinking(suggest_place), concurrency=concurrency)
