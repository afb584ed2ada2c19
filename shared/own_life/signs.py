"""What a line shows: its words, what they are about, and what stands before what. Pure, without any library."""

import re
import tomllib
import zlib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path

from shared.text.fold import fold_text

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
    grave, _ = _words()
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
def _words() -> tuple[frozenset[str], dict[str, tuple[str, ...]]]:
    """Which subjects are grave, and the forms of each."""
    found = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    return frozenset(found["grave"]), {name: tuple(words.split()) for name, words in found["words"].items()}


@cache
def _forms() -> tuple[dict[str, set[str]], list[tuple[str, str]], list[tuple[str, str]]]:
    """Whole words, beginnings and endings, each with what it is about."""
    whole, begins, ends = dict[str, set[str]](), list[tuple[str, str]](), list[tuple[str, str]]()
    for about, forms in _words()[1].items():
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
