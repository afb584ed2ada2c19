"""The candidates for a question, from the database: exact, over one person's rows, none that the asker may not see."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.index.edition import EDITION
from services.memory.index.enter_texts import OWN
from services.memory.recall.candidate import Candidate, Measured
from services.memory.recall.linked_finds import Link
from services.memory.recall.question import Aim
from services.memory.recall.ranking import Backdrop, Crowd, Placed, rank_candidates
from services.memory.recall.weights import load_weights
from services.memory.store.context import MemoryContext
from services.memory.store.database import run_statement
from services.memory.store.rows import Vector, vector_text
from shared.contracts.envelope import Caller

LOTS = 64
"""Into which a person's entries fall by chance."""
SMALL_PART = 4
"""What is less than this part of it all is looked through by itself."""
_SPEAKERS = {None: [], "person": ["person", "assertion"], "companion": ["companion"]}


@dataclass(frozen=True, slots=True)
class Within:
    """Where is looked, and for whom."""

    engagements: tuple[UUID, ...] | None = None
    """None for all of the person's."""
    story: bool = False
    """Your Story besides these."""
    facts: bool = True
    talk: bool = False
    allowed: frozenset[str] | None = None
    """The categories of memories that may be seen; none for all."""
    granted: frozenset[str] | None = None
    """All categories that the asker may see, whichever are asked for now; none for all."""
    hears: bool = True
    """Whether the asker may hear what was said: what conversations meant is of it."""
    procedures: bool = False
    own_words: bool = True
    """Whether a memory is found by the words that the person told it in."""
    few: Mapping[str, int] = field(default_factory=dict)
    """Categories that may give no more than so many of their own: what is beyond that crowds out nothing else."""
    filters: Mapping[str, object] = field(default_factory=dict)
    """What else narrows it, by the names in `visible.sql`."""


NARROWING = (
    "category",
    "kind",
    "entity_type",
    "agent_id",
    "run_id",
    "actor",
    "role",
    "pinned",
    "importance_min",
    "importance_max",
    "updated_after",
    "updated_before",
)


NOTHING = Backdrop(Crowd(0, 0.0), Crowd(0, 0.0), 0.0, 0)


