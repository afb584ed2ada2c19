"""Watches the turns in flight: closes those past their deadline, offers again those that nobody has in hand."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from prometheus_client import Gauge

from services.memory.chores.work_signs import Signs
from services.memory.ops import queries as operations
from services.memory.ops.queries import ActiveTurn
from services.memory.store.context import MemoryContext
from services.memory.store.database import plain_transaction
from services.memory.turn.end import end_overdue, offer_turn_again
from shared.bus.broker import jetstream_of
from shared.bus.logs import log_event
from shared.contracts.pipeline import ACK_WAIT, CHORES, TURNS, working_subject

ACTIVE_TURNS = Gauge("holdfast_active_turns", "Turns in flight.")
OLDEST_ACTIVE = Gauge("holdfast_oldest_active_turn_seconds", "Age of the oldest turn in flight; 0 when there is none.")

PATIENCE = timedelta(seconds=ACK_WAIT)
CALM = timedelta(seconds=ACK_WAIT + 5)
"""Nothing is swept until database and broker have both been there for this long: an outage is not a turn's fault."""


@dataclass
class Watch:
    """The turns in flight, looked at again and again."""

    memory: MemoryContext
    signs: Signs
    calm_since: datetime

    async def look(self) -> None:
        """One look; what fails here fails the look, and the next one begins a new calm."""
        try:
            await self._look(self.memory.clock())
        except BaseException:
            self.calm_since = self.memory.clock()
            raise

    async def _look(self, now: datetime) -> None:
        async with plain_transaction(self.memory.database) as connection:
            turns = await operations.active_turns(connection)
        await jetstream_of(self.memory.broker).stream_info(TURNS)
        await self.memory.broker.publish(b"", working_subject(CHORES))  # so that somebody sees when we freeze
        self.signs.forget_all_but({turn.turn_id for turn in turns})
        ACTIVE_TURNS.set(len(turns))
        OLDEST_ACTIVE.set(max(((now - turn.activated_at).total_seconds() for turn in turns), default=0.0))
        for turn in turns:
            await self._care_for(turn, now)

    async def _care_for(self, turn: ActiveTurn, now: datetime) -> None:
        if turn.deadline < now and self.calm_since + CALM < now:
            if await end_overdue(self.memory, turn.owner, turn.turn_id, now):
                log_event("swept", turn_id=turn.turn_id)
            return
        if self.signs.last(turn.turn_id, turn.activated_at) + PATIENCE > now or await self._is_on_the_line(turn):
            return
        self.signs.hear(turn.turn_id, now)
        if await offer_turn_again(self.memory, turn.owner, turn.turn_id):
            log_event("offered_again", turn_id=turn.turn_id)

    async def _is_on_the_line(self, turn: ActiveTurn) -> bool:
        info = await jetstream_of(self.memory.broker).stream_info(TURNS, subjects_filter=f"turn.*.{turn.turn_id}")
        return bool(info.state.subjects)
