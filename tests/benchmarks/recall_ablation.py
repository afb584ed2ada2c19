"""`python -m tests.benchmarks.recall_ablation DATA`: what each part of the ranking brings, on LoCoMo in the product.

Every part is left out by itself, everything else as it is: first what only orders candidates, then what changes them
or the index. What is added at the end was tried and is not in the product.
"""

import argparse
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import uvloop

from services.memory.chores import index_waiting as chore
from services.memory.index import terms
from services.memory.recall import ranking, search_candidates
from services.memory.recall.candidate import Candidate
from services.memory.recall.question import Aim
from services.memory.recall.weights import load_weights
from tests.benchmarks.recall_locomo import Conversation, read
from tests.benchmarks.recall_ours import inhabited
from tests.benchmarks.recall_quality import Quality, quality

NEWER_BY_DAYS = 90.0
ORDER: dict[str, dict[str, float]] = {
    "as it is": {},
    "without meaning": {"meaning": 0.0},
    "without words": {"words": 0.0},
    "without words said just before": {"words_before": 0.0},
    "without what was said just after": {"next": 0.0},
    "without answers to a question": {"answers": 0.0},
    "questions count like answers": {"asks": 0.0},
    "without names and numbers": {"named": 0.0},
    "without who is asked about": {"speaker": 0.0, "speaker_unsure": 0.0},
    "without time": {"time": 0.0, "time_after": 0.0},
}
"""Weights that are set to nothing."""


@contextmanager
def _weighed(changes: dict[str, float]) -> Iterator[None]:
    order = replace(load_weights().order, **changes)  # type: ignore[arg-type]  # no number of days is among them
    changed = replace(load_weights(), order=order)
    with patch.object(ranking, "weights", lambda: changed):
        yield


@contextmanager
def _newer(weight: float) -> Iterator[None]:
    """What is newer counts for more, by an exponential decay from the newest candidate on."""
    inner = ranking._signals

    def rank(
        question: Aim, candidates: Sequence[Candidate], ground: ranking.Backdrop, *, least: float, most: int | None
    ) -> list[ranking.Placed]:
        newest = max((one.entry.at for one in candidates), default=None)

        def signals(question: Aim, one: Candidate, full: float) -> dict[str, float]:
            assert newest is not None
            age = (newest - one.entry.at).total_seconds() / 86_400
            return {**inner(question, one, full), "newer": weight * math.exp(-age / NEWER_BY_DAYS)}

        with patch.object(ranking, "_signals", signals):
            return ranking.rank_candidates(question, candidates, ground, least=least, most=most)

    with patch.object(search_candidates, "rank", rank):
        yield


@contextmanager
def _bare_lines() -> Iterator[None]:
    with patch.object(chore, "in_context", lambda words, _: words):
        yield


@contextmanager
def _small_words() -> Iterator[None]:
    """All words are terms; what language they are in is told as ever."""
    inner = terms._terms

    def all_terms(text: str) -> list[str]:
        language = terms.language_of(terms.word_list(text))
        with patch.object(terms, "language_of", lambda _: language), patch.object(terms, "_small_words", dict):
            return inner(text)

    with patch.object(terms, "_terms", all_terms):
        yield


@contextmanager
def _candidates(count: int) -> Iterator[None]:
    changed = replace(load_weights(), look=replace(load_weights().look, candidates=count))
    with patch.object(search_candidates, "weights", lambda: changed):
        yield


def orders() -> Iterator[tuple[str, AbstractContextManager[None]]]:
    """What is different only when it is asked."""
    yield from ((name, _weighed(changes)) for name, changes in ORDER.items())
    yield from ((f"{count} candidates", _candidates(count)) for count in (30, 120, 240))
    yield from ((f"newer counts for more ({weight})", _newer(weight)) for weight in (0.05, 0.2))


def indexes() -> Iterator[tuple[str, AbstractContextManager[None]]]:
    """What is different from the index on."""
    yield "each line's meaning by itself", _bare_lines()
    yield "small words are terms, too", _small_words()


def main() -> None:
    """One row after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.recall_ablation", description=__doc__)
    parser.add_argument("data", type=Path, help="LoCoMo's file, or a part of it")
    options = parser.parse_args()
    conversations = read(options.data)
    sys.stdout.write(f"{'':36} {'recall@5':>9} {'@10':>6} {'MRR':>6} {'nDCG@10':>8}\n")
    uvloop.run(_asked(conversations, orders()))
    for name, change in indexes():
        with change:
            uvloop.run(_asked(conversations, [(name, nullcontext())]))


async def _asked(
    conversations: Sequence[Conversation], ways: Iterable[tuple[str, AbstractContextManager[None]]]
) -> None:
    right = [question.answers for one in conversations for question in one.questions]
    async with inhabited(conversations) as house:
        for name, way in ways:
            with way:
                _tell(name, quality(await house.orders(conversations), right))


def _tell(name: str, one: Quality) -> None:
    sys.stdout.write(f"{name:36} {one.recall_5:9.3f} {one.recall_10:6.3f} {one.mrr:6.3f} {one.ndcg_10:8.3f}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
