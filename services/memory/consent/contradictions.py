"""A yes counts against what is known by then: what cannot be meant beside it is asked about before it is kept."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from services.memory.assertions.assertion import Assertion, Move, Seen, require_move
from services.memory.assertions.book import Book, NewAssertion
from services.memory.assertions.consent import Consent
from services.memory.assertions.writing_rules import written_text
from services.memory.consent.changes import ChangeKind, NewStatement, effect_on
from services.memory.consent.claims import claims_of, read_statement
from shared.contracts.assertions import Category, Force, Kind
from shared.contracts.operations import Action
from shared.text.comparable import canonical_form, content_words, say_the_same


class Relation(StrEnum):
    """What a new statement is, beside a known one."""

    SAME = "same"
    """Nothing new: the known one is touched."""
    AGAINST = "against"
    """The two cannot both be meant: the person says which stands."""
    ENDS = "ends"
    """It says that the known one holds no longer: offered as taking that back."""
    INSTEAD = "instead"
    """It says more of the same: offered as a rewrite of the known one."""
    NEAR = "near"
    """Of that there can be many: a fact of its own, shown beside the known one."""
    APART = "apart"
    """A fact of its own."""


class ChangeFound(NamedTuple):
    """Which of the known statements it concerns, from 0, and what becomes of that one if the person says so."""

    place: int | None
    kind: ChangeKind


@dataclass(frozen=True, slots=True)
class Band:
    """From this nearness on, this follows."""

    nearness: float
    beside: Relation


BANDS: Mapping[bool, tuple[Band, ...]] = {
    False: (Band(0.985, Relation.SAME), Band(0.90, Relation.INSTEAD)),
    True: (Band(0.995, Relation.SAME), Band(0.85, Relation.INSTEAD)),
}
"""By whether it concerns a profile field, where less passes for the same and more is asked about."""


def subject_of(text: str) -> tuple[str, frozenset[str]] | None:
    """What a statement is about, if somebody has one of it at a time, and the words of its value."""
    claims = claims_of(read_statement(text))
    found = next((claim for claim in claims if not (claim.many or claim.perhaps)), None)
    return None if found is None else (found.attribute, found.value)


def what_changes(new: str, known: Sequence[str], nearness: Sequence[float]) -> ChangeFound:
    """Which of what is known, the oldest first, a new statement would take the place of or end; none, mostly."""
    told = NewStatement.of(new)
    effects = [
        (effect_on(text, told, near), place) for place, (text, near) in enumerate(zip(known, nearness, strict=True))
    ]
    found = [
        (effect.strength, effect.shared, place, effect.kind) for effect, place in effects if effect and effect.strength
    ]
    _, _, place, kind = max(found, default=(0, 0.0, None, ChangeKind.NOTHING), key=lambda one: one[:3])
    return ChangeFound(place, kind)


def compare_with(new: str, category: str, known: Assertion, nearness: float | None) -> Relation:
    """What the new statement is, beside this known one; how near they are may not have been measured."""
    return _beside(NewStatement.of(new), category, known, nearness)[0]


def strongest_conflict(
    new: str, category: str, among: Sequence[Assertion], near: Mapping[UUID, float], own_words: str = ""
) -> tuple[Relation, Assertion | None]:
    """What the new statement is beside all of them: what matters most comes first."""
    told = NewStatement.of(new, own_words)
    found = [(*_beside(told, category, a, near.get(a.assertion_id, 0.0 if near else None)), a) for a in among]
    for kind in (Relation.SAME, Relation.AGAINST, Relation.ENDS, Relation.INSTEAD, Relation.NEAR):
        if fitting := [(effect, a) for what, effect, a in found if what is kind]:
            return kind, max(fitting, key=lambda one: (*one[0], one[1].created_at))[1]
    return Relation.APART, None


def _beside(
    new: NewStatement, category: str, known: Assertion, nearness: float | None
) -> tuple[Relation, tuple[int, float]]:
    """And how surely."""
    if new.form == canonical_form(known.content):  # in another order, another thing
        return (Relation.SAME if say_the_same(new.text, known.content) else Relation.AGAINST), _SURELY
    effect = effect_on(known.content, new, nearness)
    if effect is not None and effect.kind is not ChangeKind.BESIDE:
        return _BY_EFFECT[effect.kind], (effect.strength, effect.shared)
    profile = category == Category.PROFILE
    band = next((band.beside for band in BANDS[profile] if (nearness or 0.0) >= band.nearness), Relation.APART)
    if band is Relation.SAME or (band is Relation.INSTEAD and _says_more(new.text, known.content)):
        return band, (0, nearness or 0.0)
    return (Relation.APART if effect is None else Relation.NEAR), (0, nearness or 0.0)


_SURELY = (5, 1.0)
_BY_EFFECT = {ChangeKind.REPLACES: Relation.AGAINST, ChangeKind.ENDS: Relation.ENDS}


def _says_more(new: str, known: str) -> bool:
    return content_words(known) < content_words(new)


@dataclass(frozen=True, slots=True)
class CommitResult:
    """What a yes made known, and what it could not: each beside what speaks against it."""

    kept: list[Assertion]
    clashes: list[tuple[Assertion, Assertion]]
    """What is known, then what is new."""

    @property
    def of_one(self) -> tuple[Action, Assertion]:
        """What became of a yes to one memory."""
        return (Action.COMMITTED, self.kept[0]) if self.kept else (Action.ASKED, self.clashes[0][1])


def commit_unless_contradicted(
    book: Book, yes: Iterable[tuple[UUID, Seen]], consent: Consent, *, shown: bool = False
) -> CommitResult:
    """Commits each that nothing speaks against, what the same yes made known included; the others wait as clashes.

    `shown` says whether the person sees, beside each, what it is to replace.
    """
    agreed = CommitResult([], [])
    for assertion_id, seen in yes:
        held = book.get(assertion_id)
        require_move(held, Move.COMMIT, seen)
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
    known = book.told_within(new.engagement_id, Force.COMMITTED)
    relation, other = strongest_conflict(
        new.content, new.category, known, dict(book.near.get(written_text(new.content, new.kind), ()))
    )
    return None if relation is Relation.SAME else other


def known_against(book: Book, engagement_id: UUID, text: str, category: str) -> Assertion | None:
    """What is known in an engagement and cannot be meant beside this text."""
    relation, other = strongest_conflict(text, category, book.told_within(engagement_id, Force.COMMITTED), {})
    return other if relation in (Relation.AGAINST, Relation.ENDS) else None
