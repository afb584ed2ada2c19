"""One-way marks of words: with them the words are found wherever they stand, and nobody can read them out of it."""

import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

_WORD = re.compile(r"[^\W_]+")
SIZE = 16
"""Bytes of a mark: two texts have the same one once in a world."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Of each text how many words it has, and a keyed hash of them."""

    secret: bytes
    lengths: frozenset[int] = frozenset()
    texts: frozenset[bytes] = frozenset()
    vectors: frozenset[bytes] = frozenset()

    @classmethod
    def of(cls, secret: bytes, texts: Iterable[str], vectors: Iterable[str]) -> "Marks":
        """Of these texts, and of these meanings as they are stored."""
        worded = [words for words in map(_words, texts) if words]
        return cls(
            secret,
            frozenset(map(len, worded)),
            frozenset(_mark(secret, " ".join(words)) for words in worded),
            frozenset(_mark(secret, vector) for vector in vectors),
        )

    def are_in(self, said: str) -> bool:
        """Whether one of the texts stands in what is said, whatever its case and what stands between its words."""
        words = _words(said)
        return any(
            _mark(self.secret, " ".join(words[place : place + length])) in self.texts
            for length in self.lengths
            for place in range(len(words) - length + 1)
        )

    def has_vector(self, vector: str) -> bool:
        """Whether this stored meaning is one of them."""
        return _mark(self.secret, vector) in self.vectors


def secret_for(secret: bytes, receipt_id: UUID) -> bytes:
    """The key of one erasure's marks, out of the person's own: what two erasures have in common does not show."""
    return hmac.digest(secret, receipt_id.bytes, "sha256")


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _mark(secret: bytes, text: str) -> bytes:
    return hmac.digest(secret, text.encode(), "sha256")[:SIZE]
