"""`memory.query`: what is known, or was said, that fits a question; an agent gets of it what it may see."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.access.grants import Access, Sight, Wish
from services.memory.assertions.assertion import Assertion
from services.memory.people import agents
from services.memory.recall.as_of import known_then, passes_filters
from services.memory.recall.find_matches import Inquiry, Match, find_matches, prepare_inquiry
from services.memory.recall.memory_delta import Moved, delta_header
from services.memory.recall.result_view import told_to_agent, told_to_person
from services.memory.recall.sealed_revision import seal_revision, unseal_revision
from services.memory.recall.third_person import of_the_person
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_for_one, run_statement
from shared.contracts.assertions import Kind
from shared.contracts.envelope import Caller
from shared.contracts.errors import (
    AgentNotDeclaredError,
    CategoryNotAllowedError,
    ConversationsNotAllowedError,
    PersonNotFoundError,
    UnknownCategoryError,
)
from shared.contracts.requests.recall import Hit, MemoryQuery, QueryAnswer, QueryAsAgent, QueryMemory
from shared.text.secret_words import holds_secret

NEWEST = 300
"""Changes that are looked at for what an answer says has moved."""
A_TOKEN = 4
"""Characters."""


async def query_memory(memory: MemoryContext, question: QueryMemory) -> QueryAnswer:
    """For the person, who sees all that is theirs."""
    sight = memory.access.of_person(_wish(question))
    if question.as_of is not None:
        return await _of_then(memory, question, question.as_of, sight)
    search = Inquiry(question.caller, question, sight, own_words=True, few=memory.access.few(question.top_k))
    seen = question.seen_revision
    async with memory.reading(question.caller) as connection:
        asker = await _asker(connection, question.caller)
    revision = asker["revision"]  # what changes from here on is told with the next answer
    sought = await prepare_inquiry(memory, asker, search)
    async with memory.searching(question.caller) as connection:
        found = await find_matches(connection, search, sought)
        moved = [] if seen is None else await _moved(connection, search, seen)
    hits = (told_to_person(one) for one in _chosen(found, question, memory.access))
    return QueryAnswer(
        hits=_within(hits, question),
        revision=revision,
        delta="" if seen is None else _delta((one for one in moved if one.revision <= revision), seen, seen),
    )


async def _of_then(memory: MemoryContext, question: QueryMemory, as_of: datetime, sight: Sight) -> QueryAnswer:
    """Of what was known at a moment."""
    meanings = await memory.embed_all([question.query])
    async with memory.reading(question.caller) as connection:
        revision = (await _asker(connection, question.caller))["revision"]
        found = await known_then(connection, question, as_of, meanings[question.query])
        naming = await _naming(connection, question)
    fitting = [
        one
        for one in found
        if passes_filters(one.what, question.filters, sight) and (naming is None or one.what.assertion_id in naming)
    ]
    until = {one.what.assertion_id: one.valid_to for one in fitting}
    chosen = _chosen([one.match for one in fitting], question, memory.access)
    hits = (_until(told_to_person(one), until) for one in chosen)
    return QueryAnswer(hits=_within(hits, question), revision=revision)


async def _naming(connection: AsyncConnection, question: QueryMemory) -> frozenset[UUID] | None:
    """The memories that name something of the type that is asked for; none, where no type is."""
    if question.filters.entity_type is None:
        return None
    wanted = {"person_id": question.caller.person_id, "entity_type": question.filters.entity_type.value}
    return frozenset(row["assertion_id"] for row in await run_statement(connection, "recall/list_naming", wanted))


def _until(hit: Hit, until: Mapping[UUID, datetime | None]) -> Hit:
    if hit.assertion is None:
        return hit
    then = hit.assertion.model_copy(update={"valid_to": until[hit.assertion.assertion_id]})
    return hit.model_copy(update={"assertion": then})


async def query_as_agent(memory: MemoryContext, question: QueryAsAgent) -> QueryAnswer:
    """For an agent: of what it is granted. That it asked is on record, also where it is refused."""
    sight = await _granted(memory, question)
    search = Inquiry(question.caller, question, sight, own_words=False, few=memory.access.few(question.top_k))
    seen = question.seen_revision
    async with memory.reading(question.caller) as connection:
        await agents.record_query(connection, memory, question, sight.categories or (), allowed=True)
        asker = await _asker(connection, question.caller)
    secret = asker["secret"]
    since = 0 if seen is None else unseal_revision(secret, seen)
    sought = await prepare_inquiry(memory, asker, search)
    async with memory.searching(question.caller) as connection:
        found = [one for one in await find_matches(connection, search, sought) if not _is_secret(one)]
        moved = [_unnumbered(one) for one in await _moved(connection, search, since) if not one.is_secret]
    newest = max((one.revision for one in moved), default=since)
    hits = (told_to_agent(one) for one in _chosen(found, question, memory.access))
    return QueryAnswer(
        hits=_within(hits, question),
        revision=seal_revision(secret, newest),
        delta="" if seen is None else _delta(moved, since, seen),
    )


def _is_secret(match: Match) -> bool:
    """What opens a door or an account is the person's own affair, in whichever category they wrote it down.

    What was entered since the index has a column for that has no part in the search either.
    """
    return isinstance(match.what, Assertion) and holds_secret(match.what.content)


async def _granted(memory: MemoryContext, question: QueryAsAgent) -> Sight:
    wish = _wish(question)
    try:
        return memory.access.of_agent(question.agent, wish)
    except (AgentNotDeclaredError, CategoryNotAllowedError, ConversationsNotAllowedError, UnknownCategoryError):
        named = memory.access.known.intersection(wish.named)  # any other name could be a word of the question
        async with memory.reading(question.caller) as connection:
            await agents.record_query(connection, memory, question, named, allowed=False)
        raise


def _wish(question: MemoryQuery) -> Wish:
    return Wish(
        question.categories,
        question.filters.category,
        talk=question.search_type != "facts",
        procedures=question.filters.kind is Kind.PROCEDURE,
    )


async def _asker(connection: AsyncConnection, who: Caller) -> Record:
    row = await run_for_one(connection, "recall/load_asker", {"person_id": who.person_id})
    if row is None:
        raise PersonNotFoundError
    return row


# ---- what of it is told ------------------------------------------------------------------------------------------


def _chosen(found: Iterable[Match], question: MemoryQuery, access: Access) -> list[Match]:
    """The best of them, of each category no more than one answer may hold."""
    taken, chosen = Counter[str](), list[Match]()
    for one in found:
        if isinstance(one.what, Assertion):
            category = one.what.category
            if taken[category] == access.most_of(category):
                continue
            taken[category] += 1
        chosen.append(one)
        if len(chosen) == question.top_k:
            break
    return chosen


def _within(hits: Iterable[Hit], question: MemoryQuery) -> tuple[Hit, ...]:
    """Whole texts only, in their order; one that is too long for what is left makes room for a shorter one."""
    room = None if question.budget_tokens is None else question.budget_tokens * A_TOKEN
    told = list[Hit]()
    for hit in hits:
        if room is not None and len(hit.text) > room:
            continue
        room = None if room is None else room - len(hit.text)
        bare = {"assertion": None, "told": None, "exchange": None}
        told.append(hit.model_copy(update=bare) if question.returns == "bullets" else hit)
    return tuple(told)


# ---- what has moved ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """A change of known memory that the asker may know of."""

    revision: int
    moved: Moved
    text: str
    """How it read then, which may be told no longer."""
    cut: bool
    """There may have been more before it, since the revision that was named."""

    @property
    def is_secret(self) -> bool:
        """Whether it tells of a secret, as it read then or reads now."""
        return holds_secret(self.text) or holds_secret(self.moved.content or "")


async def _moved(connection: AsyncConnection, search: Inquiry, since: int) -> list[Step]:
    parameters = {
        "person_id": search.who.person_id,
        "allowed": None if search.sight.granted is None else sorted(search.sight.granted),
        "procedures": search.sight.procedures,
        "hears": search.sight.conversations,
        "since": since,
        "most": NEWEST,
    }
    return [
        Step(
            row["revision"],
            Moved(
                display_number=row["display_number"],
                category=row["category"],
                importance=row["importance"],
                verb=row["verb"],
                force_from=row["force_from"],
                force_to=row["force_to"],
                content=row["content"],
            ),
            text=row["text"],
            cut=row["cut"],
        )
        for row in await run_statement(connection, "recall/list_moved", parameters)
    ]


def _unnumbered(step: Step) -> Step:
    """As an agent is told it."""
    content = step.moved.content
    told = None if content is None else of_the_person(content)[0]
    return replace(step, moved=replace(step.moved, display_number=None, content=told))


def _delta(steps: Iterable[Step], since: int, named: int) -> str:
    after = [step for step in steps if step.revision > since]
    text = delta_header([step.moved for step in after], named)
    return f"{text}, at least" if text and any(step.cut for step in after) else text
