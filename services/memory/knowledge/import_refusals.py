"""A no comes along with a file: it needs no yes, and holds from the landing on."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from services.memory.knowledge.book import Book
from services.memory.knowledge.import_file import BroughtAssertion, BroughtRefusal, Landing
from services.memory.knowledge.refusals import Level, Refusal, digest_of, matching
from services.memory.knowledge.vectors import Vector
from shared.assertions import Because
from shared.ids import new_id

REFUSED_BY = frozenset({Because.REJECTED, Because.FORGOTTEN})
"""Why something was taken back that is refused from then on."""


def is_refusal(body: str) -> bool:
    """Whether a staged row is one; rows are JSON objects."""
    return '"refusal_id"' in body and "refusal_id" in json.loads(body)


@dataclass(frozen=True, slots=True)
class Nos:
    """What a file refuses: in the person's own words, or as a hash that says nothing here."""

    never: tuple[Refusal, ...]
    plain: int
    secret: bytes

    @classmethod
    def of(cls, brought: Iterable[BroughtRefusal], secret: bytes, vectors: Mapping[str, Vector]) -> "Nos":
        """Under this installation's own key."""
        rows = list(brought)
        texts = dict.fromkeys(row.text for row in rows if row.text is not None)
        never = (Refusal(new_id(), Level.NEVER, digest_of(secret, t), t, vectors.get(t)) for t in texts)
        return cls(tuple(never), sum(row.text is None for row in rows), secret)

    def refuse(self, text: str, vector: Vector | None) -> bool:
        """Whether the file itself says that this is never to be remembered again."""
        return bool(matching(self.never, self.secret, text, vector))

    def land(self, book: Book) -> None:
        """What is not refused here yet is from now on."""
        known = {refusal.digest for refusal in book.refusals if refusal.level is Level.NEVER}
        book.refused.extend(refusal for refusal in self.never if refusal.digest not in known)

    def left_out(self, brought: Iterable[BroughtAssertion], landing: Landing) -> int:
        """How many plain ones nothing in the file says the words of, so that they cannot be made anew."""
        landed = {assertion.assertion_id for assertion in landing.assertions.values()}
        told = sum(row.reason in REFUSED_BY for row in brought if row.assertion_id in landed)
        return max(0, self.plain - told)
