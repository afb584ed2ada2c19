"""What a reply may know, gathered after the turn's operations were done."""

from datetime import datetime, timedelta

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversation.masking import NOT_KEPT, Hidden, without
from services.memory.conversation.performing import Recollection
from services.memory.conversation.queries import EXCHANGES, hidden_of, history_of
from services.memory.database import run, run_one
from services.memory.knowledge.assertion import Assertion
from services.memory.knowledge.book import Book
from services.memory.knowledge.delta import Moved, header
from services.memory.knowledge.personal_memory import Bullet, section
from services.memory.knowledge.quoting import all_quotes, quotes
from services.memory.knowledge.wording import content_words, words
from shared.assertions import Force
from shared.turns import Quote, ReplyContext, RoutedTurn, Spoken

ONLY_THERE = frozenset({"spoken", "waiting"})
"""What a reply may need that only the database can tell."""
BLOCK_LASTS = timedelta(hours=6)
"""After such a gap a provider's cache is cold anyway, and the times in the section may move."""

_MEMORIES = TypeAdapter(list[Bullet])
_MOVED = TypeAdapter(list[Moved])
_SPOKEN = TypeAdapter(tuple[Spoken, ...])


async def recollect(connection: AsyncConnection, turn: RoutedTurn, book: Book, revision: int) -> Recollection:
    """In the transaction that did the operations. What the turn was opened with still holds for plain talk.

    The revision is the one before the operations: as long as it stands, nothing came to be hidden since.
    """
    if not turn.operations and revision == turn.revision and not _looks_further(turn):
        return Recollection(turn.history, ReplyContext(quotes=_quotes(turn, book), revision=revision))
    return await _read_again(connection, turn, book)


def _looks_further(turn: RoutedTurn) -> bool:
    """Whether the reply may know of a project, or of what only the database can tell."""
    return turn.engagement_kind == "project" or not ONLY_THERE.isdisjoint(turn.reply_needs)


async def _read_again(connection: AsyncConnection, turn: RoutedTurn, book: Book) -> Recollection:
    """Also notes what the conversation has seen by now."""
    in_project = turn.engagement_kind == "project"
    row = await run_one(
        connection,
        "knowledge/recollect",
        {
            "person_id": turn.person_id,
            "turn_id": turn.turn_id,
            "conversation_id": turn.conversation_id,
            "engagement_id": turn.engagement_id,
            "exchanges": EXCHANGES,
            "personal": in_project and turn.read,
            "words": _searched(turn),
        },
    )
    if row is None:
        return Recollection((), ReplyContext())
    hidden = hidden_of(row)
    delta = header(_MOVED.validate_json(row["moved"]), row["seen_revision"])
    block_at = _block_at(row["block_at"], book.now, moved=bool(delta))
    if in_project and (row["revision"], row["block_at"]) != (row["seen_revision"], block_at):
        seen = {"revision": row["revision"], "block_at": block_at}
        mine = {"person_id": turn.person_id, "conversation_id": turn.conversation_id}
        await run(connection, "knowledge/saw_memory", seen | mine)
    context = ReplyContext(
        seed=row["seed"] if in_project else "",
        personal_memory=section(_MEMORIES.validate_json(row["personal"]), block_at),
        delta=delta,
        quotes=_quotes(turn, book),
        spoken=_speakable(_SPOKEN.validate_json(row["spoken"]), hidden),
        waiting=row["waiting"],
        revision=row["revision"],
    )
    return Recollection(history_of(row, hidden), context)


def note_quoted(turn: RoutedTurn, book: Book) -> None:
    """The reply may tell these in any words, and the question may name them: both are hidden, or erased, with them."""
    asked = content_words(question_of(turn))
    for quote in _quotes(turn, book):
        told = book.get(quote.assertion_id)
        book.showed(told)
        if asked & content_words(told.content):
            book.spoke(told, turn.text)


def _block_at(block_at: datetime | None, now: datetime, *, moved: bool) -> datetime:
    if block_at is None or moved or now - block_at > BLOCK_LASTS:
        return now
    return block_at


def question_of(turn: RoutedTurn) -> str:
    """What is asked for, if anything is."""
    return turn.understanding.query or turn.text


def _searched(turn: RoutedTurn) -> list[str]:
    """The question's words as they may stand in a text; none when nothing spoken is needed."""
    if "spoken" not in turn.reply_needs:
        return []
    stems = content_words(question_of(turn))
    return [word for word in words(question_of(turn)) if any(word.startswith(stem) for stem in stems)][:12]


def _quotes(turn: RoutedTurn, book: Book) -> tuple[Quote, ...]:
    if not turn.read or not {"quotes", "summary"} & set(turn.reply_needs):
        return ()
    among = _quotable(turn, book)
    question = question_of(turn)
    if "summary" in turn.reply_needs or not content_words(question) or _asks_for_all(question):
        return all_quotes(among, book.personal_id)
    return quotes(question, among, dict(book.near.get(question, ())), book.personal_id)


def _asks_for_all(question: str) -> bool:
    return content_words(question) <= content_words("know about remember stored everything saved noted memory")


def _quotable(turn: RoutedTurn, book: Book) -> list[Assertion]:
    places = {turn.engagement_id}
    if "spoken" in turn.reply_needs and book.personal_id is not None:
        places.add(book.personal_id)
    return [a for place in sorted(places, key=str) for a in book.within(place, Force.HELD, Force.COMMITTED)]


def _speakable(spoken: tuple[Spoken, ...], hidden: tuple[Hidden, ...]) -> tuple[Spoken, ...]:
    """Without the lines that told something which is not kept."""
    told = {h.turn_id: h for h in hidden if h.role == "person"}
    texts = [text for h in hidden for text in (h.words, *h.texts)]

    def is_open(one: Spoken) -> bool:
        return one.turn_id not in told and all(NOT_KEPT not in without(one.said, text) for text in texts)

    return tuple(one for one in spoken if is_open(one))[:3]
