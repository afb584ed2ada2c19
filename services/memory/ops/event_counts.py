"""Operational events in their table: what commands and chores add, what an operator asks, what is dropped."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Any

from services.memory.ops.events import MEMORY, Tally, Went, as_json
from services.memory.store.context import MemoryContext
from services.memory.store.database import call_function, plain_transaction, run_statement
from shared.contracts.envelope import Request
from shared.contracts.errors import HoldfastError
from shared.contracts.message import Message
from shared.contracts.requests.notebook import ChangeAssertion
from shared.contracts.requests.ops import LONGEST_SECONDS, CountEvents, EventCount, EventCounts
from shared.contracts.requests.recall import MemoryQuery, QueryAnswer

KEPT = timedelta(seconds=LONGEST_SECONDS)
MOST_DROPPED = 5_000
"""Of one transaction."""
BUCKETS = 12
"""Stretches of time that a count is told in."""
COMMANDS = "memory.command."

Answers = Callable[[MemoryContext, Any], Awaitable[Message]]


async def note_counts(memory: MemoryContext, *events: Tally) -> None:
    """Counts what was done outside of the line, in a transaction of its own."""
    if events:
        async with plain_transaction(memory.database) as connection:
            await run_statement(connection, "ops/note_events", {"events": as_json(events), "now": memory.clock()})


@asynccontextmanager
async def count_command(memory: MemoryContext, operation: str) -> AsyncIterator[None]:
    """Counts a command after its answer was made; one that was refused is skipped."""
    status = Went.ERROR
    try:
        yield
        status = Went.OK
    except HoldfastError:
        status = Went.SKIPPED
        raise
    finally:
        memory.spawn(note_counts(memory, Tally(MEMORY, operation, status)))


def with_counting(
    memory: MemoryContext, form: type[Request[Any]], answers: Answers
) -> Callable[[Any], Awaitable[Message]]:
    """What answers a request; a command is counted by its name, what the person does with a memory by its verb."""
    if issubclass(form, MemoryQuery):
        return _counting_hits(memory, answers)
    if not form.subject.startswith(COMMANDS):
        return partial(answers, memory)
    name = form.subject.removeprefix(COMMANDS)

    async def answer(asked: Request[Any]) -> Message:
        async with count_command(memory, asked.verb.value if isinstance(asked, ChangeAssertion) else name):
            return await answers(memory, asked)

    return answer


def _counting_hits(memory: MemoryContext, answers: Answers) -> Callable[[Any], Awaitable[Message]]:
    """A query is counted with how much it found, and with its category where it names one."""

    async def answer(asked: MemoryQuery) -> Message:
        named = {*asked.categories, *([asked.filters.category] if asked.filters.category else [])}
        category = named.pop() if len(named) == 1 else None
        status, hits = Went.ERROR, 0
        try:
            found = await answers(memory, asked)
            status, hits = Went.OK, len(found.hits) if isinstance(found, QueryAnswer) else 0
        except HoldfastError:
            status = Went.SKIPPED
            raise
        finally:
            told = [Tally(MEMORY, "hit", count=hits, category=category)] if hits else []
            memory.spawn(note_counts(memory, Tally(MEMORY, "query", status, category=category), *told))
        return found

    return answer


async def count_events(memory: MemoryContext, question: CountEvents) -> EventCounts:
    """How often what was done, over the time asked for."""
    now, asked = memory.clock(), timedelta(seconds=question.seconds)
    parameters = {"since": now - asked, "bucket": asked / BUCKETS}
    async with plain_transaction(memory.database) as connection:
        rows = await run_statement(connection, "ops/count_events", parameters)
    return EventCounts(since=now - asked, until=now, counts=tuple(EventCount.model_validate(dict(row)) for row in rows))


async def drop_old(memory: MemoryContext) -> None:
    """The chore: what is older than anybody may ask for goes, some at a time; so do answers, tokens and codes."""
    before = memory.clock() - KEPT
    for what in ("drop_events", "drop_spent"):
        dropped = MOST_DROPPED
        while dropped == MOST_DROPPED:
            async with plain_transaction(memory.database) as connection:
                ((dropped,),) = await call_function(connection, what, before, MOST_DROPPED)
