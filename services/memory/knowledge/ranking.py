"""Which known memories fit a question, and how well: by its words and by its meaning."""

from collections.abc import Sequence
from dataclasses import dataclass

from services.memory.knowledge.assertion import Assertion
from services.memory.knowledge.wording import content_words, folded

NO_MEANING, FULL_MEANING = 0.2, 0.6
"""Cosines between which a nearness of meaning begins to count and counts in full. Measured with short questions: what
has nothing to do with a memory stays below 0.2, what asks for it lies from 0.3 up."""
BESIDE = 0.3
"""How much the weaker of the two adds to what the stronger leaves open."""
ENOUGH = 0.25
"""Below this nothing fits, and silence is the better answer."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory, and how near its meaning is to the question's."""

    assertion: Assertion
    nearness: float


@dataclass(frozen=True, slots=True)
class Fitting:
    """A memory that fits, from 0 to 1."""

    assertion: Assertion
    score: float


def rank(question: str, candidates: Sequence[Candidate], most: int) -> list[Fitting]:
    """Those that fit, the best first; of equals the newer."""
    scored = (Fitting(one.assertion, score(question, one)) for one in candidates)
    fitting = [one for one in scored if one.score >= ENOUGH]
    fitting.sort(key=lambda one: (-one.score, -one.assertion.created_at.timestamp(), str(one.assertion.assertion_id)))
    return fitting[:most]


def score(question: str, candidate: Candidate) -> float:
    """One number of two: the stronger counts in full, the weaker helps it."""
    words, meaning = by_words(question, candidate.assertion), by_meaning(candidate.nearness)
    stronger, weaker = max(words, meaning), min(words, meaning)
    return round(stronger + (1 - stronger) * BESIDE * weaker, 4)


def by_words(question: str, assertion: Assertion) -> float:
    """Which share of what the question is about the memory tells; its very words tell it wholly."""
    text = f"{assertion.content}\n{assertion.own_words}"
    plain = folded(question).strip(" .?!,;:\"'“”")
    if plain and plain in folded(text):
        return 1.0
    wanted = content_words(question)
    return len(wanted & content_words(text)) / len(wanted) if wanted else 0.0


def by_meaning(nearness: float) -> float:
    """The cosine as a number from 0 to 1."""
    return min(1.0, max(0.0, (nearness - NO_MEANING) / (FULL_MEANING - NO_MEANING)))
