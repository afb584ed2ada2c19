"""From a line to numbers: hashed word and character n-grams, the embedding, votes, and where it was said."""

import math
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from shared.embedding.embedder import Vector, vector_of
from shared.offline.votes import count_votes
from shared.text.own_words import Parted
from shared.text.pattern_files import APOSTROPHE

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
