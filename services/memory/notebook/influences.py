"""What a memory has had a part in: the other way round than why."""

from collections.abc import Sequence

from asyncpg import Record

from services.memory.notebook import entries
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_statement
from services.memory.store.rows import cursor_after, read_cursor
from shared.contracts.requests.notebook import GetAssertion, InfluencePage, InfluenceView, ListInfluences
from shared.contracts.understanding import Influence

MOST_CHARACTERS = 200_000
"""Of one page: it must fit into one message of the broker even where a character takes four bytes."""


async def list_influences(memory: MemoryContext, question: ListInfluences) -> InfluencePage:
    """The turns that a memory had a part in, newest first."""
    who, assertion_id = question.caller, question.assertion_id
    before, before_id = read_cursor(question.cursor)
    await entries.get_assertion(memory, GetAssertion(caller=who, assertion_id=assertion_id))
    parameters = {
        "person_id": who.person_id,
        "assertion_id": assertion_id,
        "before": before,
        "before_id": before_id,
        "most": question.limit + 1,
    }
    async with memory.reading(who) as connection:
        rows = await run_statement(connection, "notebook/list_influences", parameters)
    return _page([_view(row) for row in rows], question.limit)


def _page(found: Sequence[InfluenceView], limit: int) -> InfluencePage:
    shown, size = list[InfluenceView](), 0
    for one in found[:limit]:
        size += sum(map(len, one.said)) + len(one.reply or "") + len(one.reason)
        if shown and size > MOST_CHARACTERS:
            break
        shown.append(one)
    more = len(found) > len(shown)
    return InfluencePage(
        influences=tuple(shown), cursor=cursor_after(shown[-1].at, shown[-1].turn_id) if more else None
    )


def _view(row: Record) -> InfluenceView:
    return InfluenceView(
        turn_id=row["turn_id"],
        at=row["at"],
        influence=Influence(row["influence"]),
        score=row["score"],
        reason=row["reason"],
        said=tuple(row["said"]),
        reply=row["reply"],
    )
