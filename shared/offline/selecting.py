"""Which of the offered items an answer means: by place, by number, by what they are about; and what it leaves out."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shared.embedding.embedder import vector_of
from shared.offline.stems import stem
from shared.text.delete_orders import removals

LIKE = 0.22
"""From this cosine on, a few words are taken to be about an item; measured on the training answers."""
A_FEW_LETTERS = 2
CLEARLY = 0.08
"""By so much one item must be nearer than the others."""
_WORD = re.compile(r"\w+")
_CUT = re.compile(
    r"\s*[,;.]\s+|(?<=\byes|\bsí,)\s+(?=\w+ no\b)"
    r"|(?<!all)(?<!everything)(?<!none)(?<!nothing)\s+(?:but|aber|pero|mais|ma|and not|und nicht|y no)\s+",
    re.IGNORECASE,
)
_LISTING = re.compile(r"\s*[,;]\s*|\s+(?:and|or|und|oder|y|o|e|et)\s+", re.IGNORECASE)
_RANGE = re.compile(r"\b(\d)\s?(?:-|–|to|bis|a)\s?(\d)\b")  # noqa: RUF001


@cache
def _words() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("places.toml").read_text(encoding="utf-8"))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(_words()["patterns"][name], re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Pointed:
    """Which places, from 1, are named as meant, and which as not meant."""

    wanted: frozenset[int]
    unwanted: frozenset[int]

    def of(self, count: int) -> tuple[int, ...]:
        """Those that are meant: where only some are refused, all others. Who refuses all means none."""
        wanted = self.wanted or (frozenset(range(1, count + 1)) if self.unwanted else frozenset())
        return tuple(sorted(wanted - self.unwanted))


def pointed(text: str, items: Sequence[str], numbers: Sequence[int] = (), *, keeping_spares: bool = False) -> Pointed:
    """What each clause names. `keeping_spares` turns "keep X" round: of what is to be forgotten, X is spared."""
    wanted, unwanted = set[int](), set[int]()
    for clause in _clauses(text):
        if _pattern("mere_yes").fullmatch(clause):
            continue
        named = _named(clause, items, numbers)
        split = _pattern("except").search(clause)
        if split and _pattern("all").search(clause[: split.end()]):
            unwanted |= _named(clause[split.end() :], items, numbers)
        elif _spares(clause, named, keeping_spares=keeping_spares):
            unwanted |= named
        elif split:
            unwanted |= _named(clause[split.end() :], items, numbers)
            wanted |= _named(clause[: split.start()], items, numbers)
        elif not (_pattern("others").search(clause) or (wanted and _explains(clause))):
            wanted |= named
    return Pointed(frozenset(wanted), frozenset(unwanted))


def places(
    text: str, items: Sequence[str], numbers: Sequence[int] = (), *, keeping_spares: bool = False
) -> tuple[int, ...]:
    """Places from 1, in their order."""
    return pointed(text, items, numbers, keeping_spares=keeping_spares).of(len(items))


def leaves_out(text: str) -> bool:
    """It begins with what is not meant: "without the violin"."""
    return _pattern("leaves_out").match(text) is not None


def says_all(text: str) -> bool:
    """It is of all of them: "not all" may leave some."""
    return _pattern("all").search(text) is not None


def says_others(text: str) -> bool:
    """It names the others, or the rest."""
    return _pattern("others").search(text) is not None


def is_a_mere_number(text: str) -> bool:
    """It says a number, and nothing of what is to be done: "one", "die zwei"."""
    return _pattern("mere_number").fullmatch(text.lower()) is not None


def takes_number(item: str, text: str) -> bool:
    """A number may stand in its place: where it has one, or "two" where it says "a"; "one" may point at anything."""
    words = _WORD.findall(item.lower())
    if any(word.isdecimal() or word in _words()["numbers"] for word in words):
        return True
    return not _pattern("mere_one").fullmatch(text.lower()) and any(_pattern("a").fullmatch(word) for word in words)


def number_first(text: str) -> int:
    """The number that it begins with, when more is said after a stop; else 0."""
    found = _pattern("number_first").match(text)
    return int(found["number"]) if found else 0


def of_another_number(text: str, count: int) -> bool:
    """It means so many things, and there are not so many: "las tres" of two, "die beiden" of three."""
    found = _pattern("so_many").match(text.lower().strip())
    return found is not None and _number(found["many"] or found["pair"]) != count


def only_leaves_out(text: str) -> bool:
    """It names nothing but what is not meant: "not the Volvo", "yes, but without Ruth", "den Volvo nicht"."""
    return _pattern("only_without").match(text) is not None


def agrees_to_the_rest(text: str) -> bool:
    """A yes stands before what is left out, or what becomes of the others is said."""
    if _pattern("no_first").match(text) and not says_others(text):
        return False
    return _pattern("agrees").match(text) is not None or says_others(text)


def named_outright(text: str, items: Sequence[str], numbers: Sequence[int] = ()) -> set[int]:
    """By place, by number or by a word of theirs, and not because they are near in meaning."""
    said = text.lower()
    return _by_place(said, items, numbers) | _sharing(said, items)


def places_named(text: str, items: Sequence[str], numbers: Sequence[int] = ()) -> set[int]:
    """The places that any part of a list means: "the violin and the car"."""
    parts = _LISTING.split(text)
    return set[int]().union(*(_named(part, items, numbers) for part in parts if part.strip()))


def points_by_place(text: str) -> bool:
    """It says first, last or a number, and not merely what an item is about."""
    words = _WORD.findall(text.lower())
    return any(word in _words()["ordinals"] for word in words) or any(
        _pattern(name).search(text) for name in ("last", "bare_number")
    )


def _clauses(text: str) -> list[str]:
    """A list of numbers stays whole; "first yes, second no" does not."""
    if re.fullmatch(r"[\d\s,+&.and]+", text):
        return [text]
    return [clause for clause in _CUT.split(text) if clause and clause.strip()]


def _explains(clause: str) -> bool:
    """Why it is meant, after it was said which; what goes on listing is short, or says "and"."""
    return len(clause.split()) > _LISTED and _pattern("goes_on").match(clause) is None


_LISTED = 3
"""Words."""


def _spares(clause: str, named: set[int], *, keeping_spares: bool) -> bool:
    if keeping_spares and _pattern("keep").search(clause):
        return bool(named)
    refused = _pattern("refuse").search(clause) is not None and _pattern("only_that").match(clause) is None
    if keeping_spares:
        return bool(named) and refused and not _pattern("remove").search(clause)
    return bool(named) and (refused or bool(removals(clause)))


def _named(clause: str, items: Sequence[str], numbers: Sequence[int]) -> set[int]:
    placed = _by_place(clause.lower(), items, numbers)
    if placed or (len(items) > 1 and _pattern("so_many").search(clause)):
        return placed  # none, where it is of another number of things than there are
    return _by_content(clause.lower(), items)


def _by_place(clause: str, items: Sequence[str], numbers: Sequence[int]) -> set[int]:
    count = len(items)
    if found := _pattern("first_few").search(clause):
        return set(range(1, min(_few(found), count) + 1))
    if found := _pattern("last_few").search(clause):
        return set(range(max(1, count - _few(found) + 1), count + 1))
    if count > 1 and (found := _pattern("so_many").search(clause)):
        many = _number(found["many"] or found["pair"])
        return set(range(1, count + 1)) if many == count else set()
    if found := _RANGE.search(clause):
        return {place for place in range(int(found[1]), int(found[2]) + 1) if place <= count}
    ordinals = _words()["ordinals"]
    shown = {word for item in items for word in _WORD.findall(item.lower())}
    found_places = {int(ordinals[word]) for word in _WORD.findall(clause) if word in ordinals and word not in shown}
    if _pattern("last").search(clause):
        found_places.add(count)
    if _pattern("middle").search(clause):
        found_places.add((count + 1) // 2)
    if not found_places and (_pattern("bare_number").search(clause) or re.fullmatch(r"\W*\w+\W*", clause)):
        found_places = _by_number(clause, count, numbers)
    if not found_places and _pattern("all").search(clause):
        return _sharing(_pattern("all").sub(" ", clause), items) or set(range(1, count + 1))
    return {place for place in found_places if 1 <= place <= count}


def _by_number(clause: str, count: int, numbers: Sequence[int]) -> set[int]:
    """Numbers mean the shown display numbers, when the items have such; else places."""
    said = {_number(word) for word in _WORD.findall(clause)} - {0}
    shown = [place for place, number in enumerate(numbers, 1) if number in said]
    return set(shown) if shown else {number for number in said if number <= count}


def _few(found: re.Match[str]) -> int:
    word = (found["few"] or found["few_"]).lower()
    return 2 if word == "both" else _number(word)


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else int(_words()["numbers"].get(word, "0"))


def _by_content(clause: str, items: Sequence[str]) -> set[int]:
    """Items that share a telling word with the clause, or else the one that it is nearest to."""
    if named := _sharing(clause, items):
        return named
    bare = _pattern("around").sub(" ", clause).strip()
    if not bare:
        return set()
    said_vector = vector_of(bare)
    near = sorted(((float(said_vector @ vector_of(item)), place) for place, item in enumerate(items, 1)), reverse=True)
    clear = len(near) == 1 or near[0][0] - near[1][0] >= CLEARLY
    return {near[0][1]} if near[0][0] >= LIKE and clear else set()


def _sharing(clause: str, items: Sequence[str]) -> set[int]:
    said = {stem(word) for word in _WORD.findall(clause)}
    return {place for place, words in enumerate(_telling(items), 1) if words & said}


def _telling(items: Sequence[str]) -> list[set[str]]:
    """Of each item the words that not all of the others have too."""
    of_each = [
        {
            stem(word)
            for word in _WORD.findall(item.lower())
            if len(word) > A_FEW_LETTERS and not _pattern("small").fullmatch(word)
        }
        for item in items
    ]
    common = set.intersection(*of_each) if len(of_each) > 1 else set()
    return [words - common for words in of_each]
