"""What a reply may know, gathered after the turn's operations were done."""

from datetime import datetime, timedelta

from pydantic import TypeAdapter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.conversation.masking import NOT_KEPT, Hidden, masked, newest_within, without
from services.memory.database import run, run_one
from services.memory.knowledge.assertion import Assertion
from services.memory.knowledge.book import Book
from services.memory.knowledge.delta import Moved, header
from services.memory.knowledge.personal_memory import Bullet, section
from services.memory.knowledge.quoting import all_quotes, quotes
from services.memory.knowledge.wording import content_words, words
from shared.assertions import Force
from shared.turns import Exchange, Quote, ReplyContext, RoutedTurn, Spoken

EXCHANGES = 10
"""What a reply is shown of the talk so far."""
MOST_HISTORY = 40_000
"""Characters of it: a performed turn must stay well below what one message may carry."""
BLOCK_LASTS = timedelta(hours=6)
"""After such a gap a provider's cache is cold anyway, and the times in the section may move."""

_EXCHANGES = TypeAdapter(tuple[Exchange, ...])
_HIDDEN = TypeAdapter(tuple[Hidden, ...])
_MEMORIES = TypeAdapter(list[Bullet])
_MOVED = TypeAdapter(list[Moved])
_SPOKEN = TypeAdapter(tuple[Spoken, ...])


async def recollect(connection: AsyncConnection, turn: RoutedTurn, book: Book) -> ReplyContext:
    """Read in the transaction that did the operations; notes what the conversation has seen by now."""
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
        return ReplyContext()
    hidden = _HIDDEN.validate_json(row["hidden"])
    delta = header(_MOVED.validate_json(row["moved"]), row["seen_revision"])
    block_at = _block_at(row["block_at"], book.now, moved=bool(delta))
    if in_project and (row["revision"], row["block_at"]) != (row["seen_revision"], block_at):
        seen = {"revision": row["revision"], "block_at": block_at}
        mine = {"person_id": turn.person_id, "conversation_id": turn.conversation_id}
        await run(connection, "knowledge/saw_memory", seen | mine)
    return ReplyContext(
        history=newest_within(masked(_EXCHANGES.validate_json(row["history"]), hidden), MOST_HISTORY),
        seed=row["seed"] if in_project else "",
        personal_memory=section(_MEMORIES.validate_json(row["personal"]), block_at),
        delta=delta,
        quotes=_quotes(turn, book),
        spoken=_speakable(_SPOKEN.validate_json(row["spoken"]), hidden),
        waiting=row["waiting"],
        revision=row["revision"],
    )


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
