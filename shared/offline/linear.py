"""The linear models at work: weights of `make train`, read without scikit-learn, heard beside the reader."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.lib.npyio import NpzFile
from numpy.typing import NDArray

from shared.embedding.embedder import Vector
from shared.offline.features import Features
from shared.offline.reader import Pair, hears_language, reader_scores
from shared.offline.reading_time import ReadingTime

WEIGHTS = Path(__file__).with_name("weights.npz")
LINE = "line"
CLAUSE = "clause"


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each number speaks for each label."""

    buckets: NDArray[np.float16]
    """A row for each bucket: only the rows of a text's n-grams are looked at."""
    dense: Vector
    bias: Vector
    enough: float
    """A chance from which on the next stage, which costs more, is not asked."""

    def scores(self, features: Features, dense: Vector) -> Vector:
        """The logarithm of each label's chance."""
        grams = features.weights @ self.buckets[features.buckets].astype(np.float32)
        return np.asarray(np.log(normal_chances(grams + dense @ self.dense + self.bias) + 1e-9), np.float32)

    def leaves_open(self, scores: Vector) -> bool:
        """Whether somebody else should be heard too."""
        return float(np.exp(scores.max())) < self.enough


@dataclass(frozen=True, slots=True)
class Linear:
    """One trained model in three stages: what the text shows, its meaning as well, and the reader beside them."""

    name: str
    labels: tuple[str, ...]
    shown: Weights
    meant: Weights
    share: float
    """How much of what is heard is the reader's, where it is heard."""
    sure_at: Vector
    """Probabilities, rising, and below the confidence that each of them stands for."""
    sure: Vector

    def probabilities(self, features: Features, given: Pair, language: str, left: ReadingTime) -> Vector:
        """One for each label; together they are 1. Networks are asked only where the stage before leaves it open."""
        shown = self.shown.scores(features, features.shown)
        if not self.shown.leaves_open(shown) or left.is_spent():
            return normal_chances(shown)
        own = self.meant.scores(features, np.concatenate([features.meant(), features.shown]))
        if not self.share or not hears_language(language) or not self.meant.leaves_open(own) or left.is_spent():
            return normal_chances(own)
        return normal_chances((1 - self.share) * own + self.share * reader_scores(self.name, given))

    def confidence(self, probability: float) -> float:
        """How often a line of that probability was read rightly."""
        return float(np.interp(probability, self.sure_at, self.sure))


def normal_chances(scores: Vector) -> Vector:
    """Chances from scores."""
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum(), np.float32)


@cache
def load_linear(name: str) -> Linear:
    """The model of that name."""
    with np.load(WEIGHTS) as stored:
        return Linear(
            name,
            tuple(map(str, stored[f"{name}.labels"])),
            _weights(stored, f"{name}.shown"),
            _weights(stored, f"{name}.meant"),
            float(stored[f"{name}.share"]),
            stored[f"{name}.sure_at"],
            stored[f"{name}.sure"],
        )


def _weights(stored: NpzFile, name: str) -> Weights:
    buckets, dense, bias = (stored[f"{name}.{part}"] for part in ("buckets", "dense", "bias"))
    return Weights(buckets, dense, bias, float(stored[f"{name}.enough"]))


def trained_on() -> str:
    """The digest of the utterances that the weights were made from."""
    with np.load(WEIGHTS) as stored:
        return str(stored["digest"])
