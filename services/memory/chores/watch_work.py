"""Watches background work: admits what waits, offers again what nobody has in hand, clears what nobody wants."""

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from prometheus_client import Gauge

from services.memory.chores.watch_turns import CALM, PATIENCE
from services.memory.chores.work_signs import Signs
from services.memory.ops import queries as operations
from services.memory.ops.queries import ActiveWork
from services.memory.store.context import MemoryContext
from services.memory.store.database import plain_transaction
from services.memory.work.admit_work import admit_waiting
from services.memory.work.fail_work import offer_work_again, postpone_deadline
from shared.bus.broker import jetstream_of
from shared.contracts.pipeline import DEAD, WORK, WORK_LINES

WORKS_WAITING = Gauge("holdfast_works_waiting", "Background works that could begin, and wait.", ["line"])
OLDEST_WAITING = Gauge(
    "holdfast_oldest_waiting_work_seconds", "For how long the oldest of them waits; 0 when there is none.", ["line"]
)
WORKS_ACTIVE = Gauge("holdfast_works_active", "Background works on their way.", ["line"])


@dataclass
class WorkWatch:
    """All background work, looked at again and again."""

    memory: MemoryContext
    signs: Signs
    calm_since: datetime
    concurrency: int
    """How many of a line are thought about at a time."""
    _admitting: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def admit(self) -> None:
        """Fills every line."""
        async with self._admitting:
            for line in WORK_LINES.values():
                await admit_waiting(self.memory, line, self.concurrency)

    async def look(self) -> None:
        """One look; what fails here fails the look, and the next one begins a new calm."""
        try:
            await self._look(self.memory.clock())
        except BaseException:
            self.calm_since = self.memory.clock()
            raise

    async def _look(self, now: datetime) -> None:
        on_the_line = await self._on_the_line()  # first: what is put there is active before it is there
        async with plain_transaction(self.memory.database) as connection:
            works = await operations.active_works(connection)
            waiting = {each.line: each for each in await operations.works_waiting(connection, now)}
        self.signs.forget_all_but({work.work_id for work in works})
        for name in WORK_LINES:
            WORKS_ACTIVE.labels(name).set(sum(work.line == name for work in works))
            WORKS_WAITING.labels(name).set(waiting[name].works if name in waiting else 0)
            oldest = (now - waiting[name].oldest).total_seconds() if name in waiting else 0.0
            OLDEST_WAITING.labels(name).set(oldest)
        await self._clear(on_the_line, works)
        for work in works:
            await self._care_for(work, now, is_there=work.work_id in on_the_line)
        await self.admit()

    async def _care_for(self, work: ActiveWork, now: datetime, *, is_there: bool) -> None:
        patience = timedelta(seconds=WORK_LINES[work.line].step_seconds)
        is_calm = self.calm_since + CALM < now
        if self.signs.last(work.work_id, work.deadline - patience) + PATIENCE > now:
            # Whoever has it in hand lets it go in time; one that does not is taken for stuck after as long again.
            if work.deadline + patience < now and is_calm:
                await offer_work_again(self.memory, work.owner, work.work_id)
        elif is_there:
            if work.deadline < now:
                await postpone_deadline(self.memory, work.owner, work.work_id)
        elif is_calm or work.deadline > now:
            self.signs.hear(work.work_id, now)
            await offer_work_again(self.memory, work.owner, work.work_id)

    async def _on_the_line(self) -> Mapping[UUID, list[str]]:
        """What lies in the stream: each work's subjects, but for those that were given up."""
        info = await jetstream_of(self.memory.broker).stream_info(WORK, subjects_filter="work.>")
        found = defaultdict[UUID, list[str]](list)
        for subject in info.state.subjects or {}:
            _, _, step, work_id = subject.split(".")
            if step != DEAD and (known := _id_of(work_id)) is not None:
                found[known].append(subject)
        return found

    async def _clear(self, on_the_line: Mapping[UUID, list[str]], works: list[ActiveWork]) -> None:
        """What lies there of a work that has ended is of no use, and may tell what was erased."""
        active = {work.work_id for work in works}
        for subject in [one for work_id, subjects in on_the_line.items() if work_id not in active for one in subjects]:
            await jetstream_of(self.memory.broker).purge_stream(WORK, subject=subject)


def _id_of(token: str) -> UUID | None:
    try:
        return UUID(token)
    except ValueError:
        return None
