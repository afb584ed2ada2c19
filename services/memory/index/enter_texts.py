"""Texts into the index: memories in the transaction that makes them known, what was said a moment later by a chore."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncConnection

from services.memory.index.edition import EDITION, SPACE
from services.memory.index.passages import Passage, split_into_passages
from services.memory.index.terms import index_terms
from services.memory.store.database import run_statement
from services.memory.store.rows import Vector, vector_text
from shared.contracts.envelope import Caller
from shared.text.secret_words import holds_secret

AT_ONCE = 32
"""Texts of one transaction: nobody waits for the index, and it lets others through."""
OWN = "~"
"""Before a term that only the person's own words have: an agent must not be able to try those out."""
_CLOSING = " \n\t\"'\u201d\u00bb)\u2026!"
LONGEST = 32_767
"""Terms of an entry, and of one term in it: what the columns hold."""


@dataclass(frozen=True, slots=True)
class Known:
    """A memory as it is entered."""

    assertion_id: UUID
    content: str
    own_words: str
    vector: Vector | None = None
    """Of the content; none when the one that is stored with it counts."""


@dataclass(frozen=True, slots=True)
class Unwanted:
    """What is never to be known again, and its meaning: no entry finds it, it is only compared with."""

    refusal_id: UUID
    text: str
    vector: Vector


@dataclass(frozen=True, slots=True)
class Uttered:
    """What somebody said, and the meaning of each stretch of it together with what was said before."""

    message_id: UUID
    content: str
    vectors: Sequence[Vector]
    before: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Waiting:
    """What is to be entered."""

    source: Literal["assertion", "refusal", "message"]
    id: UUID
    text: str
    own_words: str
    has_vector: bool
    before: Sequence[str] = ()
    """What was said before it, the nearest first."""


Text = Known | Unwanted | Uttered


async def list_waiting(connection: AsyncConnection, who: Caller) -> list[Waiting]:
    """What of a person waits for the index, a stretch of it."""
    wanted = {"person_id": who.person_id, "edition": EDITION, "space": SPACE, "most": AT_ONCE}
    return [Waiting(**row) for row in await run_statement(connection, "index/list_waiting", wanted)]


async def enter_into_index(connection: AsyncConnection, who: Caller, texts: Iterable[Text]) -> None:
    """Enters them in the caller's transaction; a text that reads otherwise by now waits for the next look."""
    given = [_given(text) for text in texts]
    if given:
        parameters = {
            "tenant_id": who.tenant_id,
            "person_id": who.person_id,
            "edition": EDITION,
            "space": SPACE,
            "given": json.dumps(given, default=str),
        }
        await run_statement(connection, "index/enter_texts", parameters)


def _given(text: Text) -> dict[str, object]:
    if isinstance(text, Unwanted):
        return {"refusal_id": text.refusal_id, "text": text.text, "embedding": vector_text(text.vector)}
    return _of_memory(text) if isinstance(text, Known) else _of_talk(text)


def _of_memory(known: Known) -> dict[str, object]:
    """A memory is one stretch: it is found by its words and, by the person alone, by those in which they told it."""
    vector = None if known.vector is None else vector_text(known.vector)
    words = Counter(index_terms(known.content))
    entry = _entry(0, Passage(0, len(known.content)), words, vector, asks=False)
    told = {
        f"{OWN}{term}": frequency
        for term, frequency in Counter(index_terms(known.own_words)).items()
        if term not in words
    }
    return {
        "assertion_id": known.assertion_id,
        "text": known.content,
        "own_words": known.own_words,
        "withheld": holds_secret(known.content),
        "embedding": vector,
        "stretches": [entry | {"terms": told | entry["terms"]}],
    }


def findable_passages(text: str) -> list[Passage]:
    """The stretches of what was said that can be found; none of a line with a password or the like in it."""
    return [] if holds_secret(text) else split_into_passages(text)


def _of_talk(said: Uttered) -> dict[str, object]:
    parts = zip(findable_passages(said.content), said.vectors, strict=True)
    return {
        "message_id": said.message_id,
        "text": said.content,
        "before": list(said.before),
        "stretches": [
            _entry(part, stretch, Counter(index_terms(words)), vector_text(vector), asks=_asks(words))
            for part, (stretch, vector) in enumerate(parts)
            for words in (stretch.of(said.content),)
        ],
    }


def _asks(words: str) -> bool:
    """Whether it ends as a question."""
    return words.rstrip(_CLOSING).endswith(("?", "\uff1f", "\u061f"))


class _Entry(TypedDict):
    part: int
    begins: int
    ends: int
    length: int
    asks: bool
    terms: dict[str, int]
    embedding: str | None


def _entry(part: int, stretch: Passage, words: Counter[str], vector: str | None, *, asks: bool) -> _Entry:
    return {
        "part": part,
        "begins": stretch.begins,
        "ends": stretch.ends,
        "length": min(words.total(), LONGEST),
        "asks": asks,
        "terms": {term: min(frequency, LONGEST) for term, frequency in words.items()},
        "embedding": vector,
    }
