"""What fits a question of what was known at a moment: by words, and by meaning where a text reads as it did."""

from dataclasses import dataclass
from datetime import datetime

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.access.grants import Sight
from services.memory.assertions.assertion import Assertion
from services.memory.assertions.repository import assertion_of
from services.memory.recall.find_matches import Match
from services.memory.recall.quotable import ENOUGH, fitness_of
from services.memory.store.database import run_statement
from services.memory.store.rows import Vector, skip_unreadable, vector_text
from shared.contracts.assertions import Force, Kind, Label, State
from shared.contracts.requests.recall import Filters, QueryMemory, Signal
from shared.text.comparable import content_words

MOST_READ = 2_000
"""Memories of then, the newest first: what is older than so many is not looked at."""


@dataclass(frozen=True, slots=True)
class KnownThen:
    """A memory as it stood and read then, how well it fits, and until when it was so; none, and it still is."""

    match: Match
    what: Assertion
    valid_to: datetime | None


async def known_then(
    connection: AsyncConnection, question: QueryMemory, as_of: datetime, vector: Vector
) -> list[KnownThen]:
    """The best first. What was said is in no history, and none of it is among them."""
    if question.search_type == "conversations":
        return []
    parameters = {
        "person_id": question.caller.person_id,
        "engagement_id": question.engagement_id,
        "force": Force.COMMITTED.value,
        "kind": question.filters.kind and question.filters.kind.value,
        "state": State.ACTIVE.value,
        "q": "",
        "before": None,
        "before_id": None,
        "most": MOST_READ,
        "as_of": as_of,
        "vector": vector_text(vector),
    }
    rows = await run_statement(connection, "recall/list_as_of", parameters)
    wanted, least = content_words(question.query), ENOUGH if question.threshold is None else question.threshold
    found = skip_unreadable("assertion", rows, lambda row: _known(row, wanted))
    return sorted((one for one in found if one.match.score >= least), key=lambda one: -one.match.score)


def _known(row: Record, wanted: frozenset[str]) -> KnownThen:
    what = assertion_of(row)
    score = round(fitness_of(wanted, what.content, row["nearness"] or 0.0), 4)
    return KnownThen(Match(score, (Signal(name="known then", share=score),), what), what, row["valid_to"])


def passes_filters(what: Assertion, filters: Filters, sight: Sight) -> bool:
    """Whether a question so narrowed is about it."""
    role = "companion" if what.label is Label.INFERRED else "person"
    wanted = (
        (filters.agent_id, what.agent_id),
        (filters.run_id, what.run_id),
        (filters.actor, what.actor.value),
        (filters.role, role),
        (filters.category, what.category),
        (filters.pinned, what.pinned),
    )
    is_meant = all(asked is None or asked == has for asked, has in wanted)
    is_seen = sight.categories is None or what.category in sight.categories
    may_be_told = is_seen and (sight.procedures or what.kind is not Kind.PROCEDURE)
    return is_meant and may_be_told and _weighs(what, filters) and _was_changed(what, filters)


def _weighs(what: Assertion, filters: Filters) -> bool:
    least, most = filters.importance_min or 1, filters.importance_max or 5
    return least <= what.importance <= most


def _was_changed(what: Assertion, filters: Filters) -> bool:
    after, before = filters.updated_after, filters.updated_before
    return (after is None or what.updated_at > after) and (before is None or what.updated_at < before)
