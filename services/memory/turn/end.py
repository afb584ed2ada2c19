"""The other ends of a turn: too late, stopped, given up; and another life for one that had failed."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.inflight.ending import Ending, StoredTurn, ending_failure, failed_event, load_turn, store_failed
from services.memory.inflight.queue import MOST_LINES, begin_turn, load_closing, next_turn, reactivate_turn, tell_doors
from services.memory.ops import queries as operations
from services.memory.reasoning import record_understanding as reasoning
from services.memory.store.context import MemoryContext, owner_of
from services.memory.store.database import plain_transaction
from services.memory.turn.questions import get_turn as turn_of
from services.memory.turn.tables import TURN
from services.memory.work.fail_work import replay_work
from shared.bus import forwarding
from shared.bus.failpoints import pass_failpoint
from shared.bus.forwarding import forward_turn
from shared.bus.logs import log_event
from shared.contracts.envelope import Caller
from shared.contracts.errors import DeadLetterNotFoundError, NotReplayableError
from shared.contracts.notices import DeadTurn
from shared.contracts.pipeline import stopped_subject
from shared.contracts.requests.ops import ReplayDeadLetter, Replayed
from shared.contracts.requests.turns import GetTurn, StopTurn, TurnView
from shared.contracts.turns import Turn

EXCHANGES = 10
"""What a turn is told of the talk so far; it travels with the turn through every step."""

MOST_HISTORY = 40_000
"""Characters of it: a performed turn must stay well below what one message may carry."""

END_TOLD_BEFORE = timedelta(days=7)
"""So long before it ends unasked the person is told of it."""


async def raise_offer_number(connection: AsyncConnection, person_id: UUID, turn_id: UUID) -> None:
    """Raises the offer number of the turn in flight: an equal one would be swallowed by the broker."""
    offered = update(TURN).where(TURN.c.person_id == person_id, TURN.c.id == turn_id, TURN.c.status == "active")
    await connection.execute(offered.values(offered=TURN.c.offered + 1))


async def store_waiting(connection: AsyncConnection, person_id: UUID, turn_id: UUID) -> None:
    """A turn that had failed waits behind the one in flight."""
    failed = update(TURN).where(TURN.c.person_id == person_id, TURN.c.id == turn_id)
    await connection.execute(failed.values(status="waiting"))


async def end_overdue(memory: MemoryContext, who: Caller, turn_id: UUID, now: datetime) -> bool:
    """Ends a turn past its deadline."""
    return await _end_without_reply(memory, who, turn_id, Ending.TOO_LATE, before=now)


async def stop_turn(memory: MemoryContext, command: StopTurn) -> TurnView:
    """Ends a turn that the person waits for no longer; one that is over stays as it is."""
    who = command.caller
    if await _end_without_reply(memory, who, command.turn_id, Ending.STOPPED):
        await forwarding.publish_notice(memory.broker, b"", stopped_subject(command.turn_id))
    return await turn_of(memory, GetTurn(caller=who, turn_id=command.turn_id))


async def bury_turn(memory: MemoryContext, who: Caller, turn_id: UUID, dead: DeadTurn) -> bool:
    """Stores a message that was given up, and ends its turn."""
    return await _end_without_reply(memory, who, turn_id, dead)


async def _end_without_reply(
    memory: MemoryContext, who: Caller, turn_id: UUID, because: Ending | DeadTurn, before: datetime | None = None
) -> bool:
    """Ends a turn in flight that will have no reply, tells the person the truth, and begins what waits."""
    async with memory.writing(who) as connection:
        found = await load_turn(connection, who.person_id, turn_id)
        is_active = found is not None and found.status == "active"
        if isinstance(because, DeadTurn):
            # A copy of a turn that has ended may tell what was erased when it ended.
            await operations.add_dead_letter(connection, who, turn_id, _letter(because, found), keep_form=is_active)
        if found is None or not is_active or (before is not None and found.turn.deadline > before):
            return False
        code, step = (Ending.BROKEN, because.step) if isinstance(because, DeadTurn) else (because, None)
        told = ending_failure(code, has_kept=found.has_kept)
        await store_failed(connection, found.turn, told, memory.clock(), step=step)
        if found.performed is not None:
            await reasoning.record_unanswered(connection, found.performed, memory.clock())
        closing = await load_closing(connection, who.person_id, turn_id, MOST_LINES, memory.clock())
        following = None if closing is None else await next_turn(memory, connection, found.turn, closing)
    await pass_failpoint("end.committed")
    await tell_doors(memory, who.person_id, failed_event(turn_id, found.turn.covers, told))
    if following is not None:
        await begin_turn(memory, following)
    return True


def _letter(dead: DeadTurn, found: StoredTurn | None) -> DeadTurn:
    """Of a turn off the record without its form: not even a hash of it is kept."""
    return dead if found is None or found.turn.write else dead.model_copy(update={"form": ""})


async def offer_turn_again(memory: MemoryContext, who: Caller, turn_id: UUID) -> bool:
    """Puts a turn in flight on the line once more: from the beginning, or from where it was performed."""
    async with memory.writing(who) as connection:
        await raise_offer_number(connection, who.person_id, turn_id)
        found = await load_turn(connection, who.person_id, turn_id)
    if found is None or found.status != "active":
        return False
    if found.is_lost:
        await end_lost(memory, found.turn)
    else:
        await forward_turn(memory.broker, found.as_offered())
    return True


async def end_lost(memory: MemoryContext, turn: Turn) -> None:
    """Ends a turn off the record whose words went with a crash of the database."""
    await _end_without_reply(memory, owner_of(turn), turn.turn_id, Ending.LOST)


async def replay_turn(memory: MemoryContext, who: Caller, turn_id: UUID) -> None:
    """Gives a turn that had failed another life: now when the person is idle, else as soon as they are."""
    async with memory.writing(who) as connection:
        closing = await load_closing(connection, who.person_id, turn_id, 0, memory.clock())
        if closing is None or closing.turn_status != "failed" or closing.is_lost:
            raise NotReplayableError
        following = None
        if closing.busy:
            await store_waiting(connection, who.person_id, turn_id)
        else:
            following = await reactivate_turn(memory, connection, who.person_id, turn_id)
        await operations.mark_replayed(connection, who, turn_id, memory.clock())
    if following is not None:
        await begin_turn(memory, following)


def note_stale(turn: Turn, step: str) -> None:
    """A turn that is no longer the person's active one: its copy ends without a word."""
    log_event("stale", step=step, turn_id=turn.turn_id, offered=turn.offered)


async def replay_dead_letter(memory: MemoryContext, command: ReplayDeadLetter) -> Replayed:
    """Gives a dead turn, or a dead work, another life."""
    async with plain_transaction(memory.database) as connection:
        owner = await operations.owner_of_dead_letter(connection, command.dead_letter_id)
    if owner is None:
        raise DeadLetterNotFoundError(command.dead_letter_id)
    if owner.work_id is not None:
        await replay_work(memory, owner.who, owner.work_id)
        return Replayed(work_id=owner.work_id)
    if owner.turn_id is None:
        raise DeadLetterNotFoundError(command.dead_letter_id)
    await replay_turn(memory, owner.who, owner.turn_id)
    return Replayed(turn_id=owner.turn_id)
