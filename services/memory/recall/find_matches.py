"""What fits a question, of what the asker may see: the one place where a query meets the engine that ranks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.access.grants import Sight
from services.memory.assertions.assertion import Assertion
from services.memory.assertions.repository import assertions_of
from services.memory.recall.linked_finds import brought_along, drawn_together
from services.memory.recall.person_names import names_in
from services.memory.recall.question import frame_question
from services.memory.recall.ranking import Placed
from services.memory.recall.search_candidates import SearchQuery, Within, links_of, prepare_search, search_candidates
from services.memory.recall.weights import answer_threshold
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_statement
from shared.contracts.assertions import Category
from shared.contracts.envelope import Caller
from shared.contracts.requests.recall import ExchangeView, MemoryQuery, Signal
from shared.wording import days


@dataclass(frozen=True, slots=True)
class Match:
    """A memory, or something that was said, that fits; and what it was found by."""

    score: float
    why: tuple[Signal, ...]
    what: Assertion | ExchangeView


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question with all that is needed to answer it."""

    who: Caller
    question: MemoryQuery
    sight: Sight
    own_words: bool
    """Whether a memory may be found by the person's own words, too; an agent could try those out otherwise."""
    few: Mapping[str, int]
    """Of which categories only so many are told."""


async def prepare_inquiry(memory: MemoryContext, asker: Record, inquiry: Inquiry) -> SearchQuery:
    """Between two transactions: no connection waits for the embedder."""
    within = _within(inquiry)
    may_know_names = within.allowed is None or Category.PROFILE in within.allowed
    names = names_in(asker["profile"]) if may_know_names else []
    zone = days.zone_named(asker["time_zone"])
    question = frame_question(inquiry.question.query, memory.clock(), names, asker["companion_name"], zone)
    return await prepare_search(memory, question, within)


async def find_matches(connection: AsyncConnection, inquiry: Inquiry, sought: SearchQuery) -> list[Match]:
    """What fits, the best first."""
    least = answer_threshold() if inquiry.question.threshold is None else inquiry.question.threshold
    most = None if inquiry.few else 2 * inquiry.question.top_k  # no more are told, and twice as many may change places
    fitting = await search_candidates(connection, inquiry.who, sought, least, most)
    memories = [one.candidate.assertion_id for one in fitting if one.candidate.assertion_id]
    links = await links_of(connection, inquiry.who, memories, sought.within)
    found = drawn_together(fitting, links)
    return await _loaded(connection, inquiry.who, found, brought_along(found, links, least))


def _within(inquiry: Inquiry) -> Within:
    question, sight = inquiry.question, inquiry.sight
    return Within(
        engagements=None if question.engagement_id is None else (question.engagement_id,),
        facts=question.search_type != "conversations",
        talk=question.search_type != "facts" and not question.categories,  # nothing that was said is of a category
        allowed=sight.categories,
        granted=sight.granted,
        hears=sight.conversations,
        procedures=sight.procedures,
        own_words=inquiry.own_words,
        few=inquiry.few,
        filters=question.filters.model_dump(),
    )


async def _loaded(
    connection: AsyncConnection, who: Caller, found: Sequence[Placed], brought: Sequence[tuple[UUID, float]]
) -> list[Match]:
    """With what they read now; the best first."""
    ids = [*(one.candidate.assertion_id for one in found), *(assertion_id for assertion_id, _ in brought)]
    known = await _assertions(connection, who, [one for one in ids if one])
    said = await _said(connection, who, [one.candidate.message_id for one in found if one.candidate.message_id])
    matches = list[Match]()
    for one in found:
        assertion_id = one.candidate.assertion_id
        what = known.get(assertion_id) if assertion_id else _stretch(said, one)
        if what is not None:
            why = tuple(Signal(name=name, share=share) for name, share in one.why)
            matches.append(Match(one.score, why, what))
    for assertion_id, score in brought:
        if assertion_id in known:  # it has to do with what was found, and is here for no other reason
            matches.append(Match(score, (Signal(name="related", share=score),), known[assertion_id]))
    return settle_ties(sorted(matches, key=lambda one: -one.score))


def settle_ties(matches: Iterable[Match]) -> list[Match]:
    """Of those that fit equally well, for the same reasons, what is pinned, then what is important comes first."""
    equals = groupby(matches, key=lambda one: (one.score, one.why))
    return [one for _, some in equals for one in sorted(some, key=_weight)]


def _weight(match: Match) -> tuple[bool, int]:
    return (not match.what.pinned, -match.what.importance) if isinstance(match.what, Assertion) else (True, 0)


async def _assertions(connection: AsyncConnection, who: Caller, ids: Sequence[UUID]) -> dict[UUID, Assertion]:
    if not ids:
        return {}
    rows = await run_statement(connection, "recall/assertions_by_id", {"person_id": who.person_id, "ids": ids})
    return {one.assertion_id: one for one in assertions_of(rows)}


async def _said(connection: AsyncConnection, who: Caller, ids: Sequence[UUID]) -> dict[UUID, Record]:
    if not ids:
        return {}
    return {
        row["id"]: row
        for row in await run_statement(connection, "recall/load_messages", {"person_id": who.person_id, "ids": ids})
    }


def _stretch(said: dict[UUID, Record], found: Placed) -> ExchangeView | None:
    candidate = found.candidate
    row = None if candidate.message_id is None else said.get(candidate.message_id)
    if row is None:
        return None
    return ExchangeView(
        message_id=row["id"],
        turn_id=row["turn_id"],
        role=row["role"],
        content=row["content"][candidate.begins : candidate.ends].strip(),
        at=row["created_at"],
    )
