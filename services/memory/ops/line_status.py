"""What operators ask: whether memory answers, how the line stands, and what could not be processed."""

import time

from services.memory.ops import queries as operations
from services.memory.ops.provision import stage_states, work_states
from services.memory.store.context import MemoryContext
from services.memory.store.database import plain_transaction
from shared.contracts.pipeline import CHORES
from shared.contracts.requests.ops import (
    DeadLetterList,
    GetStatus,
    LineStatus,
    ListDeadLetters,
    ListWork,
    Ping,
    Pong,
    WorkList,
)


async def ping_memory(memory: MemoryContext, _: Ping) -> Pong:
    """Whether memory and its database answer, and there is room to keep what is said."""
    memory.database.require_room()
    await database_answers(memory)
    return Pong()


async def database_answers(memory: MemoryContext) -> None:
    """A round trip; an error, where it is away."""
    async with plain_transaction(memory.database) as connection:
        await operations.check_alive(connection)


async def get_status(memory: MemoryContext, _: GetStatus) -> LineStatus:
    """How the line stands."""
    async with plain_transaction(memory.database) as connection:
        counts = await operations.line_counts(connection)
    oldest = (memory.clock() - counts.oldest_active).total_seconds() if counts.oldest_active else 0.0
    return LineStatus(
        stages=await stage_states(memory.broker),
        work=await work_states(memory.broker),
        active_turns=counts.active_turns,
        oldest_active_seconds=oldest,
        waiting_lines=counts.waiting_lines,
        dead_letters=counts.dead_letters,
        chores_seconds=time.monotonic() - heard if (heard := memory.signs.get(CHORES)) is not None else None,
    )


async def list_dead_letters(memory: MemoryContext, question: ListDeadLetters) -> DeadLetterList:
    """What could not be processed."""
    async with plain_transaction(memory.database) as connection:
        return DeadLetterList(dead_letters=await operations.dead_letters(connection, question.limit))


async def list_work(memory: MemoryContext, question: ListWork) -> WorkList:
    """What is thought about in the background, and how it stands."""
    state = None if question.state is None else question.state.value
    async with plain_transaction(memory.database) as connection:
        return WorkList(works=await operations.newest_works(connection, state, question.limit))
