"""Whether a new statement says again what is known, adds to it, or speaks against it: without a model.

`BANDS` says what follows from how near two statements are; `claims.py` and `changes.py` read what
one does to the other.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple
from uuid import UUID

from services.memory.knowledge.assertion import Assertion
from services.memory.knowledge.changes import ChangeKind, NewStatement, effect_on
from services.memory.knowledge.claims import claims_of, read_statement
from shared.assertions import Category
from shared.text.wording import canonical, content_words, say_the_same


class Beside(StrEnum):
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
    beside: Beside


BANDS: Mapping[bool, tuple[Band, ...]] = {
    False: (Band(0.985, Beside.SAME), Band(0.90, Beside.INSTEAD)),
    True: (Band(0.995, Beside.SAME), Band(0.85, Beside.INSTEAD)),
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


def beside(new: str, category: str, known: Assertion, nearness: float | None) -> Beside:
    """What the new statement is, beside this known one; how near they are may not have been measured."""
    return _beside(NewStatement.of(new), category, known, nearness)[0]


def worst(
    new: str, category: str, among: Sequence[Assertion], near: Mapping[UUID, float], own_words: str = ""
) -> tuple[Beside, Assertion | None]:
    """What the new statement is beside all of them: what matters most comes first."""
    told = NewStatement.of(new, own_words)
    found = [(*_beside(told, category, a, near.get(a.assertion_id, 0.0 if near else None)), a) for a in among]
    for kind in (Beside.SAME, Beside.AGAINST, Beside.ENDS, Beside.INSTEAD, Beside.NEAR):
        if fitting := [(effect, a) for what, effect, a in found if what is kind]:
            return kind, max(fitting, key=lambda one: (*one[0], one[1].created_at))[1]
    return Beside.APART, None


def _beside(
    new: NewStatement, category: str, known: Assertion, nearness: float | None
) -> tuple[Beside, tuple[int, float]]:
    """And how surely."""
    if canonical(new.text) == canonical(known.content):  # in another order, another thing
        return (Beside.SAME if say_the_same(new.text, known.content) else Beside.AGAINST), _SURELY
    effect = effect_on(known.content, new, nearness)
    if effect is not None and effect.kind is not ChangeKind.BESIDE:
        return _BY_EFFECT[effect.kind], (effect.strength, effect.shared)
    profile = category == Category.PROFILE
    band = next((band.beside for band in BANDS[profile] if (nearness or 0.0) >= band.nearness), Beside.APART)
    if band is Beside.SAME or (band is Beside.INSTEAD and _says_more(new.text, known.content)):
        return band, (0, nearness or 0.0)
    return (Beside.APART if effect is None else Beside.NEAR), (0, nearness or 0.0)


_SURELY = (5, 1.0)
_BY_EFFECT = {ChangeKind.REPLACES: Beside.AGAINST, ChangeKind.ENDS: Beside.ENDS}


def _says_more(new: str, known: str) -> bool:
    return content_words(known) < content_words(new)
