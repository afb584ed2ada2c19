"""Reads the facts out of a message: which clauses tell something of the person, and how each would be kept."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from shared.llm.offline.facts.clauses import Clause, clauses_of, without_join
from shared.llm.offline.facts.framing import unframed
from shared.llm.offline.facts.sentences import sentence
from shared.llm.offline.patterns import patterns

_P = patterns("reading")

Tells = Callable[[str], float]
"""How much a clause tells of the person: from 0 to 1."""
ENOUGH = 0.5
ENOUGH_OF_A_FRAGMENT = 0.45
MAYBE = 0.2
_PRONOUN = re.compile(r"^(?:he|she|they)(?P<verb>'s|'re|'ve|'ll|'d)?\b", re.IGNORECASE)
_KIN_SUBJECT = _P["kin_subject"]
_HAS_KIN = re.compile(r"^You(?: have|'ve) (?:a|an|one) (?P<kin>\w+)")


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence to the person, and the words of theirs that it was made from."""

    text: str
    own_words: str


def facts_of(own: str, language: str, tells: Tells) -> list[Fact]:
    """The facts in their order; at least one, however little the message tells."""
    pieces = clauses_of(own)
    alone = len(pieces) == 1  # what there is only one of need not be chosen
    scored = [(piece, 1.0 if alone else tells(piece.text)) for piece in pieces]
    groups = _grouped(scored) or _best(scored)
    found: list[Fact] = []
    for group in groups:
        fact = _fact(group, language, found)
        if fact and fact.text not in {other.text for other in found}:
            found.append(fact)
    return found


def _grouped(scored: list[tuple[Clause, float]]) -> list[list[Clause]]:
    """Clauses that tell something, each with the fragments that lean on it.

    A fragment like "every day" that tells something brings the clause before it along.
    """
    groups: list[list[Clause]] = []
    before: Clause | None = None
    leaning = False
    for piece, score in scored:
        tells = score >= (ENOUGH_OF_A_FRAGMENT if piece.fragment else ENOUGH)
        if not tells:
            before = piece if score >= MAYBE and not (piece.fragment and leaning) else None
            leaning = leaning and piece.fragment and score >= MAYBE
            continue
        if piece.fragment and leaning:
            groups[-1].append(piece)
        elif piece.fragment and before is not None:
            groups.append([before, piece])
        else:
            groups.append([piece])
        leaning, before = True, None
    return groups


def _best(scored: list[tuple[Clause, float]]) -> list[list[Clause]]:
    return [[max(scored, key=lambda pair: pair[1])[0]]] if scored else []


def _fact(group: list[Clause], language: str, earlier: list[Fact]) -> Fact | None:
    own_words = group[0].text + "".join(piece.gap + piece.text for piece in group[1:])
    bare = unframed(without_join(unframed(own_words, language)), language)
    text = sentence(bare, language)
    if language == "en" and earlier:
        text = _named(text, earlier)
    return Fact(text, own_words.strip()) if re.search(r"\w", text) else None


def _named(text: str, earlier: list[Fact]) -> str:
    """He, she or they at the beginning is the last of the person's own people that was named."""
    found = _PRONOUN.match(text)
    if found is None:
        return text
    for fact in reversed(earlier):
        if kin := _KIN_SUBJECT.match(fact.text):
            verb = {"'s": " is", "'re": " are", "'ve": " have"}.get(found["verb"] or "", found["verb"] or "")
            return kin["kin"] + verb + text[found.end() :]
        if has := _HAS_KIN.match(fact.text):
            return f"Your {has['kin']}{found['verb'] or ''}{text[found.end() :]}"
    return text
