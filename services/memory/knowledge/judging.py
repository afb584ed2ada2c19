"""A yes counts against what is known by then: what cannot be meant beside it is asked about before anything is kept."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from services.memory.knowledge.assertion import Assertion, Move, Seen, require
from services.memory.knowledge.book import Book, NewAssertion
from services.memory.knowledge.clashes import Beside, worst
from services.memory.knowledge.consent import Consent
from services.memory.knowledge.writing import written
from shared.assertions import Force, Kind
from shared.operations import Action


@dataclass(frozen=True, slots=True)
class Agreed:
    """What a yes made known, and what it could not: each beside what speaks against it."""

    kept: list[Assertion]
    clashes: list[tuple[Assertion, Assertion]]
    """What is known, then what is new."""

    @property
    def of_one(self) -> tuple[Action, Assertion]:
        """What became of a yes to one memory."""
        return (Action.COMMITTED, self.kept[0]) if self.kept else (Action.ASKED, self.clashes[0][1])


def agree(book: Book, yes: Iterable[tuple[UUID, Seen]], consent: Consent, *, shown: bool = False) -> Agreed:
    """Commits each that nothing speaks against, what the same yes made known included; the others wait as clashes.

    `shown` says whether the person sees, beside each, what it is to replace.
    """
    agreed = Agreed([], [])
    for assertion_id, seen in yes:
        held = book.get(assertion_id)
        require(held, Move.COMMIT, seen)
        known = spoken_against(book, held, shown=shown)
        if known is None:
            agreed.kept.append(book.commit(assertion_id, seen, consent))
        else:
            agreed.clashes.append((known, book.set_against(assertion_id, known.assertion_id)))
    return agreed


def spoken_against(book: Book, held: Assertion, *, shown: bool = False) -> Assertion | None:
    """What is known by now and cannot be meant beside it, or is to be replaced by it without being shown."""
    if held.kind is Kind.PROCEDURE:
        return None
    former = book.assertions.get(held.replaces_id) if held.replaces_id is not None else None
    if former is not None and former.is_known:
        return None if shown else former
    return known_against(book, held.engagement_id, held.content, held.category)


def may_replace(book: Book, new: NewAssertion) -> Assertion | None:
    """What is known in its engagement and may be about the same as what is written by hand."""
    if new.kind is Kind.PROCEDURE:
        return None
    known = book.within(new.engagement_id, Force.COMMITTED)
    relation, other = worst(new.content, new.category, known, dict(book.near.get(written(new.content, new.kind), ())))
    return None if relation is Beside.SAME else other


def known_against(book: Book, engagement_id: UUID, text: str, category: str) -> Assertion | None:
    """What is known in an engagement and cannot be meant beside this text."""
    relation, other = worst(text, category, book.within(engagement_id, Force.COMMITTED), {})
    return other if relation in (Beside.AGAINST, Beside.ENDS) else None
