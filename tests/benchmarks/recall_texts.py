"""Memories and questions that nobody wrote: a vocabulary with the curve of a natural one, the same in every run."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice, product

import numpy as np

BEGINS = ("b", "br", "d", "f", "gl", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "tr", "v", "w")
VOWELS = ("a", "e", "i", "o", "u", "ai", "ou")
ENDS = ("", "l", "n", "r", "t")
WORDS = 20_000
FLAT_TO = 10.0
"""The curve without its first words, which are the small ones that no index holds."""
DIMENSIONS = 384


@dataclass(slots=True)
class Writer:
    """Writes texts, asks questions and makes meanings."""

    random: np.random.Generator = field(default_factory=lambda: np.random.default_rng(5))
    words: Sequence[str] = field(init=False)
    shares: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        """The curve: a word's share falls with its place."""
        self.words = _vocabulary()
        shares = 1 / (np.arange(len(self.words)) + FLAT_TO)
        self.shares = np.cumsum(shares / shares.sum())

    def some(self, least: int, most: int) -> list[str]:
        """So many words, the common ones more often."""
        places = np.searchsorted(self.shares, self.random.random(int(self.random.integers(least, most + 1))))
        return [self.words[min(int(place), len(self.words) - 1)] for place in places]

    def memory(self) -> tuple[str, str]:
        """How it is kept, and the words in which it was told: most of them are the same."""
        kept = self.some(6, 14)
        told = [word for word in kept if self.random.random() < 0.7] + self.some(1, 4)
        return f"You {' '.join(kept)}.", f"I {' '.join(told)}"

    def question(self, text: str) -> str:
        """Of 3 to 10 words, some of them from a text that it may be about."""
        known = text.strip("You .").split()
        taken = [str(word) for word in self.random.choice(known, min(len(known), 3), replace=False)]
        return " ".join([*taken, *self.some(0, 7)])

    def meanings(self, count: int) -> np.ndarray:
        """Vectors of length 1 that point anywhere."""
        vectors = self.random.standard_normal((count, DIMENSIONS), dtype=np.float32)
        found: np.ndarray = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return found


def halfvec(vector: np.ndarray) -> bytes:
    """As pgvector sends and receives it."""
    return len(vector).to_bytes(2, "big") + b"\0\0" + vector.astype(">f2").tobytes()


def _vocabulary() -> list[str]:
    syllables = ["".join(parts) for parts in product(BEGINS, VOWELS, ENDS)]
    order = np.random.default_rng(3).permutation(len(syllables))
    mixed = [syllables[place] for place in order]
    return ["".join(pair) for pair in islice(product(mixed, reversed(mixed)), 0, WORDS * 19, 19)]
