"""What the question of a line finds before its reply is thought of: in what is known, and in what was said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.index.edition import EDITION
from services.memory.recall.question import Aim, frame_question
from services.memory.recall.ranking import Placed
from services.memory.recall.searching import SearchQuery, Within, prepare_search, search_candidates
from services.memory.store.context import MemoryContext, owner_of
from services.memory.store.database import run_statement
from services.memory.store.rows import Vector
from shared.contracts.turns import OpenedTurn, RoutedTurn, Spoken
from shared.text.asked_for_all import asks_for_all, only_answers
from shared.text.content_words import content_words
from shared.wording import days

QUOTING = frozenset({"quotes", "summary"})
SURELY_SAID = 0.5
"""The score from which on a line is quoted: "In your own words: hello" is worse than that nothing was found."""
MOST_LOADED = 40
"""Memories that are read for a reply: what a question is after may show in its sentence alone ("who am I?")."""
NEAR_ENOUGH = 0.36
"""The cosine from which on a text with no word of the question may answer it, where the embedder knows its language."""
ASKS_FOR_ALL = "know about remember stored everything saved noted memory"


@dataclass(frozen=True, slots=True)
class ReplyFindings:
    """What may fit, the best first."""

    memories: Mapping[UUID, Placed] = field(default_factory=lambda: MappingProxyType({}))
    met: frozenset[UUID] = frozenset()
    """Those of them that have something of the question; the others lie only nearer than the rest."""
    spoken: tuple[Spoken, ...] = ()
    vectors: Mapping[str, Vector] = field(default_factory=lambda: MappingProxyType({}))
    """The question's own, for what is in no index."""
    allowed: frozenset[str] | None = None
    """Of which categories the reply may know; none: of any."""


def question_of(turn: RoutedTurn) -> str:
    """What is asked for, if anything is."""
    return turn.understanding.query or turn.text


def tells_everything(turn: RoutedTurn) -> bool:
    """Whether the reply tells all that is known rather than what fits."""
    if asks_for_all(turn.text):
        return True
    wanted = content_words(question_of(turn))
    return "summary" in turn.reply_needs or not wanted or wanted <= content_words(ASKS_FOR_ALL)


def needs_search(turn: RoutedTurn) -> bool:
    """Whether the reply needs what fits a question."""
    return turn.read and not QUOTING.isdisjoint(turn.reply_needs) and not tells_everything(turn)


async def plan_reply_search(memory: MemoryContext, turn: RoutedTurn) -> SearchQuery | None:
    """Thought out before any transaction begins: the embedder takes its time."""
    if not needs_search(turn):
        return None
    spoken = "spoken" in turn.reply_needs
    heard = spoken and memory.access.supervisor_hears
    within = Within((turn.engagement_id,), story=spoken, talk=heard, allowed=memory.access.supervisor)
    return await plan_search_for(memory, turn, question_of(turn), within)


async def plan_search_for(memory: MemoryContext, turn: OpenedTurn, text: str, within: Within) -> SearchQuery:
    """A question of the one who speaks: they need no name for themself."""
    question = frame_question(
        text, memory.clock(), (), turn.person.companion_name, days.zone_named(turn.person.time_zone)
    )
    return await prepare_search(memory, question, within)


async def search_for_reply(
    connection: AsyncConnection, turn: RoutedTurn, sought: SearchQuery | None, allowed: frozenset[str] | None
) -> ReplyFindings:
    """In the transaction that the reply's knowledge is of."""
    if sought is None:
        return ReplyFindings(allowed=allowed)
    found = await search_candidates(connection, owner_of(turn), sought)
    ids = ((one.candidate.assertion_id, one) for one in found)
    known = [(assertion_id, one) for assertion_id, one in ids if assertion_id is not None]
    met = [one for one in found if _meets(sought.question, one)]
    fitting = [one for one in met if one.score >= SURELY_SAID]
    spoken = await _spoken(connection, turn, sought, fitting) if sought.within.talk else ()
    asked = {} if sought.meanings.fact is None else {question_of(turn): sought.meanings.fact}
    of_memories = frozenset(one.candidate.assertion_id for one in met if one.candidate.assertion_id is not None)
    return ReplyFindings(dict(known[:MOST_LOADED]), of_memories, tuple(spoken), asked, allowed)


def _meets(question: Aim, found: Placed) -> bool:
    """It shares a word with the question, or is near in meaning; in other languages all looks alike to the embedder."""
    entry = found.candidate.entry
    return entry.words > 0 or (question.language == "english" and entry.meaning >= NEAR_ENOUGH)


async def _spoken(
    connection: AsyncConnection, turn: RoutedTurn, sought: SearchQuery, found: Sequence[Placed]
) -> list[Spoken]:
    """Lines of the person's: the newest, which are not in the index yet, by their words; then what the index has."""
    parameters = {
        "person_id": turn.person_id,
        "turn_id": turn.turn_id,
        "engagement_id": turn.engagement_id,
        "ids": [one.candidate.message_id for one in found if one.candidate.entry.role == "person"],
        "terms": list(sought.question.terms),
        "edition": EDITION,
    }
    rows = await run_statement(connection, "recall/spoken", parameters)
    telling = [row for row in rows if not only_answers(row["content"])]
    return [Spoken(turn_id=row["turn_id"], said=row["content"], at=row["created_at"]) for row in telling]
