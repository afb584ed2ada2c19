"""What is to be forgotten, kept, corrected or looked up, without the words around it; patterns: asked_for.toml."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from shared.offline.facts.choosing import without_order
from shared.text.numbers_named import numbers_named
from shared.text.own_words import finish_sentence
from shared.text.pattern_files import APOSTROPHE

_EDGES = ' \t\n,.;:!?–—-"“”'  # noqa: RUF001
MOST = 400
EVERYTHING = "everything"
"""Nothing that is to be found again needs more words."""


@cache
def _pattern(table: str, name: str) -> re.Pattern[str]:
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return re.compile(tables[table][name], re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Forgetting:
    """What a person wants forgotten, and how thoroughly."""

    description: str
    everything: bool
    never_again: bool


def read_forgetting(own: str) -> Forgetting:
    """The description to search with: "you can drop the bit about my knee surgery" is about "knee surgery"."""
    text = own[:MOST].replace(APOSTROPHE, "'")
    never = _pattern("forget", "never").search(text) is not None
    if forgets_all(text):
        return Forgetting(EVERYTHING, everything=True, never_again=never)
    ordered = _pattern("forget", "lead").sub("", text.strip(_EDGES))
    if numbers := _numbers(ordered):
        return Forgetting(numbers, everything=False, never_again=never)
    found = _forgotten(_without_tail("forget", ordered))
    total = _pattern("forget", "everything").match(found) is not None
    about_person = (
        _pattern("forget", "total").search(text) is not None
        and _pattern("forget", "noun").search(text) is None
        and _pattern("forget", "about_me").search(text) is None
    )
    if total or about_person:
        return Forgetting(EVERYTHING, everything=True, never_again=never)
    broad = _pattern("forget", "broad").search(text) is not None
    described = found.strip(_EDGES) or text.strip()
    return Forgetting(described, everything=broad, never_again=never)


def forgets_all(own: str, *, surely: bool = False) -> bool:
    """Whether the whole line orders that all that is known of them be forgotten; surely, if it says what all is."""
    text = own[:MOST].replace(APOSTROPHE, "'")
    if _pattern("forget", "whole").match(text) is None:
        return False
    return not surely or _pattern("forget", "of_them").search(text) is not None


def _numbers(ordered: str) -> str:
    """What stands around the verb, where it begins with nothing but numbers of memories: "delete 3 and 5", "die 3"."""
    verb = _pattern("forget", "verb").search(ordered)
    around = (ordered[: verb.start()], ordered[verb.end() :]) if verb else (ordered,)
    firsts = (_NUMBERS_END.split(part.strip(_EDGES))[0] for part in around)
    return next((first.strip(_EDGES) for first in firsts if numbers_named(first)), "")


_NUMBERS_END = re.compile(
    r"(?i)(?<!\bn[or])(?<!\bn)[.;!?]\s|,\s(?!\d)|\s(?:from|about|that|can|has|should|aus|von|kann|que|q|und fertig)\b"
)


_POINTERS = frozenset(["it", "that", "this", "them", "those", "these", "das", "es", "eso", "esto", "lo"])
_LONG = 8
"""Words; a description that is longer usually still has talk in it."""


def _forgotten(text: str) -> str:
    """The shortest good reading: what follows the verb, else what belongs to the person, else what stands before."""
    if _pattern("forget", "about_me").match(text) and (clause := _pattern("forget", "about_me").search(text)):
        return clause["what"]
    verb = _pattern("forget", "verb").search(text)
    after = _object(text[verb.end() :]) if verb and not _BREAKS.match(text[verb.end() :]) else ""
    if after and after.split()[0].lower() not in _POINTERS and len(after.split()) <= _LONG:
        return after
    for name in ("last", "noun", "about_me"):
        if found := _pattern("forget", name).search(text):
            return _object(found["what"]) or found["what"]
    if (ended := _pattern("forget", "after").match(text)) and (what := _object(ended["what"])):
        return what
    before = text[: verb.start()].strip(_EDGES) if verb else ""
    return _object(before) or after or before or _object(text) or text


def _object(text: str) -> str:
    """Without "the bit about" before it, and up to the end of its sentence."""
    rest = _without_tail("forget", text.strip(_EDGES))
    rest = _pattern("forget", "object").sub("", f"{rest} ").strip(_EDGES)
    rest = _ENDS.split(rest)[0]
    rest = _ASIDE.split(rest)[0]
    rest = _without_tail("forget", rest)
    return _pattern("forget", "mine").sub("", f"{rest.strip(_EDGES)} ").strip(_EDGES)


_ENDS = re.compile(
    r"[.;!?\n]\s|,\s+(?:it|i|he|she|they|that|we|please|because|but|thanks|and (?:i|then|it)"
    r"|my(?! [\w-]+(?: [\w-]+)?(?:\s*,|\s+and\b|\W*$)))\b"
)
"""Where its sentence ends; "my job, my address" goes on."""
_ASIDE = re.compile(
    r",\s+(?!(?:(?:and|und|y|or|oder)\s+)?(?:my|our|the|mein\w*|unser\w*|die|der|das|den|mis?|el|la|los|las|#|\d)\b"
    r"[^,.;!?]{1,18}(?:,|$|\sand\s|\sund\s|\sy\s))",
    re.IGNORECASE,
)
"""A comma behind which nothing more is listed: what follows is said about it."""
_BREAKS = re.compile(r"\s*[,.;!?](?!\s*(?:dass?|was|wo|wer|wie|wann|que|that|what|where)\b)", re.IGNORECASE)
"""Behind a verb that its object stood before: "lo de mi embarazo bórralo, lo perdimos"."""


def _without_tail(table: str, text: str) -> str:
    tail = _pattern(table, "tail")
    for _ in range(4):
        shorter = tail.sub("", text).strip(_EDGES)
        if shorter == text or not shorter:
            return text
        text = shorter
    return text


def read_statement(own: str) -> str:
    """What is to be kept of a project, without "remember that" before it."""
    return finish_sentence(without_order(own))


@dataclass(frozen=True, slots=True)
class Correction:
    """Which stored statement is meant, and how it should read; nothing when it is to be taken back."""

    target: str
    text: str | None


def read_target(own: str, language: str) -> Correction:
    """From "change the interval to 15" or "it's 15, not 20"."""
    bare = _pattern("correct", "lead").sub("", own[:MOST].strip(_EDGES)) or own[:MOST]
    if change := _pattern("correct", "change").match(bare):
        verb = "are" if change["what"].rstrip().endswith("s") else "is"
        verb = {"de": "ist", "es": "es"}.get(language, verb)
        article = {"de": "", "es": ""}.get(language, "The ")
        return Correction(change["what"], finish_sentence(f"{article}{change['what']} {verb} {change['new']}"))
    if remove := _pattern("correct", "remove").match(bare):
        return Correction(remove["what"].strip(_EDGES), None)
    if contrast := _pattern("correct", "not").match(bare):
        return Correction(bare, finish_sentence(contrast["new"]))
    return Correction(bare.strip(_EDGES), read_statement(bare))


def asks_of_themself(own: str, *, surely: bool = False) -> bool:
    """Whether it asks what only the person can have told: "how old am I?", and less surely "what's my shoe size?"."""
    text = own[:MOST].replace(APOSTROPHE, "'").strip()
    return any(_pattern("themself", name).search(text) for name in (("surely",) if surely else ("surely", "likely")))


def read_query(own: str) -> str:
    """What is sought, for the search: without the asking around it."""
    bare = _pattern("ask", "lead").sub("", own[:MOST].strip(_EDGES)) or own[:MOST]
    for name in ("past", "about"):
        if (found := _pattern("ask", name).search(bare)) and len(found["what"].strip(_EDGES)) > 2:  # noqa: PLR2004
            return found["what"].strip(_EDGES)
    return bare.strip(_EDGES) or own.strip()
