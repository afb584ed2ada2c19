"""The linear models of lines and clauses: votes and letters as features, trained weights, the time all may take."""

import math
import re
import time
import tomllib
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.lib.npyio import NpzFile
from numpy.typing import NDArray

from shared.embedding.embedder import Vector, vector_of
from shared.offline.reader import Pair, hears_language, reader_scores
from shared.text.own_words import Parted
from shared.text.pattern_files import APOSTROPHE

MOST_MS = 100.0

Result = TypeVar("Result")


class ReadingTime:
    """Of the thread's own time: what others do beside it makes no line read worse."""

    def __init__(self, most_ms: float = MOST_MS, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._heard: dict[tuple[object, str], object] = {}
        self._until = clock() + most_ms / 1_000

    def is_spent(self) -> bool:
        """Whether no further reader is to be asked."""
        return self._clock() >= self._until

    def once(self, network: Callable[[str], Result], text: str) -> Result:
        """What a network makes of a text; it is asked once while a line is read, however many need it."""
        if (network, text) not in self._heard:
            self._heard[network, text] = network(text)
        return self._heard[network, text]  # type: ignore[return-value]  # it is what this network gave


VOTES = "votes.toml"


@cache
def vote_patterns(of: str) -> dict[str, tuple[re.Pattern[str], ...]]:
    """Each vote's patterns, by its name."""
    tables = tomllib.loads(Path(__file__).with_name(of).read_text(encoding="utf-8"))
    return {
        f"{group}.{name}": tuple(re.compile(text) for text in texts)
        for group, found in tables.items()
        for name, texts in found.items()
    }


def count_votes(lowered: str, of: str = VOTES) -> list[float]:
    """1 for each pattern that is found in a text in lower case."""
    return [float(pattern.search(lowered) is not None) for found in vote_patterns(of).values() for pattern in found]


BUCKETS = 1 << 15
A_WORD_OR_TWO, FEW_WORDS = 2, 4
HEAD = 700
TAIL = 300
"""Of a long text the beginning and the end say what is wanted."""

_TOKEN = re.compile(r"\w+(?:'\w+)?|[^\w\s]")
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a line was said."""

    in_project: bool
    offered: bool = False
    last_intent: str = ""


@dataclass(frozen=True, slots=True)
class Features:
    """What the linear models read: some buckets of many with their weights, and short dense parts."""

    buckets: NDArray[np.int64]
    weights: NDArray[np.float32]
    shown: Vector
    """What the text shows by itself."""
    meant: Callable[[], Vector]
    """Its meaning, and how near that is to others'; asked only where it is needed, for it takes the embedder."""


def features_of(parted: Parted, setting: Setting, embed: Callable[[str], Vector] = vector_of) -> Features:
    """All that is seen of a line."""
    text = shorten_line(parted.own)
    lowered = text.lower().replace(APOSTROPHE, "'")
    buckets, weights = hash_ngrams(lowered, apart=setting.in_project)
    shown = count_votes(lowered)
    crossed = [vote * (1.0 if setting.in_project else -1.0) for vote in shown]
    plain = text.replace("“…”", "").strip() or parted.text[:HEAD]
    numbers = np.array([*shown, *crossed, *_dialogue(parted, setting)], np.float32)
    return Features(buckets, weights, numbers, partial(embed, plain))


def shorten_line(text: str) -> str:
    """The beginning and the end of a long text."""
    return text if len(text) <= HEAD + TAIL else f"{text[:HEAD]} {text[-TAIL:]}"


def _dialogue(parted: Parted, setting: Setting) -> list[float]:
    own = parted.own
    words = len(own.split())
    return [
        float(setting.in_project),
        float(setting.offered),
        math.log1p(words) / 4,
        float(words <= A_WORD_OR_TWO),
        float(words <= FEW_WORDS),
        float("?" in own),
        float("!" in own),
        float(own[:1].isupper()),
        float(any(sign.isdigit() for sign in own)),
        float("\n" in own),
        float(bool(parted.quoted)),
        float(parted.all_quoted),
        float(setting.last_intent == "remember_about_me"),
        float(setting.last_intent == "forget_about_me"),
    ]


def hash_ngrams(lowered: str, *, apart: bool) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Hashed n-grams, each once; words and characters weigh the same together, whatever the length.

    A word that stands apart, in a project or in an answer about forgetting, counts once more by itself.
    """
    tokens = [_DIGIT.sub("0", token) for token in _TOKEN.findall(lowered)]
    words = _word_grams(tokens, "p" if apart else "n")
    pieces = _character_grams(tokens)
    return _hashed(((words, 1.0), (pieces, 1.0)))


def _word_grams(tokens: list[str], place: str) -> set[str]:
    padded = ["<", *tokens, ">"]
    grams = {f"w{token}" for token in tokens} | {f"{place}{token}" for token in tokens}
    grams |= {f"w{one} {two}" for one, two in pairwise(padded)}
    grams |= {f"w{one} {two} {three}" for one, two, three in zip(padded, padded[1:], padded[2:], strict=False)}
    grams |= {f"^{token}" for token in tokens[:3]} | {f"${token}" for token in tokens[-2:]}
    return grams


def _character_grams(tokens: list[str]) -> set[str]:
    grams: set[str] = set()
    for token in tokens:
        framed = f"<{token[:30]}>"
        for size in (3, 4, 5):
            grams.update(framed[start : start + size] for start in range(len(framed) - size + 1))
    return grams


def _hashed(groups: tuple[tuple[set[str], float], ...]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    found: dict[int, float] = {}
    for grams, weight in groups:
        share = weight / math.sqrt(len(grams)) if grams else 0.0
        for gram in grams:
            bucket = zlib.crc32(gram.encode()) % BUCKETS
            found[bucket] = found.get(bucket, 0.0) + share
    return np.fromiter(found, np.int64, len(found)), np.fromiter(found.values(), np.float32, len(found))


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
