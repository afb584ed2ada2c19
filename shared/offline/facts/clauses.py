"""Cuts a message into clauses, each of which may hold a fact of its own."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from shared.offline.facts.english import tells_of_oneself
from shared.offline.patterns import patterns

_P = patterns("clauses")

_CUTS = _P["cuts"]
_TIED, _TIE_FIRST, _THEREFORE = _P["tied"], _P["tie_first"], _P["therefore"]
_HUNG, _GOES_ON = _P["hung"], _P["goes_on"]
"""What a German "dass" makes end in its verb is read as one."""
_JOINS = _P["joins"]
_SUBJECT = _P["subject"]
_SOMEBODY = _P["somebody"]
_AND = re.compile(r"\s+(?=(?:and|then|but)\s)", re.IGNORECASE)
_AND_ME = re.compile(r"^(?:and|und|y) (?:i|me|ich|yo|(?:my|mein\w*|mis?) [\w-]+)\b", re.IGNORECASE)
"""My wife and I: one subject, not two clauses."""
_NAMED = re.compile(r"(?:my|our) [\w' -]{2,30}$", re.IGNORECASE)
"""My one rule: its name, and what it is."""
_ABBREVIATION = _P["abbreviation"]
MOST_CLAUSES = 12
"""Each is looked at by itself, for two milliseconds; nobody tells more in one message."""
_A_CLAUSE = 3
"""Words that make a clause worth parting from the one that lends it its subject."""
_OF_ANOTHER = re.compile(r"(?i)(?:the|my|our|his|her|their) [\w' -]{1,40}?(?:\b(?:is|was|has)\b|'s [a-z])")
"""The cat is Pim: what is listed behind it is the cat's."""
_AHEAD = 200
"""Characters that show how a clause begins."""
_SHORT = 8
"""Words of what is said more exactly of the clause before, and stays with it."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of a message, verbatim; a fragment has no subject of its own and leans on the piece before it."""

    text: str
    gap: str = ""
    fragment: bool = False
    subject: str = ""
    """Whose verb it begins with, when the clause before named them: "I quit, *bought a boat*"."""


def clauses_of(text: str) -> list[Clause]:
    """The pieces in their order."""
    found: list[Clause] = []
    for sentence in sentences_of(text):
        for number, (piece, gap) in enumerate(_pieces(sentence)):
            before = found[-1] if found else None
            inside = number > 0
            if before is not None and _belongs(piece, before, gap if inside else None):
                found[-1] = replace(before, text=before.text + (gap or " ") + piece)
            else:
                lender = next((one for one in reversed(found) if not one.fragment), before)
                found.append(_clause(piece, gap, before, lender, inside=inside))
    return found[:MOST_CLAUSES]


def _belongs(piece: str, before: Clause, gap: str | None) -> bool:
    """To the clause before: the other half of a subject, an answer to the own question, or what narrows it down."""
    if gap is not None and _AND_ME.match(piece) and _SOMEBODY.match(before.text):
        return True
    if (gap or "").startswith(":") and _NAMED.match(before.text):
        return True
    if _P["asked"].match(before.text):
        return True
    if gap is None and _HUNG.match(piece):
        return False
    if piece.endswith("?") or _P["glued"].match(piece) is None or len(piece.split()) > _SHORT:
        return False
    short = gap is not None or len(before.text.split()) <= _A_CLAUSE
    return short or _SUBJECT.match(_TIE_FIRST.sub("", before.text)) is not None


def _clause(piece: str, gap: str, before: Clause | None, lender: Clause | None, *, inside: bool) -> Clause:
    if before is not None and _P["back"].match(piece):
        return Clause(piece, gap or " ", fragment=True)
    theirs = lender is not None and (lender.subject == "i" or tells_of_oneself(lender.text))
    if inside and theirs and _P["of_oneself"].match(piece):
        return Clause(piece, gap, subject="i")
    if inside and lender is not None and (subject := _lent(piece, lender)):
        return Clause(piece, gap, subject=subject)
    of_them = before is None or _SUBJECT.match(before.text) or _OF_ANOTHER.match(before.text)
    listed = not of_them and _P["trait"].match(piece)
    follows = listed or _THEREFORE.match(f" {piece}") is not None
    return Clause(piece, gap, fragment=inside and not (follows or _stands_alone(piece)))


