"""What the reply may know: what its question finds, the talk so far, what is known of the person, and what fits."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import MappingProxyType
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.assertions.assertion import Assertion
from services.memory.assertions.book import Book
from services.memory.assertions.policy import safety_patterns
from services.memory.consent.contradictions import subject_of
from services.memory.conversations.themes import load_themes
from services.memory.index.edition import EDITION
from services.memory.recall.masking import Hidden, hide_words
from services.memory.recall.memory_delta import Moved, delta_header
from services.memory.recall.person_names import names_in
from services.memory.recall.question import Aim, frame_question
from services.memory.recall.quotable import Fitting, all_quotes, count_unquoted, of_those_that_wait, quotes_for
from services.memory.recall.ranking import Placed
from services.memory.recall.search_candidates import SearchQuery, Within, prepare_search, search_candidates
from services.memory.recall.weights import answer_threshold
from services.memory.store.context import MemoryContext, owner_of
from services.memory.store.database import run_for_one, run_statement
from services.memory.store.rows import Vector
from services.memory.turn.apply_operations import Recollection
from services.memory.turn.end import EXCHANGES
from services.memory.turn.open import hidden_of, masked_history
from services.memory.turn.open_told import load_open_told
from services.memory.turn.personal_memory import (
    Bullet,
    PersonalMemory,
    fitting_section,
    lasting_section,
    project_section,
)
from shared.contracts.assertions import Because, Force
from shared.contracts.turns import (
    NOT_KEPT,
    OpenedTurn,
    Quote,
    RecurringTheme,
    ReplyContext,
    RoutedTurn,
    Spoken,
)
from shared.text.comparable import content_words
from shared.text.plain_orders import asked_of_now, asks_for_all, asks_of_before, only_answers, tells_unwritten
from shared.text.secret_words import holds_secret
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
    within = Within(
        (turn.engagement_id,),
        story=spoken,
        talk=heard,
        allowed=memory.access.supervisor,
        granted=memory.access.supervisor,
        hears=memory.access.supervisor_hears,
    )
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
    rows = await run_statement(connection, "turn/search_spoken", parameters)
    telling = [row for row in rows if not only_answers(row["content"])]
    return [Spoken(turn_id=row["turn_id"], said=row["content"], at=row["created_at"]) for row in telling]


ONLY_THERE = frozenset({"spoken", "waiting"})
"""What a reply may need that only the database can tell."""

BLOCK_LASTS = timedelta(hours=6)
"""After such a gap a provider's cache is cold anyway, and the times in the section may move."""

_MEMORIES = TypeAdapter(list[Bullet])
_MOVED = TypeAdapter(list[Moved])


async def load_reply_context(
    connection: AsyncConnection, turn: RoutedTurn, book: Book, revision: int, sought: ReplyFindings
) -> Recollection:
    """In the transaction that did the operations. What the turn was opened with still holds for plain talk.

    The revision is the one before the operations: as long as it stands, nothing came to be hidden since.
    """
    if turn.operations or revision != turn.revision or _looks_further(turn):
        found = await _read_again(connection, turn, book, sought)
    else:
        found = Recollection(turn.history, ReplyContext(quotes=_quotes(turn, book, sought), revision=revision))
    told = await _open_and_recurring(connection, turn, sought.allowed, book.now)
    if turn.engagement_kind != "project":
        told |= await _about_person(connection, turn, sought.allowed, found.context, book.now)
    return Recollection(found.history, ReplyContext.model_validate({**dict(found.context), **told}))


async def _open_and_recurring(
    connection: AsyncConnection, turn: RoutedTurn, allowed: frozenset[str] | None, now: datetime
) -> dict[str, object]:
    """What is open, of what the line speaks of or asks after; and, where all is asked for, what recurs."""
    open_told = await load_open_told(connection, turn, allowed, now)
    told: dict[str, object] = {
        "threads": open_told.threads,
        "asked_open": open_told.asked and open_told.asked.value,
        "more_open": open_told.more,
    }
    if turn.engagement_kind != "project" and _tells_all(turn):
        themes = await load_themes(connection, owner_of(turn))
        told["themes"] = tuple(RecurringTheme(label=one.label, times=one.times, of=one.of) for one in themes)
    return told


