"""Which of two statements an answer lets stand: what is known, what is new, or both. The words are in `of_two.toml`.

Only an answer that is made of such words, and of words of the two, is read here; of any other this says nothing.
"""

import re
import tomllib
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

KNOWN, NEW = 1, 2
BOTH = (KNOWN, NEW)
MOST = 200
"""Letters; nobody says which of two in more."""
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_CUT = re.compile(
    r"[.,;:!?()\n]+|\b(?:but|aber|sondern|pero|sino|instead of|rather than|statt|en vez de|en lugar de)\b"
)
_INSTEAD = re.compile(r"\b(?:instead of|rather than|statt|en vez de|en lugar de)\b")
_NEGATION = re.compile(r"(?<=\w) (?=(?:and |und |y )?(?:not|nicht|no)\b \w)")
_PAIRS = re.compile(r"\b(?:the|these|those|die|las|los) (?:two|zwei|dos)\b|\balle beide\b")


def stand(answer: str, shown: Sequence[str]) -> tuple[int, ...] | None:
    """The places that are to stand; none of them, where the words name no one way out; `None` for other answers."""
    plain = _folded(answer[:MOST].replace("\u2019", "'"))
    plain = _PAIRS.sub("both", plain)
    clauses = [clause for clause in _CUT.split(_NEGATION.sub(", ", _INSTEAD.sub(", not", plain))) if clause.strip()]
    words = [_WORD.findall(clause) for clause in clauses]
    two = _Two.of(shown)
    if not all(two.has(word) for clause in words for word in clause):
        return None
    found = [one for clause in words if (one := _stands(clause, two)) is not None]
    if not found:
        return None
    return found[0] if len(set(found)) == 1 else ()


def _stands(clause: list[str], two: "_Two") -> tuple[int, ...] | None:
    """What one clause says of it; `None` for a mere yes, no or politeness."""
    said = {group: not words.isdisjoint(clause) for group, words in _groups().items()}
    turned = sum(word in _groups()["drop"] for word in clause) % 2 == 1
    named = list(dict.fromkeys(place for word in clause if (place := two.named(word))))
    if said["unclear"]:
        return ()
    if said["replace"]:
        return _replaced(named, turned=turned, by=said["with"])
    if said["both"] or len(named) == len(BOTH):
        return BOTH if (said["both"] or said["and"]) and not said["drop"] else ()
    if not named:
        return None
    (place,) = named
    return (NEW if place == KNOWN else KNOWN,) if turned else (place,)


def _replaced(named: list[int], *, turned: bool, by: bool) -> tuple[int, ...]:
    """What is new takes the place of what is known; any other way round is not what was asked."""
    goes_in_order = named in ([], [KNOWN], [KNOWN, NEW]) or (by and named == [NEW])
    return (NEW,) if goes_in_order and not turned else ()


@dataclass(frozen=True, slots=True)
class _Two:
    """The words of the two, and those that only one of them has."""

    shown: frozenset[str]
    telling: tuple[frozenset[str], ...]

    @classmethod
    def of(cls, shown: Sequence[str]) -> "_Two":
        each = [frozenset(_WORD.findall(_folded(text))) for text in shown]
        common = frozenset[str].intersection(*each).union(*_groups().values())
        return cls(frozenset[str]().union(*each), tuple(words - common for words in each))

    def has(self, word: str) -> bool:
        return word in self.shown or any(word in words for words in _groups().values())

    def named(self, word: str) -> int | None:
        """By a word of its own, or by which of them it is: in "New York" *new* says nothing."""
        by_words = (place for place, words in enumerate(self.telling, 1) if word in words)
        by_place = ((KNOWN, "known"), (NEW, "recent")) if word not in self.shown else ()
        return next(by_words, next((place for place, group in by_place if word in _groups()[group]), None))


@cache
def _groups() -> dict[str, frozenset[str]]:
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {group: frozenset(words.split()) for group, words in table.items()}


def _folded(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
