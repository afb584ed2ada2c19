"""Cuts a message into clauses, as they stand there: where a sentence ends, or the person begins anew with "and I …".

What only goes on ("and it has to be settled", "three hives") stays with the clause before it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from shared.text.pattern_files import load_patterns

MOST_CLAUSES = 12
"""Each is looked at by itself, for a millisecond; nobody tells more in one message."""
EDGES = " \t\n,;:.!…–—-"  # noqa: RUF001  # dashes as people type them
_A_CLAUSE = 2
"""Words that make a clause worth parting from what is said beside it."""
_A_THING = 4
"""Words, a joining one among them, that may be only somebody beside the person: "and our two kids"."""
_AN_ABBREVIATION = 8
_AHEAD = 200
"""Characters that show how a clause begins."""
_P = load_patterns("clauses", Path(__file__).with_name("facts.toml"))


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of a message."""

    message: str
    start: int
    end: int

    @property
    def text(self) -> str:
        """As it stands there."""
        return self.message[self.start : self.end].strip()


@dataclass(frozen=True, slots=True)
class Bit(Excerpt):
    """From one mark or joining word to the next: no cut is made within it."""

    opens: bool
    """A sentence begins with it."""


def pieces_of(message: str) -> list[Bit]:
    """All of a message, in order, whatever its length: found in one pass."""
    found, start, seen, opens = list[Bit](), 0, 0, True
    for mark in _P["ends"].finditer(message):
        if re.search(r"\w", message[seen : mark.end()]):
            found.append(Bit(message, start, mark.end(), opens))
            start, opens = mark.end(), _ends_sentence(message, mark)
        seen = mark.end()
    if re.search(r"\w", message[start:]):
        found.append(Bit(message, start, len(message), opens))
    return found


def _ends_sentence(message: str, mark: re.Match[str]) -> bool:
    if mark["stop"] is None:
        return False
    return _P["abbreviation"].search(message[max(0, mark.start() - _AN_ABBREVIATION) : mark.end()].rstrip()) is None


def clauses_of(message: str) -> list[Excerpt]:
    """The clauses in their order."""
    return list(_clauses(message))[:MOST_CLAUSES]


def _clauses(message: str) -> Iterator[Excerpt]:
    start, end, hangs = 0, 0, False
    for piece in pieces_of(message):
        if end and (
            piece.opens or (not hangs and _begin_anew(message[start : min(end, start + _AHEAD)], piece.text[:_AHEAD]))
        ):
            yield Excerpt(message, start, end)
            start = piece.start
        if piece.opens:
            hangs = _P["hangs"].match(piece.text) is not None
        end = piece.end
    if end:
        yield Excerpt(message, start, end)


def _begin_anew(before: str, piece: str) -> bool:
    """Both halves say something of the person, each by itself."""
    long = all(len(part.split()) >= _A_CLAUSE for part in (before, piece))
    if is_only_a_thing(piece):
        return False
    return long and has_subject(piece) and has_subject(before) and _P["somebody"].match(before) is None


def is_only_a_thing(piece: str) -> bool:
    """Somebody or something of the person's, of which nothing is said: "and our two kids"."""
    return _P["whose"].match(piece) is not None and len(piece.split()) <= _A_THING


def has_subject(text: str) -> bool:
    """It begins with the person, or somebody of theirs, who does or is something."""
    return _P["own"].match(text) is not None
