"""Which of what is open a line speaks of: by the words that both have, and none where that is doubtful."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.memory.index.terms import index_terms, question_terms
from shared.contracts.entities import EntityType
from shared.contracts.turns import FittingThread

MOST_THREADS = 3
ENOUGH_OF_LINE = 0.5
ENOUGH_WORDS = 2
"""So great a part of the line's telling words, or so many of them, a thread must have."""
ALIKE = 5
"""Letters from which on two words are one where the one begins the other: a short line's language is told unsurely."""
_THINGS = frozenset({"thing", "stuff", "matter", "issu", "sach", "ding", "weg", "cos", "asunt", "tem"})
"""Stems of words that stand for any thing."""


@dataclass(frozen=True, slots=True)
class StoredThread:
    """Something that is open here."""

    thread_id: UUID
    memory_id: UUID
    entity_type: EntityType
    text: str
    since: datetime


def fit_threads(text: str, threads: Sequence[StoredThread]) -> tuple[FittingThread, ...]:
    """The best of them first."""
    said = [term for term in question_terms(text) if term not in _THINGS] if threads else []
    if not said:
        return ()
    shared = ((one, _shared(said, index_terms(one.text))) for one in threads)
    fitting = [
        FittingThread(
            thread_id=one.thread_id, memory_id=one.memory_id, entity_type=one.entity_type, text=one.text,
            since=one.since, score=round(count / len(said), 2),
        )
        for one, count in shared
        if count >= ENOUGH_WORDS or count / len(said) >= ENOUGH_OF_LINE
    ]  # fmt: skip
    return tuple(sorted(fitting, key=lambda one: -one.score)[:MOST_THREADS])


def _shared(said: Iterable[str], told: Sequence[str]) -> int:
    return sum(any(_alike(one, other) for other in told) for one in said)


def _alike(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) >= ALIKE and long.startswith(short))
