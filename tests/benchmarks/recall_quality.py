"""How good an order is: what share of the right turns is among the first, and how early."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

DEPTH = 50
"""Of an order so much is looked at."""


@dataclass(frozen=True, slots=True)
class Quality:
    """Means over questions."""

    recall_5: float
    recall_10: float
    mrr: float
    ndcg_10: float
    questions: int


@dataclass(frozen=True, slots=True)
class Answers:
    """What a contestant found for each question of all conversations, in their order, and what that took."""

    orders: Sequence[Sequence[int]]
    ms: Sequence[float]
    ingest_s: float
    scores: Sequence[float] = ()
    """Of the first of each, where they mean something."""


def recall(order: Sequence[int], right: Sequence[int], most: int) -> float:
    """The share of the right ones that is among the first."""
    return len(set(order[:most]) & set(right)) / len(right)


def reciprocal_rank(order: Sequence[int], right: Sequence[int]) -> float:
    """1 when the first is right, a half when the second is."""
    return next((1 / place for place, one in enumerate(order, start=1) if one in right), 0.0)


def ndcg(order: Sequence[int], right: Sequence[int], most: int) -> float:
    """Gain that a later place takes away from, beside the best that could be had."""
    gain = sum(_discount(place) for place, one in enumerate(order[:most]) if one in right)
    return gain / sum(_discount(place) for place in range(min(most, len(right))))


def _discount(place: int) -> float:
    return 1 / math.log2(place + 2)


def quality(orders: Sequence[Sequence[int]], right: Sequence[Sequence[int]]) -> Quality:
    """Over all questions that are given."""
    both = list(zip(orders, right, strict=True))
    return Quality(
        fmean(recall(order, answers, 5) for order, answers in both),
        fmean(recall(order, answers, 10) for order, answers in both),
        fmean(reciprocal_rank(order, answers) for order, answers in both),
        fmean(ndcg(order, answers, 10) for order, answers in both),
        len(both),
    )
