"""The items of an offer as they were shown, and which of them the words of an answer name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from shared.answers.words import OTHER, Token, fold_answer
from shared.contracts.operations import Offer, OfferItem, OfferKind

_WORD = re.compile(r"[^\W_]+")
KNOWN, NEW = 1, 2
"""Places of a clash."""
_SINGLING_OUT = frozenset({"yes", "no", "keep", "drop", "only", "about", "not", "dont", "new", "old"})
_ARTICLES = frozenset({"the", "das", "die", "den", "der", "la", "el", "lo", "los", "las"})
_NUMBER = frozenset({"number", "nummer", "numero"})
_STATES = frozenset({"is", "are", "ist", "sind", "son"})
_STEM = 5
"""Letters from which on two words are one: "lift" and "lifts", "matcha" and "matchas"."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What was asked about."""

    kind: OfferKind
    needs_choice: bool
    numbers: tuple[int, ...]
    """By which the question names its items."""
    words: tuple[frozenset[str], ...]
    """Of each item those that stand in no other."""
    texts: tuple[str, ...]

    @classmethod
    def of(cls, offer: Offer) -> "Shown":
        """An offer as it was shown."""
        numbers = tuple(item.display_number for item in offer.items)
        each = [_stems(item.shown_text) for item in offer.items]
        telling = (words - _in_others(each, at) for at, words in enumerate(each))
        return cls(
            offer.kind,
            offer.needs_choice,
            numbers if all(numbers) else tuple(range(1, len(offer.items) + 1)),
            tuple(frozenset(words) for words in telling),
            tuple(item.shown_text for item in offer.items),
        )

    @classmethod
    def of_pair(cls, offer: Offer) -> "Shown | None":
        """What is known beside the only item that is asked about, and that item: as two of which one may stand."""
        if offer.kind is not OfferKind.REMEMBER or len(offer.items) != 1 or (near := offer.items[0].beside) is None:
            return None
        known = OfferItem.model_validate(near.model_dump())
        return cls.of(offer.model_copy(update={"kind": OfferKind.CLASH, "items": (known, offer.items[0])}))

    def without_the_known(self, tokens: Sequence[Token]) -> list[Token]:
        """Of a clash "instead of it", "instead of the old one" and "instead of 4" are all "instead"."""
        at = next((at for at, token in enumerate(tokens) if token.kind == "instead_of"), None)
        if at is None or not all(map(self._is_known, tokens[at + 1 :])):
            return list(tokens)
        return [*tokens[:at], replace(tokens[at], kind="instead")]

    def _is_known(self, token: Token) -> bool:
        if token.kind == OTHER:
            numbered = token.text.isdigit() and self._numbered(token.text) == (KNOWN,)
            return numbered or _stem(token.text) in self.words[KNOWN - 1]
        return token.kind in ("old", "pointing", "courtesy")

    @property
    def places(self) -> tuple[int, ...]:
        """Of all items, from 1."""
        return tuple(range(1, len(self.words) + 1))

    @property
    def has_several(self) -> bool:
        """Whether there is anything to choose from."""
        return len(self.words) > 1

    def says_of(self, words: str) -> bool:
        """Whether a longer word of these stands in what was shown."""
        has = set().union(*(_stems(text) for text in self.texts))
        return any(len(stem) == _STEM and stem in has for stem in _stems(words))

    def find_places(self, named: Sequence[Token]) -> tuple[int, ...] | None:
        """The items that are named; none, where something is named that is no item."""
        found: list[int] = []
        words = [token for token in named if token.kind == OTHER and not token.text.isdigit()]
        if words:
            kinds = {token.kind for token in named}
            if not (self.has_several or "about" in kinds) or not self._are_singled_out(named, kinds):
                return None
            named_each = [self._place_of(words) for words in _listed(named)]
            if None in named_each:
                return None
            found.extend(place for place in named_each if place is not None)
        for token in named:
            places = self._pointed_at(token, named)
            if places is None:
                return None
            found.extend(places)
        return tuple(dict.fromkeys(found))

    def _are_singled_out(self, named: Sequence[Token], kinds: set[str]) -> bool:
        """As in "just the cat"; "my cat is called Minka" says it again. Where it was asked which, a word is enough."""
        said = {token.text for token in named if token.kind == "pointing"}
        asked_which = self.needs_choice or self.kind is OfferKind.CLASH
        return not said & _STATES and (asked_which or bool(kinds & _SINGLING_OUT or said & _ARTICLES))

    def _place_of(self, words: Sequence[Token]) -> int | None:
        """All the words stand in this item, and in no other."""
        stems = {_stem(token.text) for token in words}
        return next((place for place, has in enumerate(self.words, 1) if stems <= has), None)

    def _pointed_at(self, token: Token, named: Sequence[Token]) -> tuple[int, ...] | None:
        if token.kind in ("new", "old", "instead"):
            place = KNOWN if token.kind == "old" else NEW
            return (place,) if self.kind is OfferKind.CLASH else None
        if token.kind == OTHER:
            return self._numbered(token.text) if token.text.isdigit() else ()
        if token.kind not in ("all", "number", "ordinal", "last"):
            return ()
        if not self.has_several:  # "everything", said of the one thing that would go, may mean more than that
            return self.places if token.kind == "all" and self.kind is not OfferKind.RETRACT else None
        return self._one_of_several(token, named)

    def _one_of_several(self, token: Token, named: Sequence[Token]) -> tuple[int, ...] | None:
        if token.kind == "all":
            return self.places
        if token.kind == "number":
            if any(other.text in _NUMBER for other in named):  # "number two"
                return (token.place + 1,) if token.place + 1 in self.places else None
            return self._first_or_last_few(token.place + 1, named)
        if any(other.kind == "number" for other in named):
            return ()
        place = token.place if token.kind == "ordinal" else len(self.words)
        return (place,) if place in self.places else None

    def _numbered(self, digits: str) -> tuple[int, ...] | None:
        """By the number that was shown with it; by its place, where none of those numbers could be meant."""
        number = int(digits)
        if number in self.numbers:
            return (self.numbers.index(number) + 1,)
        return (number,) if number in self.places and set(self.places).isdisjoint(self.numbers) else None

    def _first_or_last_few(self, count: int, named: Sequence[Token]) -> tuple[int, ...] | None:
        """At one end of them; a number by itself is all of them, where there are so many."""
        kinds = {token.kind for token in named}
        if count > len(self.words) or not self.has_several:
            return None
        if any(token.kind == "ordinal" and token.place == 1 for token in named):
            return self.places[:count]
        if "last" in kinds:
            return self.places[-count:]
        return self.places if count == len(self.words) else None


def _listed(named: Sequence[Token]) -> list[list[Token]]:
    """Of "the Welsh and the car" the words for each of the two."""
    parts: list[list[Token]] = [[]]
    for token in named:
        if token.kind == "also":
            parts.append([])
        elif token.kind == OTHER and not token.text.isdigit():
            parts[-1].append(token)
    return [words for words in parts if words]


def _stems(text: str) -> set[str]:
    return {_stem(word) for word in _WORD.findall(fold_answer(text))}


def _in_others(each: Sequence[set[str]], at: int) -> set[str]:
    return set().union(*(words for other, words in enumerate(each) if other != at))


def _stem(word: str) -> str:
    return word[:_STEM]
