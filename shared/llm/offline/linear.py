"""The linear models at work: weights of `make train`, read without scikit-learn, heard beside the reader."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from shared.embedding.embedder import Vector
from shared.llm.offline.features import Features
from shared.llm.offline.reader import Pair, reader_scores

WEIGHTS = Path(__file__).with_name("weights.npz")
LINE = "line"
ANSWER = "answer"
CLAUSE = "clause"
_FIELDS = ("buckets", "dense", "bias", "sure_at", "sure", "share")


@dataclass(frozen=True, slots=True)
class Linear:
    """One trained model: how much each number speaks for each label, and how sure a probability makes."""

    name: str
    labels: tuple[str, ...]
    buckets: Vector
    dense: Vector
    bias: Vector
    sure_at: Vector
    """Probabilities, rising, and below the confidence that each of them stands for."""
    sure: Vector
    share: Vector
    """How much of what is heard is the reader's."""

    def probabilities(self, features: Features, given: Pair) -> Vector:
        """One for each label; together they are 1."""
        own, share = self.scores(features), float(self.share)
        heard = reader_scores(self.name, given) if share else own
        return normal((1 - share) * own + share * heard)

    def scores(self, features: Features) -> Vector:
        """The logarithm of each label's chance, without the reader."""
        scores = self.buckets[:, features.buckets] @ features.weights + self.dense @ features.dense + self.bias
        return np.asarray(np.log(normal(scores) + 1e-9), np.float32)

    def confidence(self, probability: float) -> float:
        """How often a line of that probability was read rightly."""
        return float(np.interp(probability, self.sure_at, self.sure))


def normal(scores: Vector) -> Vector:
    """Chances from scores."""
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum(), np.float32)


@cache
def linear(name: str) -> Linear:
    """The model of that name."""
    with np.load(WEIGHTS) as stored:
        part: dict[str, NDArray[np.float32]] = {
            field: stored[f"{name}.{field}"].astype(np.float32) for field in _FIELDS
        }
        return Linear(name, tuple(map(str, stored[f"{name}.labels"])), **part)


def trained_on() -> str:
    """The digest of the utterances that the weights were made from."""
    with np.load(WEIGHTS) as stored:
        return str(stored["digest"])
