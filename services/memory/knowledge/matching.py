"""Which stored assertions a description means: by number, by its very words, by its content words, by meaning."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from services.memory.knowledge.assertion import Assertion
from services.memory.knowledge.wording import content_words, folded

_NUMBER = re.compile(r"(?:^|\b(?:number|no\.?|nr\.?|nummer|numero|#)\s*|#)(\d{1,6})\b")
ENOUGH_WORDS = 0.5
"""Share of the description's content words that an assertion must have."""
ENOUGH_MEANING = 0.45
CLEARLY_BETTER = 0.06
"""By so much of a score another match counts as worse, not as a tie."""


@dataclass(frozen=True, slots=True)
class Found:
    """What fits, best first: all that is as good as the best."""

    assertions: tuple[Assertion, ...]


def find(
    description: str, among: Sequence[Assertion], near: Mapping[UUID, float], *, everything: bool = False
) -> Found:
    """The matches of the best tier that has any; with `everything`, those of every tier."""
    tiers = (
        _by_number(description, among),
        _by_substring(description, among),
        _by_words(description, among, everything=everything),
        _by_meaning(among, near, everything=everything),
    )
    if everything:
        together = {a.assertion_id: a for tier in tiers[1:] for a in tier}
        return Found(tuple(together.values()) if content_words(description) else tuple(among))
    return Found(next((tier for tier in tiers if tier), ()))


def _by_number(description: str, among: Sequence[Assertion]) -> tuple[Assertion, ...]:
    numbers = {int(number) for number in _NUMBER.findall(folded(description))}
    return tuple(a for a in among if a.display_number in numbers)


def _by_substring(description: str, among: Sequence[Assertion]) -> tuple[Assertion, ...]:
    wanted = folded(description).strip(" .!?,;:\"'“”«»")
    if not content_words(description):
        return ()
    edged = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
    return tuple(a for a in among if edged.search(folded(a.content)) or edged.search(folded(a.own_words)))


def _by_words(description: str, among: Sequence[Assertion], *, everything: bool) -> tuple[Assertion, ...]:
    wanted = content_words(description)
    if not wanted:
        return ()
    scores = {a.assertion_id: len(wanted & _words_of(a)) / len(wanted) for a in among}
    return _best(among, scores, ENOUGH_WORDS, everything=everything)


def _by_meaning(among: Sequence[Assertion], near: Mapping[UUID, float], *, everything: bool) -> tuple[Assertion, ...]:
    return _best(among, near, ENOUGH_MEANING, everything=everything)


def _words_of(assertion: Assertion) -> frozenset[str]:
    return content_words(assertion.content) | content_words(assertion.own_words)


def _best(
    among: Sequence[Assertion], scores: Mapping[UUID, float], enough: float, *, everything: bool
) -> tuple[Assertion, ...]:
    ranked = sorted(
        (a for a in among if scores.get(a.assertion_id, 0.0) >= enough), key=lambda a: -scores[a.assertion_id]
    )
    if not ranked:
        return ()
    least = enough if everything else scores[ranked[0].assertion_id] - CLEARLY_BETTER
    return tuple(a for a in ranked if scores[a.assertion_id] >= least)
