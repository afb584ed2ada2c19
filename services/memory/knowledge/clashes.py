"""Whether a new statement says again what is known, adds to it, or speaks against it: without a model.

`BANDS` says what follows from how near two statements are; `subjects.toml` names what a person has one of at a time.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from services.memory.knowledge.assertion import Assertion
from services.memory.knowledge.word_lists import listed
from shared.assertions import Category
from shared.text.comparable import comparable
from shared.text.wording import canonical, content_words, negated, say_the_same, stem, words


class Beside(StrEnum):
    """What a new statement is, beside a known one."""

    SAME = "same"
    """Nothing new: the known one is touched."""
    AGAINST = "against"
    """The two cannot both be meant: the person says which stands."""
    INSTEAD = "instead"
    """It says more of the same: offered as a rewrite of the known one."""
    APART = "apart"
    """A fact of its own."""


class ChangeKind(StrEnum):
    """What a new statement does to a known one."""

    REPLACES = "replaces"
    ENDS = "ends"
    """It says no more than that the known one holds no longer."""
    NOTHING = "nothing"


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

_DIGITS = re.compile(r"\d+")
_FADING = frozenset(
    {"mor", "any", "anymor", "long", "now", "still", "mehr", "mas", "ya"}
    | {stem(word) for word in ("jetzt", "inzwischen", "mittlerweile", "ahora", "currently", "meanwhile")}
)
"""Stems of words that come with a change and are not what changes."""


@cache
def _subjects() -> tuple[tuple[str, re.Pattern[str]], ...]:
    text = Path(__file__).with_name("subjects.toml").read_text(encoding="utf-8")
    return tuple((name, re.compile(form)) for name, forms in tomllib.loads(text).items() for form in forms)


@cache
def _since() -> re.Pattern[str]:
    forms = tomllib.loads(Path(__file__).with_name("since.toml").read_text(encoding="utf-8"))["forms"]
    return re.compile(rf"(?<=\w),? (?:{'|'.join(forms)})$")


def subject_of(text: str) -> tuple[str, frozenset[str]] | None:
    """What a statement is about, if a person has one of it at a time, and the words of its value."""
    plain = comparable(text).replace("'", "").strip(" .!")
    for name, form in _subjects():
        if found := form.match(plain):
            *of, value = found.groups()
            value = _since().sub("", value)
            return " ".join([name, *of]), content_words(value) or frozenset(words(value))
    return None


def what_changes(new: str, known: Sequence[str], nearness: Sequence[float]) -> ChangeFound:
    """Which of what is known, the oldest first, a new statement would take the place of or end; none, mostly."""
    against = [place for place, text in enumerate(known) if _against(new, text, nearness[place])]
    return ChangeFound(against[-1], ChangeKind.REPLACES) if against else ChangeFound(None, ChangeKind.NOTHING)


def _against(new: str, known: str, nearness: float) -> bool:
    if canonical(new) == canonical(known):
        return not say_the_same(new, known)
    return (
        _speak_of_one_thing(new, known)
        or _differ_in_a_word_that_decides(new, known)
        or (nearness >= BANDS[False][-1].nearness and _says_more(new, known))
    )


def beside(new: str, category: str, known: Assertion, nearness: float) -> Beside:
    """What the new statement is, beside this known one."""
    if canonical(new) == canonical(known.content):
        return Beside.SAME if say_the_same(new, known.content) else Beside.AGAINST  # in another order, another thing
    if _speak_of_one_thing(new, known.content) or _differ_in_a_word_that_decides(new, known.content):
        return Beside.AGAINST
    profile = category == Category.PROFILE
    band = next((band.beside for band in BANDS[profile] if nearness >= band.nearness), Beside.APART)
    if band is Beside.INSTEAD and not _says_more(new, known.content):
        return Beside.APART
    return band


def worst(
    new: str, category: str, among: Sequence[Assertion], near: Mapping[UUID, float]
) -> tuple[Beside, Assertion | None]:
    """What the new statement is beside all of them: what matters most comes first."""
    found = [(beside(new, category, a, near.get(a.assertion_id, 0.0)), a) for a in among]
    for kind in (Beside.SAME, Beside.AGAINST, Beside.INSTEAD):
        if fitting := [a for what, a in found if what is kind]:
            return kind, max(fitting, key=lambda a: a.created_at)
    return Beside.APART, None


def _speak_of_one_thing(new: str, known: str) -> bool:
    one, other = subject_of(new), subject_of(known)
    return one is not None and other is not None and one[0] == other[0] and one[1] != other[1]


def _differ_in_a_word_that_decides(new: str, known: str) -> bool:
    """Only one of them says *not*, or they differ in a number alone."""
    one, other = content_words(new), content_words(known)
    if negated(new) != negated(known):
        return one - _FADING == other - _FADING
    new_only, known_only = one - other - _FADING, other - one - _FADING
    return bool(one & other and new_only and known_only) and all(map(_counts, new_only | known_only))


def _counts(word: str) -> bool:
    return bool(_DIGITS.fullmatch(word)) or word in _numbers()


@cache
def _numbers() -> frozenset[str]:
    return frozenset(map(stem, listed("number_words")))


def _says_more(new: str, known: str) -> bool:
    return content_words(known) < content_words(new)
