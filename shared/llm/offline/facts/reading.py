"""Reads the facts out of a message: which clauses tell something of the person, and how each would be kept."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from shared.llm.offline.facts.clauses import Clause, clauses_of, without_join
from shared.llm.offline.facts.framing import unframed
from shared.llm.offline.facts.sentences import sentence
from shared.llm.offline.facts.whom import named
from shared.llm.offline.patterns import patterns

Tells = Callable[[str], float]
"""How much a clause tells of the person: from 0 to 1."""
ENOUGH = 0.4
ENOUGH_OF_A_FRAGMENT = 0.35
MAYBE = 0.2
_STOP = re.compile(r"(?<=[^\W\d_]{4})[.!]+ (\w)")
"""Between what was said and what narrows it down: "Divorced. Twice." """


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence to the person, and the words of theirs that it was made from."""

    text: str
    own_words: str


def facts_of(own: str, language: str, tells: Tells) -> list[Fact]:
    """The facts in their order; at least one, however little the message tells."""
    pieces = clauses_of(own)
    alone = len(pieces) == 1  # what there is only one of need not be chosen
    scored = _beside_each_other([(piece, 1.0 if alone else tells(piece.text)) for piece in pieces])
    groups = _grouped(scored) or _best(scored)
    found: list[Fact] = []
    for group in groups:
        before = " ".join(piece.text for piece in pieces[: pieces.index(group[0])])
        fact = _fact(group, language, before)
        if fact and fact.text not in {other.text for other in found}:
            found.append(fact)
    return found


def _beside_each_other(scored: list[tuple[Clause, float]]) -> list[tuple[Clause, float]]:
    """What somebody wants because of a fact, and what goes on about the same people, tells as the fact does."""
    after = list[tuple[Clause, float]]()
    for piece, told_alone in scored:
        score = 0.0 if _EMPTY.match(piece.text) else max(told_alone, ENOUGH * bool(_MARKED.search(piece.text)))
        told = bool(after) and after[-1][1] >= ENOUGH
        more = told and (_WANTED.match(piece.text) or (score >= MAYBE and _GOES_ON.match(piece.text)))
        after.append((piece, max(score, ENOUGH) if more else score))
    return after


_EMPTY = patterns("reading")["empty"]
_MARKED = patterns("reading")["marked"]
"""Said to be kept, and about the person."""
_WANTED = patterns("reading")["wanted"]
_GOES_ON = patterns("reading")["goes_on"]


def _grouped(scored: list[tuple[Clause, float]]) -> list[list[Clause]]:
    """Clauses that tell something, each with the fragments that lean on it.

    A fragment like "every day" that tells something brings the clause before it along.
    """
    groups: list[list[Clause]] = []
    before: Clause | None = None
    leaning = False
    for place, (piece, score) in enumerate(scored):
        if place and _BACK.match(piece.text):  # "it is" is nothing without what it is
            before = scored[place - 1][0]
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


_BACK = patterns("clauses")["back"]


def _best(scored: list[tuple[Clause, float]]) -> list[list[Clause]]:
    return [[max(scored, key=lambda pair: pair[1])[0]]] if scored else []


def _fact(group: list[Clause], language: str, before: str) -> Fact | None:
    own_words = group[0].text + "".join(piece.gap + piece.text for piece in group[1:])
    bare = unframed(without_join(unframed(own_words, language)), language)
    bare = _STOP.sub(lambda found: f", {found[1].lower()}", bare)
    text = sentence(f"{group[0].subject} {bare}".strip(), language)
    if language == "en":
        text = named(text, before)
    return Fact(text, own_words.strip()) if re.search(r"\w", text) else None