async def _about_person(
    connection: AsyncConnection, turn: RoutedTurn, allowed: frozenset[str] | None, context: ReplyContext, now: datetime
) -> dict[str, object]:
    """What holds outside of any project, whatever the reply is about; nothing is told twice."""
    near = [one.assertion_id for one in turn.near if one.personal and one.score > 0]
    mine: dict[str, object] = {"person_id": turn.person_id, "conversation_id": turn.conversation_id}
    asked: dict[str, object] = {
        "read": turn.read,
        "allowed": None if allowed is None else sorted(allowed),
        "fitting": near,
        "safety": list(safety_patterns()),
    }
    row = await run_for_one(connection, "turn/load_about_person", mine | asked)
    if row is None:
        return {}
    known = _MEMORIES.validate_json(row["known"])
    block_at = _block_at(row["block_at"], now, moved=any(_is_later(one, row["block_at"]) for one in known))
    if known and block_at != row["block_at"]:
        await run_statement(connection, "turn/told_outside", mine | {"block_at": block_at})
    lasting = lasting_section(known, block_at)
    quoted = {quote.assertion_id for quote in context.quotes}
    passing = fitting_section(known, near, quoted | set(lasting.known), len(lasting.text), block_at)
    return _told_outside(row["seed"], names_in(row["profile"]), lasting, passing)


def _told_outside(seed: str, names: list[str], lasting: PersonalMemory, passing: PersonalMemory) -> dict[str, object]:
    return {
        "seed": seed,
        "own_name": names[0] if names else "",
        "always": lasting.text,
        "fitting": passing.text,
        "known": lasting.known + passing.known,
    }


def _is_later(one: Bullet, block_at: datetime | None) -> bool:
    return block_at is not None and one.created_at > block_at


def _looks_further(turn: RoutedTurn) -> bool:
    """Whether the reply may know of a project, or of what only the database can tell."""
    return turn.engagement_kind == "project" or not ONLY_THERE.isdisjoint(turn.reply_needs)


async def _read_again(connection: AsyncConnection, turn: RoutedTurn, book: Book, sought: ReplyFindings) -> Recollection:
    """Also notes what the conversation has seen by now."""
    in_project = turn.engagement_kind == "project"
    row = await run_for_one(
        connection,
        "turn/load_reply_context",
        {
            "person_id": turn.person_id,
            "turn_id": turn.turn_id,
            "conversation_id": turn.conversation_id,
            "engagement_id": turn.engagement_id,
            "exchanges": EXCHANGES,
            "personal": in_project and turn.read,
            "allowed": None if sought.allowed is None else sorted(sought.allowed),
            "safety": list(safety_patterns()),
        },
    )
    if row is None:
        return Recollection((), ReplyContext())
    hidden = hidden_of(row)
    delta = delta_header(_MOVED.validate_json(row["moved"]), row["seen_revision"])
    block_at = _block_at(row["block_at"], book.now, moved=bool(delta))
    if in_project and (row["revision"], row["block_at"]) != (row["seen_revision"], block_at):
        seen = {"revision": row["revision"], "block_at": block_at}
        mine = {"person_id": turn.person_id, "conversation_id": turn.conversation_id}
        await run_statement(connection, "turn/note_memory_seen", seen | mine)
    known = _MEMORIES.validate_json(row["personal"])
    personal, names = project_section(known, block_at), names_in(one.content for one in known)
    context = ReplyContext(
        seed=row["seed"] if in_project else "",
        own_name=names[0] if names else "",
        personal_memory=personal.text,
        known=personal.known,
        delta=delta,
        quotes=_quotes(turn, book, sought),
        unquoted=count_unquoted(_quotable(turn, book, sought)) if _tells_all(turn) else 0,
        spoken=_speakable(sought.spoken, hidden),
        waiting=row["waiting"],
        revision=row["revision"],
    )
    remembered = tuple(exchange for exchange in turn.history if exchange.from_client)
    return Recollection(masked_history(row, hidden, remembered), context)


