"""Small memories with questions that they answer and questions that they do not, ranked as the product ranks them.

The halves whose names end in "calibrated" set the numbers of the table `silence`; the others test them.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean, pstdev

from services.memory.index.terms import index_terms
from services.memory.recall.candidate import Candidate, Measured
from services.memory.recall.question import frame_question
from services.memory.recall.ranking import Backdrop, Crowd, Placed, rank_candidates
from services.memory.recall.weights import answer_threshold, load_weights
from shared.embedding.embedder import Vector, vector_of

MEMORIES = Path(__file__).with_name("recall")
NOW = datetime(2026, 11, 19, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Remembered:
    """One person's memory, and what is asked of it."""

    name: str
    facts: tuple[str, ...]
    answered: tuple[tuple[str, int], ...]
    """Each with the number of the fact that answers it."""
    unanswered: tuple[str, ...]


def read(path: Path) -> Remembered:
    """A file: facts, each before its question, and questions that nothing answers."""
    facts, answered, unanswered = list[str](), list[tuple[str, int]](), list[str]()
    for line in path.read_text(encoding="utf-8").splitlines():
        match line[:2]:
            case "+ ":
                facts.append(line[2:])
            case "? ":
                answered.append((line[2:], len(facts) - 1))
            case "- ":
                unanswered.append(line[2:])
    return Remembered(path.stem, tuple(facts), tuple(answered), tuple(unanswered))


def all_remembered() -> list[Remembered]:
    """Every file."""
    return [read(path) for path in sorted(MEMORIES.glob("*.txt"))]


@cache
def _vector(text: str) -> Vector:
    return vector_of(text)


def search(facts: Sequence[str], text: str) -> list[Placed]:
    """What the product finds, with the database's part done here: BM25, cosines, and what is usual."""
    question = frame_question(text, NOW, [], "Companion", UTC)
    vector = _vector(question.fact_text)
    counted = [Counter(index_terms(fact)) for fact in facts]
    lengths = [words.total() for words in counted]
    mean = max(1.0, sum(lengths) / len(facts))
    found_in = {term: count for term in question.terms if (count := sum(term in words for words in counted))}
    rarity = {term: math.log(1 + (len(facts) - count + 0.5) / (count + 0.5)) for term, count in found_in.items()}

    def words_of(number: int) -> float:
        bm25 = load_weights().terms
        length = bm25.saturation * (1 - bm25.length + bm25.length * lengths[number] / mean)
        frequencies = ((counted[number][term], weight) for term, weight in rarity.items())
        return sum(weight * often * (bm25.saturation + 1) / (often + length) for often, weight in frequencies)

    meanings = [float(vector @ _vector(fact)) for fact in facts]
    candidates = [
        Candidate(Measured(number, "assertion", NOW, lengths[number], words_of(number), meanings[number]))
        for number in range(len(facts))
    ]
    facts_crowd = Crowd(len(facts), fmean(meanings), pstdev(meanings))
    return rank_candidates(
        question, candidates, Backdrop(facts_crowd, Crowd(0, 0.0), sum(rarity.values()), len(rarity))
    )


@dataclass(frozen=True, slots=True)
class Judged:
    """How the questions of some memories ended, from a threshold on."""

    kept: float
    """Share of the answerable ones that get anything."""
    right: float
    """Share of them whose fact is among what they get."""
    silent: float
    """Share of the others that get nothing."""
    told: float
    """How many facts an answerable question gets."""


def judged(memories: Sequence[Remembered], least: float) -> Judged:
    """All their questions."""
    answered = [(fact, search(memory.facts, text)) for memory in memories for text, fact in memory.answered]
    others = [search(memory.facts, text) for memory in memories for text in memory.unanswered]
    told = [[one.candidate.entry.number for one in found if one.score >= least] for _, found in answered]
    return Judged(
        fmean(bool(facts) for facts in told),
        fmean(fact in facts for (fact, _), facts in zip(answered, told, strict=True)),
        fmean(found[0].score < least for found in others),
        fmean(map(len, told)),
    )


def small(memories: Sequence[Remembered], size: int) -> list[Remembered]:
    """Memories of so few facts: of each question its answer among others; of one without an answer any of them."""
    draw = Random(1)  # the same in every run
    made = list[Remembered]()
    for memory in memories:
        for text, fact in memory.answered:
            others = draw.sample([other for at, other in enumerate(memory.facts) if at != fact], size - 1)
            made.append(Remembered(memory.name, (memory.facts[fact], *others), ((text, 0),), ()))
        for text in memory.unanswered:
            made.append(Remembered(memory.name, tuple(draw.sample(memory.facts, size)), (), (text,)))
    return made


def kept_by_all_but(share: float, memories: Sequence[Remembered]) -> float:
    """The threshold that this share of the answerable questions would not reach."""
    scores = sorted(search(memory.facts, text)[0].score for memory in memories for text, _ in memory.answered)
    return scores[int(share * len(scores))]


def main() -> None:
    """The table of `python -m tests.evals.memories`."""
    memories = all_remembered()
    groups = {memory.name: [memory] for memory in memories} | {
        half: [memory for memory in memories if memory.name.endswith(half)] for half in ("calibrated", "tested")
    }
    tested = groups["tested"]
    for least in (answer_threshold(), kept_by_all_but(0.05, tested), 0.5, 0.65):
        print(f"from {least:<15} kept  right  silent  told")
        for name, group in groups.items():
            one = judged(group, least)
            print(f"{name:20} {one.kept:.2f}   {one.right:.2f}    {one.silent:.2f}  {one.told:.1f}")
    for size in (1, 3, 6, 12):
        one = judged(small(memories, size), answer_threshold())
        print(f"memories of {size:<8} {one.kept:.2f}   {one.right:.2f}    {one.silent:.2f}  {one.told:.1f}")


if __name__ == "__main__":
    main()