@dataclass(frozen=True, slots=True)
class Meanings:
    """The question's, as it is compared with what was said and with what is known."""

    talk: Vector | None = None
    fact: Vector | None = None


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A question, where it is looked up, and its meanings: the embedder is done with it."""

    question: Aim
    within: Within
    meanings: Meanings


async def prepare_search(memory: MemoryContext, question: Aim, within: Within) -> SearchQuery:
    """Between two transactions: no connection waits for the embedder."""
    return SearchQuery(question, within, await _meanings_of(memory, question, within))


async def _meanings_of(memory: MemoryContext, question: Aim, within: Within) -> Meanings:
    """Only those that are needed: each takes the embedder a millisecond or two."""
    texts = [*([question.text] if within.talk else []), *([question.fact_text] if within.facts else [])]
    found = await memory.embed_all(texts)
    return Meanings(found.get(question.text), found.get(question.fact_text))


async def search_candidates(
    connection: AsyncConnection, who: Caller, sought: SearchQuery, least: float = 0.0, most: int | None = None
) -> list[Placed]:
    """The best of what was looked at closely. Whoever asks decides from which score on it is an answer."""
    question = sought.question
    if not any(sign.isalnum() for sign in question.text):
        return []
    found = await load_candidates(connection, who, question.terms, sought.meanings, sought.within, question=question)
    return rank_candidates(question, *found, least=least, most=most)


async def load_candidates(  # noqa: PLR0913  # whose, what and where
    connection: AsyncConnection,
    who: Caller,
    terms: Sequence[str],
    meanings: Meanings,
    within: Within,
    *,
    question: Aim | None = None,
) -> tuple[list[Candidate], Backdrop]:
    """The best of them by a rough sum, with their neighbours, in no order; and what they are held against."""
    look = load_weights().look
    own = [f"{OWN}{term}" for term in terms] if within.own_words and within.facts else []
    filters = {name: within.filters.get(name) for name in NARROWING}
    parameters = {
        **_visible(within),
        "person_id": who.person_id,
        "edition": EDITION,
        "vector": None if meanings.talk is None else vector_text(meanings.talk),
        "fact_vector": None if meanings.fact is None else vector_text(meanings.fact),
        "terms": [*terms, *own],
        "names": list(question.names) if question else [],
        "entity_terms": [re.escape(term) for term in terms],
        "entity_pattern": "|".join(rf"\m{re.escape(term)}" for term in terms) or None,
        "entity_counts": look.entities,
        "facts": within.facts,
        "talk": within.talk and not _only_memories_have(filters),
        "story": within.story,
        "narrowed": any(value is not None for value in filters.values()),
        "k": load_weights().terms.saturation,
        "b": load_weights().terms.length,
        "words_count": look.words,
        "speaker_counts": look.speaker,
        "time_counts": look.time,
        "speakers": _SPEAKERS[question.about if question else None],
        "begins": question.span.begins if question and question.span else None,
        "ends": question.span.ends if question and question.span else None,
        "few": list(within.few),
        "so_many": list(within.few.values()),
        "most": look.candidates,
        "reach": look.reach,
    }
    much = await _much(connection, within, parameters)
    rows = await (
        run_statement(connection, "recall/search", parameters)
        if much is None
        else run_statement(connection, "recall/search_widely", {**parameters, **much})
    )
    measured = {row["number"]: _measured(row) for row in rows}
    found = [_candidate(row, measured) for row in rows if row["is_candidate"]]
    return found, _ground(rows[0]) if rows else NOTHING


async def _much(
    connection: AsyncConnection, within: Within, parameters: Mapping[str, object]
) -> dict[str, object] | None:
    """What a wide look needs to know, if there is so much that a close look at all of it takes long.

    None where something is hidden from the asker, or what is asked about is a small part: the rest would count.
    """
    is_all = within.allowed is None and within.own_words and not within.few and not parameters["narrowed"]
    if not is_all:
        return None
    glance = load_weights().glance
    (size,) = await run_statement(connection, "recall/estimate_size", parameters)
    lot, everything = size["within"], size["everything"]
    if lot * LOTS <= glance.above or lot * SMALL_PART < everything:
        return None
    return {
        "lots": min(LOTS, math.ceil(glance.sample / lot)),
        "entries": float(everything * LOTS),
        "near": glance.near,
        "often": glance.often,
        "closely": glance.closely,
    }


async def links_of(connection: AsyncConnection, who: Caller, ids: Sequence[UUID], within: Within) -> list[Link]:
    """The links of these memories, whose other end may be seen, too."""
    if not ids:
        return []
    rows = await run_statement(
        connection, "recall/links_of_finds", {**_visible(within), "person_id": who.person_id, "ids": list(ids)}
    )
    return [Link(row["from_id"], row["to_id"], row["strength"]) for row in rows]


def _visible(within: Within) -> dict[str, object]:
    """What `visible.sql` asks for, and where is looked."""
    return {
        **{name: within.filters.get(name) for name in NARROWING},
        "engagement_id": None,
        "engagements": None if within.engagements is None else list(within.engagements),
        "allowed": None if within.allowed is None else sorted(within.allowed),
        "granted": None if within.granted is None else sorted(within.granted),
        "hears": within.hears,
        "procedures": within.procedures,
    }


def _ground(row: Record) -> Backdrop:
    return Backdrop(
        facts=Crowd(row["facts"], row["facts_meaning"], row["facts_spread"]),
        talk=Crowd(row["talk"], row["talk_meaning"], row["talk_spread"]),
        rarities=row["rarities"],
        known_terms=row["known_terms"],
    )


def _only_memories_have(filters: Mapping[str, object]) -> bool:
    """Whether something is asked for that nothing said has: a category, an importance, a pin."""
    both = {"role", "updated_after", "updated_before"}
    return any(value is not None for name, value in filters.items() if name not in both)


def _measured(row: Record) -> Measured:
    return Measured(
        number=row["number"],
        role=row["role"],
        at=row["at"],
        length=row["length"],
        words=row["words"],
        meaning=row["meaning"] or 0.0,
        asks=row["asks"],
        names=row["names"],
        entities=row["entities"],
    )


def _candidate(row: Record, measured: Mapping[int, Measured]) -> Candidate:
    return Candidate(
        entry=measured[row["number"]],
        before=tuple(measured[number] for number in row["before"] if number in measured),
        after=tuple(measured[number] for number in row["after"] if number in measured),
        assertion_id=row["assertion_id"],
        message_id=row["message_id"],
        begins=row["begins"],
        ends=row["ends"],
    )
