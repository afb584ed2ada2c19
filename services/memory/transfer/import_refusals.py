"""A no comes along with a file: it needs no yes, and holds from the landing on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from services.memory.assertions.book import Book
from services.memory.assertions.refusal import Level, Refusal, digest_of, matching_refusals
from services.memory.store.rows import Vector
from services.memory.transfer.import_file import BroughtRefusal
from shared.contracts.assertions import Because
from shared.contracts.ids import new_id

REFUSED_BY = frozenset({Because.REJECTED, Because.FORGOTTEN})
"""Why something was taken back that is refused from then on."""


@dataclass(frozen=True, slots=True)
class Nos:
    """What a file refuses in the person's own words."""

    never: tuple[Refusal, ...]
    secret: bytes

    @classmethod
    def of(cls, brought: Iterable[BroughtRefusal], secret: bytes, vectors: Mapping[str, Vector]) -> "Nos":
        """Under this installation's own key."""
        texts = dict.fromkeys(row.text for row in brought if row.text is not None)
        never = (Refusal(new_id(), Level.NEVER, digest_of(secret, t), t, vectors.get(t)) for t in texts)
        return cls(tuple(never), secret)

    def refuse(self, text: str, vector: Vector | None) -> bool:
        """Whether the file itself says that this is never to be remembered again."""
        return bool(matching_refusals(self.never, self.secret, text, vector))

    def land(self, book: Book) -> None:
        """What is not refused here yet is from now on."""
        known = {refusal.digest for refusal in book.refusals if refusal.level is Level.NEVER}
        book.refused.extend(refusal for refusal in self.never if refusal.digest not in known)
