"""Hears that a life is in danger, and whose: by words, by trained weights, and in eight further languages."""

import re
import struct
import tomllib
import unicodedata
import zlib
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import pairwise
from math import exp, sqrt
from pathlib import Path

from shared.text.comparable import fold_text
from shared.text.own_words import split_sentences

WORDS = Path(__file__).with_name("words.toml")
BUCKETS = 1 << 15
LONGEST = 700
FAR = 6
"""Words between two that still belong together."""

ABOUT, SPELT = 3.0, 2.5
"""How much all that the words are about weighs, and all that they are spelt like."""

_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*|[.!?]")


def is_grave(line: str) -> bool:
    """Whether there is a word in it that could be about a life."""
    grave, _ = _known_words()
    return any(not grave.isdisjoint(_about(word)) for word in _cut(line))


def signs_of(line: str) -> dict[int, float]:
    """The buckets of everything that a line shows, each with its weight."""
    words = _cut(line)
    found: dict[int, float] = {}
    for signs, weight in (({*_abouts(words)}, ABOUT), ({*_spellings(words)}, SPELT)):
        for sign in signs:
            bucket = zlib.crc32(sign.encode()) % BUCKETS
            found[bucket] = found.get(bucket, 0.0) + weight / sqrt(len(signs))
    return found


def _cut(line: str) -> list[str]:
    return _WORD.findall(fold_text(line[:LONGEST]))


def _abouts(words: list[str]) -> Iterator[str]:
    """What each word is about, which of it follows on which, and three in a row; in whatever language."""
    abouts = [_about(word) for word in words]
    for place, these in enumerate(abouts):
        yield from these
        for far, those in enumerate(abouts[place + 1 : place + 1 + FAR]):
            yield from (f"{this}>{that}" for this in these for that in those)
            if far == 0:
                yield from (f"{this}+{that}" for this in these for that in those)
    for first, second, third in zip(abouts, abouts[1:], abouts[2:], strict=False):
        yield from (f"{one}+{two}+{three}" for one in first for two in second for three in third)
    yield f"length {min(len(words) // 4, 5)}"


def _spellings(words: list[str]) -> Iterator[str]:
    framed = ["<", *words, ">"]
    yield from (f"w{word}" for word in words)
    yield from (f"w{one} {two}" for one, two in pairwise(framed))
    yield from (f"w{one} {two} {three}" for one, two, three in zip(framed, framed[1:], framed[2:], strict=False))
    for word in words:
        yield from (f"<{word}>"[start : start + size] for size in (3, 4, 5) for start in range(len(word) + 3 - size))


@cache
def _known_words() -> tuple[frozenset[str], dict[str, tuple[str, ...]]]:
    """Which subjects are grave, and the forms of each."""
    found = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    return frozenset(found["grave"]), {name: tuple(words.split()) for name, words in found["words"].items()}


@cache
def _forms() -> tuple[dict[str, set[str]], list[tuple[str, str]], list[tuple[str, str]]]:
    """Whole words, beginnings and endings, each with what it is about."""
    whole, begins, ends = dict[str, set[str]](), list[tuple[str, str]](), list[tuple[str, str]]()
    for about, forms in _known_words()[1].items():
        for form in forms:
            if form.endswith("*"):
                begins.append((form[:-1], about))
            elif form.startswith("*"):
                ends.append((form[1:], about))
            else:
                whole.setdefault(form, set()).add(about)
    return whole, begins, ends


def _about(word: str) -> tuple[str, ...]:
    """What a word is about, in order; most are about nothing here."""
    whole, begins, ends = _forms()
    found = {about for begin, about in begins if word.startswith(begin)}
    found |= {about for end, about in ends if word.endswith(end) and len(word) > len(end) + 1}
    return tuple(sorted(found | whole.get(word, set())))


_STOPS = re.compile(r"[\s.,;:!?…。！？、،؛؟۔।'’\"“”«»()-]+")  # noqa: RUF001  # these end words


def help_abroad(line: str) -> str | None:
    """The sentence of the language in which a line speaks of ending the own life; none in the others."""
    plain = _plain(line)
    language = next((name for name, words in _words().items() if any(word in plain for word in words)), None)
    return None if language is None else sentences_by_language()[language]


def sentences_by_language() -> dict[str, str]:
    """What is said in each."""
    return {language: str(one["say"]) for language, one in _file().items()}


def _plain(text: str) -> str:
    return f" {_STOPS.sub(' ', unicodedata.normalize('NFC', text).casefold())} "


@cache
def _words() -> dict[str, tuple[str, ...]]:
    """In the form of what they are looked for in; a word that ends in a space keeps it."""
    return {language: tuple(_plain(word)[1:-1] for word in one["words"]) for language, one in _file().items()}


@cache
def _file() -> dict[str, dict[str, str | list[str]]]:
    return tomllib.loads(Path(__file__).with_name("abroad.toml").read_text(encoding="utf-8"))


WEIGHTS = Path(__file__).with_name("weights.bin")
HEADER = struct.Struct("<16s3f")
"""The digest of what they were made from; by how much each is to be multiplied; what speaks for each beforehand."""

MOST = 2_000
"""Characters that are read: the beginning and the end of a long line."""

LIKELY = 0.4
"""A chance from which on a line is taken so: tried on the lines that it was trained on, in parts."""


class Life(StrEnum):
    """Whose."""

    OWN = "own"
    ANOTHERS = "other"


@dataclass(frozen=True, slots=True)
class LifeWeights:
    """How much each bucket speaks for each, against neither."""

    digest: str
    scale: float
    beforehand: tuple[float, float]
    buckets: tuple[Sequence[int], Sequence[int]]


def life_in_danger(line: str) -> Life | None:
    """Whose life a line, or a sentence of it, is about; nobody's, as nearly always."""
    line = line if len(line) <= MOST else f"{line[: MOST // 2]}\n{line[-MOST // 2 :]}"
    own, others = max((_chances(part) for part in {line: None, **dict.fromkeys(split_sentences(line))}), key=sum)
    if own + others < LIKELY:
        return None
    return Life.OWN if own >= others else Life.ANOTHERS


def _chances(line: str) -> tuple[float, float]:
    if not is_grave(line):
        return 0.0, 0.0
    signs, weights = signs_of(line), trained_weights()
    own, others = (
        exp(before + weights.scale * sum(rows[bucket] * weight for bucket, weight in signs.items()))
        for before, rows in zip(weights.beforehand, weights.buckets, strict=True)
    )
    return own / (1 + own + others), others / (1 + own + others)


@cache
def trained_weights() -> LifeWeights:
    """As `make train` wrote them."""
    stored = WEIGHTS.read_bytes()
    digest, scale, own, others = HEADER.unpack_from(stored)
    rows = array("b", stored[HEADER.size :])
    return LifeWeights(digest.decode(), scale, (own, others), (rows[:BUCKETS], rows[BUCKETS:]))