def _lent(piece: str, before: Clause) -> str:
    """The subject that a piece beginning with its verb takes from the clause before; nothing when it has its own."""
    if len(piece.split()) < _A_CLAUSE or _stands_alone(piece):
        return ""
    verb = _P["verbs"].match(piece)
    if verb and (verb["bare"] is None or not _P["wishes"].search(before.text)):
        if mine := re.match(r"(?i)(?P<who>i|we)\b", before.subject) or _P["mine"].match(before.text):
            who = mine["who"].lower()
            return "i'm" if verb["be"] and who == "i" else who
        if _P["verbs"].match(before.text):
            return "i"
    theirs = _P["theirs"].match(before.text)
    who = before.subject if before.subject.startswith("my ") else theirs["who"] if theirs else ""
    return who if who and _P["their_verbs"].match(piece) else ""


def sentences_of(text: str) -> list[str]:
    """The sentences of a message, each as it stands there."""
    parts: list[str] = []
    for part in re.split(
        r"(?<=[.!?…])(?<!\b\d\.)(?<!\b\d\d\.)\s+(?!(?<=\? )(?i:not (?:for me|my thing))\b)"
        r"|(?<=\d\.)\s+(?=(?i:and|but|y|pero|anyway|also|yes|yeah|im|my|(?:i|we|he|she|they|it)(?:'\w+)?)\s)|\s*\n\s*|\s*;\s*",
        text,
    ):
        if parts and _ABBREVIATION.search(parts[-1]):
            parts[-1] += f" {part}"
        elif part.strip():
            parts.extend(_between_faces(part.strip()))
    return parts


def _between_faces(part: str) -> list[str]:
    """A face ends a sentence where the next one begins with somebody: "home again 😴 I have news"."""
    pieces = list[str]()
    for piece in _P["faces"].split(part):
        if pieces and not has_subject(piece):
            pieces[-1] = part[part.find(pieces[-1]) : part.find(piece) + len(piece)]
        else:
            pieces.append(piece)
    return pieces


def _pieces(sentence: str) -> list[tuple[str, str]]:
    """The pieces between cuts, each with the gap before it; a small word cuts only before a clause of its own."""
    pieces, start, gap = list[tuple[str, str]](), 0, ""
    for begin, end in sorted(_cuts(sentence)):
        if begin > start:
            pieces.append((sentence[start:begin], gap))
        gap, start = sentence[begin:end] if begin >= start else gap, max(start, end)
    if start < len(sentence):
        pieces.append((sentence[start:], gap))
    return pieces


def _cuts(sentence: str) -> Iterator[tuple[int, int]]:
    """Where marks or small words part it."""
    whole = [found.span() for found in _P["appositions"].finditer(sentence)]
    for cut in _CUTS.finditer(sentence):
        abbreviated = cut[0] == " " and _ABBREVIATION.search(sentence, 0, cut.start()) is not None
        if not abbreviated and not any(begin <= cut.start() < end for begin, end in whole):
            yield cut.span()
    if role := _P["role"].match(sentence):
        yield role.end(), role.end() + 1
    hung = _HUNG.match(sentence) is not None
    for cut in _TIED.finditer(sentence):
        if not (hung and _GOES_ON.match(sentence, cut.end())) and _stands_alone(
            sentence[cut.end() : cut.end() + _AHEAD]
        ):
            yield cut.span()
    if _SUBJECT.match(_TIE_FIRST.sub("", sentence)):
        yield from _after_a_subject(sentence)


def _after_a_subject(sentence: str) -> Iterator[tuple[int, int]]:
    """Before a consequence, and before a further verb of the same subject."""
    for cut in _THEREFORE.finditer(sentence):
        if len(sentence[cut.end() : cut.end() + _AHEAD].split()) >= _A_CLAUSE:
            yield cut.span()
    for cut in _AND.finditer(sentence):
        said, more = sentence[: min(cut.start(), _AHEAD)], sentence[cut.end() : cut.end() + _AHEAD]
        if len(said.split()) >= _A_CLAUSE and _lent(more, Clause(said)):
            yield cut.span()


def _stands_alone(piece: str) -> bool:
    bare = _TIE_FIRST.sub("", piece)
    return (_SUBJECT.match(bare) or _P["leads"].match(bare)) is not None and len(bare.split()) > 1


def has_subject(sentence: str) -> bool:
    """It begins with somebody who does or is something, or with a verb that can only be the person's."""
    return _SUBJECT.match(_TIE_FIRST.sub("", sentence)) is not None


def without_join(clause: str) -> str:
    """Without the word that tied it to the clause before."""
    return _JOINS.sub("", clause.strip())
