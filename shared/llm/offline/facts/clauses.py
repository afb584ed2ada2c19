"""Cuts a message into clauses, each of which may hold a fact of its own."""

import re
from dataclasses import dataclass

from shared.llm.offline.patterns import patterns

_P = patterns("clauses")

_CUTS = _P["cuts"]
_TIED, _TIE_FIRST = _P["tied"], _P["tie_first"]
_JOINS = _P["joins"]
_SUBJECT = _P["subject"]
_SOMEBODY = _P["somebody"]
_AND_ME = re.compile(r"^and (?:i|me|my [\w-]+)\b", re.IGNORECASE)
"""My wife and I: one subject, not two clauses."""
_ABBREVIATION = _P["abbreviation"]
MOST_CLAUSES = 12
"""Each is looked at by itself, for two milliseconds; nobody tells more in one message."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a message, verbatim; a fragment has no subject of its own and leans on the piece before it."""

    text: str
    gap: str = ""
    fragment: bool = False


def clauses_of(text: str) -> list[Clause]:
    """The pieces in their order."""
    found: list[Clause] = []
    for sentence in _sentences(text):
        for number, (piece, gap) in enumerate(_pieces(sentence)):
            if found and number and _AND_ME.match(piece) and _SOMEBODY.match(found[-1].text):
                found[-1] = Clause(found[-1].text + gap + piece, found[-1].gap, found[-1].fragment)
            else:
                found.append(Clause(piece, gap, fragment=number > 0 and not _stands_alone(piece)))
    return found[:MOST_CLAUSES]


def _sentences(text: str) -> list[str]:
    parts: list[str] = []
    for part in re.split(r"(?<=[.!?…])(?<!\b\d\.)(?<!\b\d\d\.)\s+|\s*\n\s*|\s*;\s*", text):
        if parts and _ABBREVIATION.search(parts[-1]):
            parts[-1] += f" {part}"
        elif part.strip():
            parts.append(part.strip())
    return parts


def _pieces(sentence: str) -> list[tuple[str, str]]:
    """The pieces between cuts, each with the gap before it; a small word cuts only before a clause of its own."""
    cuts = [cut.span() for cut in _CUTS.finditer(sentence)]
    cuts += [cut.span() for cut in _TIED.finditer(sentence) if _stands_alone(sentence[cut.end() :])]
    pieces, start, gap = list[tuple[str, str]](), 0, ""
    for begin, end in sorted(cuts):
        if begin > start:
            pieces.append((sentence[start:begin], gap))
        gap, start = sentence[begin:end] if begin >= start else gap, max(start, end)
    if start < len(sentence):
        pieces.append((sentence[start:], gap))
    return pieces


def _stands_alone(piece: str) -> bool:
    bare = _TIE_FIRST.sub("", piece)
    return _SUBJECT.match(bare) is not None and len(bare.split()) > 1


def without_join(clause: str) -> str:
    """Without the word that tied it to the clause before."""
    return _JOINS.sub("", clause.strip())
