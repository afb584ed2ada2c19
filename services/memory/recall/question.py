"""A question as it is searched with: its terms, the texts that are compared, whom it asks about, and of what time."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from services.memory.index.terms import is_small, language_of, named_terms, question_terms, word_list
from services.memory.recall.time_spans import Span, span_of
from shared.text.comparable import fold_text

About = Literal["person", "companion"]
MOST_CHARACTERS = 4_000
"""The embedder reads no further, and 32 terms are found before."""
SHORTEST_NAME = 2
_WORD = re.compile(r"[^\W\d_]+")
_UNSAYABLE = re.compile("[\\x00-\\x1f\\x7f\ud800-\udfff]+")
"""What the embedder and the database cannot take."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What is looked for."""

    terms: tuple[str, ...]
    """Names of the two who talk are not among them: they are in no line of their own, and in many of the other's."""
    text: str
    """To be compared with what was said: whoever is asked about is "I"."""
    fact_text: str
    """To be compared with memories: they call the person "you"."""
    language: str
    names: tuple[str, ...] = ()
    """Those of its terms that name somebody, some place or some thing, or are numbers."""
    about: About | None = None
    surely: bool = False
    """Whether nobody else is named."""
    span: Span | None = None


def frame_question(text: str, now: datetime, own_names: Sequence[str], companion_name: str, zone: tzinfo) -> Aim:
    """Never fails: of a text without words no terms are left."""
    plain = _without_frames(_UNSAYABLE.sub(" ", text[:MOST_CHARACTERS]).strip())
    language = language_of(word_list(plain))
    names: dict[About, re.Pattern[str]] = {
        "person": _called(own_names, "person", plain, language),
        "companion": _called([companion_name], "companion", plain, language),
    }
    about = [whose for _, whose in sorted(_mentions(plain, names, language))]
    said = _with_pronouns(plain, names.values(), language)
    told = _without_names(plain, names.values())
    return Aim(
        terms=tuple(question_terms(told)),
        text=said,
        fact_text=_turned(said, language),
        language=language,
        names=tuple(named_terms(told)),
        about=about[0] if about else None,
        surely=len(set(about)) == 1,
        span=span_of(fold_text(plain), now, zone),
    )


# ---- whom it asks about ------------------------------------------------------------------------------------------


def _called(names: Iterable[str], whose: About, text: str, language: str) -> re.Pattern[str]:
    """Where one of the two is named; what follows the name makes it somebody's.

    Roses and wills are also something else: a name is known as it is written, unless the question has no capitals at
    all, and one that is a small word of the language nowhere at the beginning of a question.
    """
    known = sorted({name.strip() for name in names if len(name.strip()) >= SHORTEST_NAME}, key=len, reverse=True)
    ways = [f"(?i:{phrase})" for phrase in _table()["named"][whose]]
    for name in known:
        written = "|".join(re.escape(way) for way in dict.fromkeys((name, name.title(), name.upper())))
        if is_small(name, language):
            ways.append(rf"(?<=\S\s)(?:{written})")
        else:
            ways.append(f"(?i:{re.escape(name)})" if text == text.lower() else f"(?:{written})")
    return re.compile(rf"(?<!\w)(?:{'|'.join(ways)})(?P<whose>['\u2019][sS])?(?!\w)")


def _mentions(text: str, names: dict[About, re.Pattern[str]], language: str) -> Iterator[tuple[int, About]]:
    for whose in get_args(About):
        yield from ((found.start(), whose) for found in names[whose].finditer(text))
        pronouns = _pronouns(whose).get(language, frozenset())
        yield from ((found.start(), whose) for found in _WORD.finditer(text) if found.group().casefold() in pronouns)


def _with_pronouns(text: str, names: Iterable[re.Pattern[str]], language: str) -> str:
    instead = _table()["instead"]
    alone, before = instead.get(language, instead["english"])
    for name in names:
        text = name.sub(lambda found: before if found["whose"] else alone, text)
    return text


def _without_names(text: str, names: Iterable[re.Pattern[str]]) -> str:
    for name in names:
        text = name.sub(" ", text)
    return text


# ---- what it is about --------------------------------------------------------------------------------------------


def _without_frames(text: str) -> str:
    """Without "do you remember" and its like, unless nothing else is there."""
    rest = text
    while (found := _frames().match(rest)) and found.end() < len(rest):
        rest = rest[found.end() :]
    return rest if any(letter.isalnum() for letter in rest) else text


def _turned(text: str, language: str) -> str:
    turns = _table()["turned"].get(language)
    if not turns:
        return text
    # A letter that is none of the language, "İ", may pass for one where case does not count.
    return _turning(language).sub(lambda found: turns.get(_plain(found.group()), found.group()), text)


def _plain(phrase: str) -> str:
    return " ".join(phrase.casefold().replace("\u2019", "'").split())


# ---- tables ------------------------------------------------------------------------------------------------------


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("persons.toml").read_text(encoding="utf-8"))


@cache
def _pronouns(whose: About) -> dict[str, frozenset[str]]:
    return {language: frozenset(words.split()) for language, words in _table()[whose].items()}


@cache
def _frames() -> re.Pattern[str]:
    phrases = sorted(map(_spaced, _table()["frames"]["all"]), key=len, reverse=True)
    return re.compile(rf"[\s¿¡]*(?:{'|'.join(phrases)})(?!\w)[\s,:;.!?…-]*", re.IGNORECASE)


@cache
def _turning(language: str) -> re.Pattern[str]:
    phrases = sorted(map(_spaced, _table()["turned"][language]), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)", re.IGNORECASE)


def _spaced(phrase: str) -> str:
    return re.escape(phrase).replace(r"\ ", r"\s+").replace("'", "['\u2019]")
