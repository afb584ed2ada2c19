"""Reads the facts out of a message: which clauses tell something of the person, and how each would be kept."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from shared.offline.facts.clauses import Clause, clauses_of, without_join
from shared.offline.facts.forms import plain
from shared.offline.facts.framing import unframed
from shared.offline.facts.passing import passes
from shared.offline.facts.sentences import sentence
from shared.offline.facts.whom import named, together
from shared.offline.patterns import patterns

Tells = Callable[[str], float]
"""How much a clause tells of the person: from 0 to 1."""
ENOUGH = 0.4
ENOUGH_OF_A_FRAGMENT = 0.35
MAYBE = 0.2
_SO = re.compile(r"(?i)(?:so|hence|therefore) ")
"""Because of what was said before, which is a fact then."""
_NEAR = 2
"""Clauses back to the fact because of which something is wanted."""
_STOP = re.compile(r"(?<=[^\W\d_]{4})(?<!\bProf)[.!]+ (\w)")
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
    scored = _beside_each_other([(piece, 1.0 if alone else tells(piece.text)) for piece in pieces], language)
    groups = _grouped(scored) or _best(scored)
    found: list[Fact] = []
    for group in groups:
        before = " ".join(piece.text for piece in pieces[: pieces.index(group[0])])
        fact = _fact(group, language, before)
        if fact and fact.text not in {other.text for other in found}:
            found.append(fact)
    return found


def _beside_each_other(scored: list[tuple[Clause, float]], language: str) -> list[tuple[Clause, float]]:
    """What somebody wants because of a fact, and what goes on about the same people, tells as the fact does."""
    after = list[tuple[Clause, float]]()
    for place, (piece, told_alone) in enumerate(scored):
        sure = _MARKED.search(piece.text) or _LASTS.match(piece.text) or _lasts(piece.text, language)
        score = 0.0 if tells_nothing(piece.text) else max(told_alone, ENOUGH if sure else 0.0)
        told = bool(after) and after[-1][1] >= ENOUGH
        wanted = _WANTED.match(piece.text) is not None
        if wanted and after and after[-1][1] < ENOUGH and _SO.match(piece.text) and _is_own(after[-1][0]):
            after[-1] = (after[-1][0], ENOUGH)
        wanted = wanted and any(before >= ENOUGH for _, before in after[-_NEAR:])
        follows = _OF_THEM.match(piece.text) or (score >= MAYBE and _GOES_ON.match(piece.text))
        more = wanted or (told and follows)
        beside = _beside(scored, after, place) and _is_own(piece)
        after.append((piece, max(score, ENOUGH) if more or beside else score))
    return after


def _lasts(text: str, language: str) -> bool:
    """By its words, in German and Spanish; nothing that speaks to the companion, and nothing of now."""
    if language not in _BY_WORDS or any(_LASTING[sign].search(text) for sign in ("else", f"of_now_{language}")):
        return False
    bare = unframed(without_join(text), language)
    if _POINTS.search(bare):
        return False
    told = plain(bare, language)
    return _LASTING[f"lasts_{language}"].search(told) is not None or (told != bare and told.endswith(bare))


_POINTS = re.compile(r"(?i)\b(?:so|das|es|eso|esto|así)\W*$")
"""To something that was said: "gefällt mir gut so"."""
_BY_WORDS = frozenset({"de", "es"})
_LASTING = patterns("lasting")


def tells_nothing(text: str) -> bool:
    """It has nothing in it, or nothing that lasts."""
    return EMPTY.match(text) is not None or passes(text)


def _beside(scored: list[tuple[Clause, float]], after: list[tuple[Clause, float]], place: int) -> bool:
    """In one sentence with something that tells."""
    before = bool(after) and scored[place][0].gap != "" and after[-1][1] >= ENOUGH
    return before or any(piece.gap != "" and score >= ENOUGH for piece, score in scored[place + 1 : place + 2])


def _is_own(piece: Clause) -> bool:
    """Says something of the person, and is neither asked nor merely said to keep the talk going."""
    if passes(piece.text) or TALK.search(piece.text):
        return False
    return piece.subject == "i" or (_FIGURE if piece.fragment else _OWN).search(piece.text) is not None


_OWN = patterns("reading")["own"]
_FIGURE = patterns("reading")["figure"]
TALK = patterns("reading")["talk"]
EMPTY = patterns("reading")["empty"]
_MARKED = patterns("reading")["marked"]
"""Said to be kept, and about the person."""
_LASTS = patterns("lasting")["lasts_en"]
_WANTED = patterns("reading")["wanted"]
_GOES_ON, _OF_THEM = patterns("reading")["goes_on"], patterns("reading")["of_them"]


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
            maybe = score >= MAYBE and not (piece.fragment and leaning)
            before = piece if maybe or _leads(piece, scored[place + 1 : place + 2]) else None
            leaning = leaning and piece.fragment and score >= MAYBE
            continue
        if leaning and (piece.fragment or _LEANS.match(piece.text) or _DANGLES.match(piece.text)):
            groups[-1].append(piece)
        elif place and _DANGLES.match(piece.text) and TALK.search(scored[place - 1][0].text) is None:
            groups.append([scored[place - 1][0], piece])
        elif piece.fragment and before is not None and piece.gap:
            groups.append([before, piece])
        else:
            groups.append([piece])
        leaning, before = True, None
    return groups


def _leads(piece: Clause, after: list[tuple[Clause, float]]) -> bool:
    """Says whose it is, which what tells after it leaves open: "we moved, from Ghent to Bruges"."""
    if piece.fragment or not after or after[0][0].gap.strip() != "," or _MINE.search(after[0][0].text):
        return False
    return TALK.search(piece.text) is None and _MINE.search(piece.text) is not None


_MINE = patterns("reading")["mine"]
_LEANS, _DANGLES = patterns("reading")["leans"], patterns("reading")["dangles"]
_BACK = patterns("clauses")["back"]


def _best(scored: list[tuple[Clause, float]]) -> list[list[Clause]]:
    return [[max(scored, key=lambda pair: pair[1])[0]]] if scored else []


def _fact(group: list[Clause], language: str, before: str) -> Fact | None:
    own_words = group[0].text + "".join((piece.gap or " ") + piece.text for piece in group[1:])
    bare = unframed(without_join(unframed(own_words, language)), language)
    bare = _STOP.sub(lambda found: f", {found[1].lower()}", bare)
    bare = _closed(bare)
    if language != "en":
        text = sentence(f"{group[0].subject} {bare}".strip(), language)
    else:
        text = named(sentence(together(f"{group[0].subject} {bare}".strip(), before), language), before)
    return Fact(text, own_words.strip()) if re.search(r"\w", text) else None


def _closed(text: str) -> str:
    """With the bracket that a cut took off: "new knee (left"."""
    if text.count("(") <= text.count(")"):
        return text
    opened, inside = text.rsplit("(", 1)
    within, comma, rest = inside.partition(",")
    return f"{opened}({within}){comma}{rest}"
