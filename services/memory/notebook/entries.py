"""What the notebook shows: each question is one read."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from uuid import UUID

from asyncpg import Record

from services.memory.assertions import queries
from services.memory.assertions.relations import related_to
from services.memory.assertions.repository import assertion_of, assertions_of
from services.memory.assertions.view import assertion_view
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_statement
from services.memory.store.rows import cursor_after, read_cursor, skip_unreadable
from shared.contracts.assertions import AssertionView, Force
from shared.contracts.envelope import Caller
from shared.contracts.errors import AssertionNotFoundError, MemoryGoneError
from shared.contracts.requests.notebook import (
    AssertionHistory,
    AssertionPage,
    GetAssertion,
    GetHistory,
    HistoryEntry,
    ListAssertions,
    ListRefusals,
    RefusalList,
)

MOST_CHARACTERS = 200_000
"""Of one page: it must fit into one message of the broker even where a character takes four bytes."""
_FORCES = frozenset(Force)
OPENED_AGAIN = timedelta(hours=1)
"""Looks within such a time are one."""


async def list_assertions(memory: MemoryContext, question: ListAssertions) -> AssertionPage:
    """A stretch of what is there, or was there at a moment."""
    before, before_id = read_cursor(question.cursor)
    parameters = {
        "person_id": question.caller.person_id,
        "assertion_id": None,
        "engagement_id": question.engagement_id,
        "force": question.force and question.force.value,
        "kind": question.kind and question.kind.value,
        "state": question.state.value,
        "q": question.q,
        "before": before,
        "before_id": before_id,
        "most": question.limit + 1,
    }
    named, shown = "notebook/list_assertions", _shown
    if question.as_of is not None:
        named, shown = "recall/list_as_of", _shown_then
        parameters |= {"as_of": question.as_of, "vector": None}
    async with memory.reading(question.caller) as connection:
        rows = await run_statement(connection, named, parameters)
    return _page(rows, question.limit, shown)


def _shown(row: Record) -> AssertionView:
    return assertion_view(assertion_of(row))


def _shown_then(row: Record) -> AssertionView:
    """As it was at the moment that was asked for, and until when it was so."""
    return _shown(row).model_copy(update={"valid_to": row["valid_to"]})


def _page(rows: Sequence[Record], limit: int, shown: Callable[[Record], AssertionView]) -> AssertionPage:
    fitting = _that_fit(rows[:limit])
    more = len(rows) > len(fitting)
    cursor = cursor_after(fitting[-1]["created_at"], fitting[-1]["id"]) if more else None
    return AssertionPage(assertions=tuple(skip_unreadable("assertion", fitting, shown)), cursor=cursor)


def _that_fit(rows: Sequence[Record]) -> Sequence[Record]:
    size = 0
    for place, row in enumerate(rows):
        size += len(row["content"] or "") + len(row["own_words"] or "")
        if place and size > MOST_CHARACTERS:
            return rows[:place]
    return rows


async def get_assertion(memory: MemoryContext, question: GetAssertion) -> AssertionView:
    """One of them, with what it has to do with."""
    who = question.caller
    found = await _one(memory, who, question.assertion_id)
    async with memory.reading(who) as connection:
        return found.model_copy(update={"related": await related_to(connection, who, question.assertion_id)})


async def open_assertion(memory: MemoryContext, question: GetAssertion) -> AssertionView:
    """One of them, for somebody who opened it: that counts as a use of it, and is noted after the answer."""
    found = await get_assertion(memory, question)
    memory.spawn(_note_opened(memory, question))
    return found


async def _note_opened(memory: MemoryContext, question: GetAssertion) -> None:
    who, now = question.caller, memory.clock()
    parameters = {
        "person_id": who.person_id,
        "assertion_id": question.assertion_id,
        "now": now,
        "before": now - OPENED_AGAIN,
    }
    async with memory.reading(who) as connection:
        await run_statement(connection, "notebook/mark_opened", parameters)


async def _one(memory: MemoryContext, who: Caller, assertion_id: UUID) -> AssertionView:
    nothing = dict.fromkeys(("engagement_id", "force", "kind", "state", "before", "before_id"))
    parameters = {**nothing, "person_id": who.person_id, "assertion_id": assertion_id, "q": "", "most": 1}
    async with memory.reading(who) as connection:
        rows = await run_statement(connection, "notebook/list_assertions", parameters)
        is_gone = await run_statement(connection, "notebook/is_gone", parameters)
    found = assertions_of(rows)
    if is_gone:
        raise MemoryGoneError
    if not found:
        raise AssertionNotFoundError
    return assertion_view(found[0])


async def get_history(memory: MemoryContext, question: GetHistory) -> AssertionHistory:
    """Everything that happened to one of them."""
    await _one(memory, question.caller, question.assertion_id)
    who = question.caller
    parameters = {"person_id": who.person_id, "assertion_id": question.assertion_id, "turn_id": None}
    async with memory.reading(who) as connection:
        rows = await run_statement(connection, "notebook/list_history", parameters)
    return AssertionHistory(entries=_newest_that_fit(tuple(map(entry_of, rows))))


def _newest_that_fit(entries: tuple[HistoryEntry, ...]) -> tuple[HistoryEntry, ...]:
    size = 0
    for number, entry in enumerate(reversed(entries)):
        size += len(entry.old or "") + len(entry.new or "")
        if size > MOST_CHARACTERS:
            return entries[len(entries) - number :]
    return entries


def entry_of(row: Record) -> HistoryEntry:
    """One thing that happened, as the doors show it."""
    return HistoryEntry(
        at=row["at"],
        event=row["event"],
        verb=row["verb"],
        actor=row["actor"],
        old=row["old"],
        new=row["new"],
        force_from=_known_force(row["force_from"]),
        force_to=_known_force(row["force_to"]),
        version=row["version"],
        reason=row["reason"],
        decision=row["decision"],
        turn_id=row["turn_id"],
        revision=row["revision"],
    )


def _known_force(force: str | None) -> Force | None:
    """None for one that only another release knows."""
    return Force(force) if force in _FORCES else None


async def get_refusals(memory: MemoryContext, question: ListRefusals) -> RefusalList:
    """What is never to be remembered again."""
    async with memory.reading(question.caller) as connection:
        return await queries.list_refusals(connection, question.caller)