def note_quoted(turn: RoutedTurn, book: Book, sought: ReplyFindings) -> None:
    """The reply may tell these in any words, and the question may name them: both are hidden, or erased, with them."""
    asked = content_words(question_of(turn))
    for quote in _quotes(turn, book, sought):
        told = book.get(quote.assertion_id)
        book.showed(told)
        if asked & content_words(told.content):
            book.spoke(told, turn.text)


def _block_at(block_at: datetime | None, now: datetime, *, moved: bool) -> datetime:
    if block_at is None or moved or now - block_at > BLOCK_LASTS:
        return now
    return block_at


def _quotes(turn: RoutedTurn, book: Book, sought: ReplyFindings) -> tuple[Quote, ...]:
    if not turn.read or QUOTING.isdisjoint(turn.reply_needs):
        return ()
    if _tells_all(turn):
        return all_quotes(_quotable(turn, book, sought), book.personal_id)
    question = question_of(turn)
    if former := _former(turn, book):
        return former
    waiting = [one for one in _quotable(turn, book, sought) if one.force is Force.HELD]
    held = of_those_that_wait(question, waiting, dict(book.near.get(question, ())))
    fitting = [one for one in [*_known(book, sought), *held] if _answers_when(turn, one)]
    return quotes_for(question, fitting, book.personal_id)


def _answers_when(turn: RoutedTurn, one: Fitting) -> bool:
    """What somebody has one of at a time, and has today, is no answer to how it was before."""
    return not asks_of_before(turn.text) or subject_of(one.assertion.content) is None


def _former(turn: RoutedTurn, book: Book) -> tuple[Quote, ...]:
    """What was known and gave way: only to who asks how it was before."""
    if not asks_of_before(turn.text):
        return ()
    was = (a for a in book.assertions.values() if a.reason is Because.REPLACED and a.engagement_id == book.personal_id)
    question = asked_of_now(turn.text)
    return quotes_for(question, of_those_that_wait(question, list(was), {}), book.personal_id)


def _tells_all(turn: RoutedTurn) -> bool:
    return turn.read and not QUOTING.isdisjoint(turn.reply_needs) and tells_everything(turn)


def _known(book: Book, sought: ReplyFindings) -> Iterator[Fitting]:
    """What the search found, if it is known still: the turn may just have taken it back."""
    for assertion_id, found in sought.memories.items():
        known = book.assertions.get(assertion_id)
        if known is not None and known.is_known:
            least = (
                answer_threshold() if assertion_id in sought.met else math.inf
            )  # of the kind that is asked for it may be still
            yield Fitting(known, found.score, tuple(name for name, _ in found.why), least)


def _quotable(turn: RoutedTurn, book: Book, sought: ReplyFindings) -> list[Assertion]:
    places = {turn.engagement_id}
    if "spoken" in turn.reply_needs and book.personal_id is not None:
        places.add(book.personal_id)
    found = (a for place in sorted(places, key=str) for a in book.told_within(place, Force.HELD, Force.COMMITTED))
    return [a for a in found if sought.allowed is None or a.category in sought.allowed]


def _speakable(spoken: tuple[Spoken, ...], hidden: tuple[Hidden, ...]) -> tuple[Spoken, ...]:
    """Without the lines that told something which is not kept."""
    told = {h.turn_id: h for h in hidden if h.role == "person"}
    texts = [text for h in hidden for text in (h.words, *h.texts)]

    def is_open(one: Spoken) -> bool:
        if holds_secret(one.said) or tells_unwritten(one.said):
            return False
        return one.turn_id not in told and all(NOT_KEPT not in hide_words(one.said, text) for text in texts)

    return tuple(one for one in spoken if is_open(one))[:3]
