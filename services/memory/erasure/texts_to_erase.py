"""What an erased memory may look like elsewhere, and a text without it."""

import json
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass

MARK = "[erased]"
"""Stands where something was erased, so that nobody wonders."""
MOST_LINE = 4_000
"""The mark may be longer than what it stands for, and a line has a limit."""
_EDGE = r"[\s.,;:!?…¿¡\"'“”„\u2018\u2019«»()\[\]]+"
_EDGES = re.compile(rf"^{_EDGE}|{_EDGE}$")
_SHORTEST = 8
"""Bytes. Shorter texts would be found in everything: they go only where they are known to tell the memory."""


def bare_text(text: str) -> str:
    """Without what may stand around it in another sentence."""
    return _EDGES.sub("", text)


def is_telling(text: str) -> bool:
    """Whether finding this text anywhere means that it tells the same: two words, or a script without spaces."""
    core = bare_text(text)
    return len(core.encode()) >= _SHORTEST and (len(core.split()) > 1 or not core.isascii())


@dataclass(frozen=True, slots=True)
class Traces:
    """How a memory read, now and earlier, and the person's own words for it."""

    contents: frozenset[str]
    words: frozenset[str]

    @property
    def telling(self) -> tuple[str, ...]:
        """What is looked for everywhere, the longest first."""
        return order_texts(filter(is_telling, self.contents | self.words))

    @property
    def telling_contents(self) -> tuple[str, ...]:
        """What makes another memory the same one."""
        return order_texts(filter(is_telling, self.contents))


def order_texts(texts: Iterable[str]) -> tuple[str, ...]:
    """Without their edges, each once, the longest first: a part of one must not be taken out of it before it is."""
    cores = {bare_text(text) for text in texts} - {""}
    return tuple(sorted(cores, key=lambda text: (-len(text), text)))


def without_texts(text: str, texts: Collection[str]) -> str:
    """The text with a mark wherever one of these stands, whatever its case and its spaces."""
    wanted = order_texts(texts)
    if not wanted:  # an empty pattern would be found everywhere
        return text
    return _pattern(wanted).sub(MARK, text)[:MOST_LINE]


def certainly_without(text: str, texts: Collection[str]) -> str:
    """The same; when none of them is found word for word, though one is known to be told, nothing is left of it."""
    left = without_texts(text, texts)
    return MARK if left == text else left


def _pattern(texts: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(_edged(text) for text in texts), re.IGNORECASE)


def _edged(text: str) -> str:
    """As words of their own: who likes tea has not said anything of teal."""
    before = r"(?<!\w)" if _is_letter(text[0]) else ""
    after = r"(?!\w)" if _is_letter(text[-1]) else ""
    return before + r"\s+".join(map(re.escape, text.split())) + after


def _is_letter(char: str) -> bool:
    return char.isalnum() or char == "_"


# ---- for the database ----


@dataclass(frozen=True, slots=True)
class Search:
    """How the database looks for texts: first for the longest word of each, then for the whole, in JSON as well."""

    cores: tuple[str, ...]
    pattern: str

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Search":
        """For some texts; for none, nothing is found."""
        wanted = order_texts(texts)
        cores = dict.fromkeys(f"%{max(_WORDS.findall(text), key=len, default='')}%".lower() for text in wanted)
        spelled = dict.fromkeys(spelling for text in wanted for spelling in _spellings(text))
        return cls(tuple(cores), "|".join(map(_in_sql, spelled)))


_WORDS = re.compile(r"[^\W_]+")


def _spellings(text: str) -> tuple[str, ...]:
    """As it is, and as it stands within JSON, once and twice wrapped."""
    once = _quoted(text)
    return text, once, _quoted(once)


def _quoted(text: str) -> str:
    return " ".join(json.dumps(word, ensure_ascii=False)[1:-1] for word in text.split())


def _in_sql(text: str) -> str:
    """PostgreSQL's regular expression of it. In JSON a line's beginning follows the letter of its break."""
    before = r"(?:\m|\\[nrt])" if _is_letter(text[0]) else ""
    after = r"\M" if _is_letter(text[-1]) else ""
    return before + r"(?:\s|\\[nrt])+".join(map(_escaped, text.split())) + after


def _escaped(word: str) -> str:
    return "".join(f"\\{char}" if char.isascii() and not char.isalnum() else char for char in word)
