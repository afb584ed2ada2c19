"""Gives what people tell of themselves without a verb the one that can only be meant: "witwer, 68, zwei hühner"."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path

MOST = 200
"""Characters; who says more says it in sentences."""
_BETWEEN = re.compile(r"\s*;\s*|,\s+|(?<!\d)\.\s+|\s+[–—-]\s+")  # noqa: RUF001
_AND = {"de": "und", "es": "y"}

_Kinds = tuple[tuple[re.Pattern[str], str, str], ...]


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of one language."""

    others: re.Pattern[str]
    first: _Kinds
    kinds: _Kinds


@cache
def _known(language: str) -> _Known | None:
    tables = tomllib.loads(Path(__file__).with_name("fragments.toml").read_text(encoding="utf-8"))
    if language not in tables:
        return None
    table = tables[language]
    first, kinds = (
        tuple((re.compile(rf"(?i){pattern}"), verb, rest) for pattern, verb, rest in table[name])
        for name in ("first", "kinds")
    )
    return _Known(re.compile(table["others"]), first, kinds)


def in_sentences(own: str, language: str) -> list[tuple[str, str]]:
    """In the first person, each with the words it was made of; none where a verb would be a guess.

    The first piece has to be of a known kind; what is of none is said more exactly of the one before it.
    """
    known = _known(language)
    if known is None or len(own) > MOST or known.others.search(own):
        return []
    said = [piece for piece in _BETWEEN.split(own.strip(" .!")) if piece]
    found: list[tuple[str, str, str]] = []
    for piece in said:
        if verb_and_rest := _completed(piece, known.kinds if found else (*known.first, *known.kinds)):
            found.append((*verb_and_rest, piece))
        elif found:
            verb, rest, words = found[-1]
            found[-1] = (verb, f"{rest}, {piece}", f"{words}, {piece}")
        else:
            return []
    return _together(found, language)


def _completed(piece: str, kinds: _Kinds) -> tuple[str, str] | None:
    for pattern, verb, rest in kinds:
        if match := pattern.fullmatch(piece.strip()):
            return verb, match.expand(rest)
    return None


def _together(found: list[tuple[str, str, str]], language: str) -> list[tuple[str, str]]:
    """What is said with one verb, in one sentence."""
    told = list[tuple[str, str]]()
    for verb, same in groupby(found, key=lambda one: one[0]):
        parts = list(same)
        rests = [rest for _, rest, _ in parts]
        loose = any("," in rest for rest in rests)
        *first, last = rests if not loose else [", ".join(rests)]
        rest = f"{', '.join(first)} {_AND[language]} {last}" if first else last
        told.append((f"{verb} {rest}", ", ".join(words for _, _, words in parts)))
    return told
