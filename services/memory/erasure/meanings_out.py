"""What talk left tells an erased memory no more: narratives, what they name, what they changed, themes and drafts.

The person confirmed a narrative as a whole, so it stays: of it the sentences go that tell the memory, and a mark stands
in their place, as it does in a turn. A draft, which nobody has confirmed, is made anew.
"""

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from asyncpg import Record
from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.erasure.ledger_entry import LONG, ErasureContext
from services.memory.erasure.texts_to_erase import MARK, Search, is_telling, order_texts, without_texts
from services.memory.store.database import run_for_one, run_statement
from shared.contracts.envelope import Caller
from shared.text.comparable import content_words
from shared.text.own_words import split_sentences

FIXED = frozenset({"type", "status", "priority", "delta_type", "entity_type"})
"""Fields whose words are ours."""
IN_SENTENCES = frozenset({"narrative", "original"})


@dataclass(frozen=True, slots=True)
class Told:
    """What goes, as far as what talk left may tell it."""

    ids: Sequence[UUID] = ()
    """Memories."""
    turns: Sequence[UUID] = ()
    """Turns that told it, beside those that are known to."""
    places: Sequence[UUID] = ()
    """Projects."""
    said: Collection[str] = ()
    """How it reads, here and there."""
    quoted: Collection[str] = ()
    """Parts of it, which are looked for only in what was made of those turns."""
    in_other_words: bool = True
    """Whether a text that was made of those turns tells it as soon as it has a content word of it."""

    @property
    def telling(self) -> tuple[str, ...]:
        """What is looked for everywhere, the longest first."""
        return order_texts(filter(is_telling, self.said))


async def take_out_of_meanings(
    connection: AsyncConnection, who: Caller, begun: ErasureContext, gone: Told
) -> list[UUID]:
    """Before the memories themselves go. Gives the narratives that read otherwise now."""
    search = Search.of(gone.telling)
    parameters: dict[str, object] = {
        "person_id": who.person_id,
        "ids": list(gone.ids),
        "turns": list(gone.turns),
        "places": list(gone.places),
        "texts": [*gone.said, *gone.quoted],
        "cores": search.cores,
        "pattern": search.pattern,
        "now": begun.now,
    }
    begun.count(await run_for_one(connection, "erasure/drop_told_drafts", parameters, seconds=LONG))
    found = await run_statement(connection, "erasure/find_in_meanings", parameters, seconds=LONG)
    left = {(row["place"], row["id"]): rest for row in found if (rest := _left_of(row, gone)) != row["text"]}
    await _put_back(connection, who, left, begun.now)
    begun.count({"meanings": len(left)})
    touched = [identifier for place, identifier in left if place == "narrative"]
    parameters |= {"ids": [*gone.ids, *touched], "gone": list(gone.ids)}
    begun.count(await run_for_one(connection, "erasure/drop_what_rests", parameters, seconds=LONG))
    return touched


async def _put_back(connection: AsyncConnection, who: Caller, left: dict[tuple[str, UUID], str], now: datetime) -> None:
    parameters = {
        "person_id": who.person_id,
        "places": [place for place, _ in left],
        "ids": [identifier for _, identifier in left],
        "texts": list(left.values()),
        "now": now,
    }
    if left:
        await run_statement(connection, "erasure/rewrite_meanings", parameters, seconds=LONG)


def _left_of(row: Record, gone: Told) -> str:
    """The same value without it, as JSON."""
    is_near = row["near"]
    words = content_words(" ".join(gone.said)) if is_near and gone.in_other_words else frozenset[str]()
    texts = (*gone.telling, *(filter(is_telling, gone.quoted) if is_near else ()))

    def tells(text: str) -> bool:
        return bool(words & content_words(text)) or without_texts(text, texts) != text

    def without(text: str) -> str:
        return MARK if words & content_words(text) else without_texts(text, texts)

    value, name = json.loads(row["text"]), "narrative" if row["place"] == "narrative" else ""
    rest = _each_text(value, name, lambda text: _whole_sentences(text, tells), without)
    return row["text"] if rest == value else json.dumps(rest, ensure_ascii=False)


def _each_text(value: object, name: str, in_sentences: Callable[[str], str], without: Callable[[str], str]) -> object:
    if isinstance(value, dict):
        return {key: _each_text(part, key, in_sentences, without) for key, part in value.items()}
    if isinstance(value, list):
        return [_each_text(part, name, in_sentences, without) for part in value]
    if not isinstance(value, str) or name in FIXED:
        return value
    left = in_sentences(value) if name in IN_SENTENCES else without(value)
    return left if len(left) <= len(value) else MARK  # a text has a limit, and the mark may be longer than what goes


def _whole_sentences(text: str, tells: Callable[[str], bool]) -> str:
    """With a mark for each sentence that tells it; what goes over several sentences takes all of it along."""
    parts = split_sentences(text)
    left = "".join(MARK + part[len(part.rstrip()) :] if tells(part) else part for part in parts)
    return MARK if tells(left) else left
