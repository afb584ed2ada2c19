"""Cuts a message into clauses as they stand there, and chooses those that tell something of the person."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from shared.offline.linear import ReadingTime
from shared.offline.reader import word_scores
from shared.text.own_words import split_sentences
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

_CLAUSES = load_patterns("clauses", Path(__file__).with_name("facts.toml"))


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
    for mark in _CLAUSES["ends"].finditer(message):
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
    return (
        _CLAUSES["abbreviation"].search(message[max(0, mark.start() - _AN_ABBREVIATION) : mark.end()].rstrip()) is None
    )


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
            hangs = _CLAUSES["hangs"].match(piece.text) is not None
        end = piece.end
    if end:
        yield Excerpt(message, start, end)


def _begin_anew(before: str, piece: str) -> bool:
    """Both halves say something of the person, each by itself."""
    long = all(len(part.split()) >= _A_CLAUSE for part in (before, piece))
    if is_only_a_thing(piece):
        return False
    return long and has_subject(piece) and has_subject(before) and _CLAUSES["somebody"].match(before) is None


def is_only_a_thing(piece: str) -> bool:
    """Somebody or something of the person's, of which nothing is said: "and our two kids"."""
    return _CLAUSES["whose"].match(piece) is not None and len(piece.split()) <= _A_THING


def has_subject(text: str) -> bool:
    """It begins with the person, or somebody of theirs, who does or is something."""
    return _CLAUSES["own"].match(text) is not None


ENOUGH = 0.4
"""How likely a clause tells something, from which on it is a fact."""

TALK = 0.95
"""How sure the reader of words is that a piece at the edge of a clause is talk."""

MOST_READ = 1_000
"""Characters that are looked at: whoever says more at once tells a story, and is asked about its beginning."""

LONGEST = 250
"""Characters that a fact can have within its quotation marks."""

MOST_SENTENCES = 2
_A_FEW = 5
"""Words of what somebody says behind a fact without saying more of it."""

_AN_ANTECEDENT = 2
"""Longer words before a pronoun that leave something for it to mean."""

_WORD = re.compile(r"\w+(?:['’-]\w+)*")  # noqa: RUF001  # as phones write it
_P = load_patterns("choosing", Path(__file__).with_name("facts.toml"))

Tells = Callable[[str], float]
"""How likely a clause tells something of the person."""


@dataclass(frozen=True, slots=True)
class HeardWord:
    """Where a word of a message begins, and the chance that it tells nothing."""

    start: int
    is_talk: float


def told_in(own: str, tells: Tells, left: ReadingTime) -> list[str]:
    """What tells something, in the person's words, in the order in which they said it."""
    if is_order_for_later(own):
        return []
    own = _P["trail"].sub("", without_order(own)[:MOST_READ])
    words, pieces = heard_words(own, left), pieces_of(own)
    clauses = [_without_talk(_unframed(one), pieces, words) for one in clauses_of(own)]
    if not clauses:
        return []
    scores = list[float]()
    for one in clauses:
        if left.is_spent():
            return [own.strip(EDGES)] if _is_short(own) else []
        scores.append(_score(one, words, tells, alone=len(clauses) == 1))
    chosen = [place for place, score in enumerate(scores) if score >= ENOUGH] or [int(np.argmax(scores))]
    return [_bare(own[start:end]) for start, end in _spans(clauses, chosen)]


def _bare(words: str) -> str:
    """Without the joining word in front, and what trails behind."""
    text = _P["leads"].sub("", words.strip(EDGES))
    return _P["trail"].sub("", text).strip(f"{EDGES}?") or text


def _spans(clauses: Sequence[Excerpt], chosen: Sequence[int]) -> list[tuple[int, int]]:
    """Each by itself; one that leans brings the one before along."""
    told = list[range]()
    for place in chosen:
        one, needs = clauses[place], leans_on_others(clauses[place].text)
        asks = one.text.endswith("?") and len(chosen) > 1
        if asks or (needs and place == 0):
            continue
        first = place - 1 if needs or (place > 0 and _goes_on(clauses, place, chosen)) else place
        before = [told[-1].start] if told and first < told[-1].stop else []
        starts = (*before, first) if needs or not before else before
        first = next((at for at in starts if _is_short(one.message[clauses[at].start : one.end])), place)
        if needs and first == place:
            continue
        if before and first < told[-1].stop:
            left = range(told.pop().start, first)
            told += [left] if set(left) & set(chosen) else []
        told.append(range(first, place + 1))
    return [(clauses[places[0]].start, clauses[places[-1]].end) for places in told]


def _goes_on(clauses: Sequence[Excerpt], place: int, chosen: Sequence[int]) -> bool:
    """Of nobody by itself: it says on what the one before began of the person."""
    begun = place - 1 in chosen or speaks_of_oneself(clauses[place - 1].text)
    return begun and not speaks_of_oneself(clauses[place].text)


def leans_on_others(text: str) -> bool:
    """By itself nobody would know what or whom it is about."""
    found = _P["points"].search(text)
    return found is not None and len(_P["content"].findall(text[: found.start()])) < _AN_ANTECEDENT


def speaks_of_oneself(text: str) -> bool:
    """A word in it is for the person or somebody of theirs."""
    return _P["mine"].search(text) is not None


def _is_short(words: str) -> bool:
    """As much as one fact can be."""
    return len(words) <= LONGEST and len(split_sentences(words)) <= MOST_SENTENCES


def _score(one: Excerpt, words: Sequence[HeardWord], tells: Tells, *, alone: bool) -> float:
    if alone:
        return 1.0
    marked = [1 - word.is_talk for word in words if one.start <= word.start < one.end]
    by_words = float(np.mean(marked)) if marked else 0.0
    if by_words / 2 >= ENOUGH:
        return by_words  # by its words alone it is a fact: nobody else need be asked
    told = tells(one.text)
    return (told + by_words) / 2 if marked else told


def is_order_for_later(text: str) -> bool:
    """An order that hangs on a condition: "when the clock strikes nine, store that I agreed"."""
    begins = _P["condition"].match(text)
    order = _P["frame"].search(text, begins.end()) if begins else None
    return order is not None and order[0].startswith(",")


def without_order(text: str) -> str:
    """A text without the order to remember it in front."""
    found = _P["frame"].match(text)
    return text[found.end() if found else 0 :].strip(EDGES) or text


def _unframed(one: Excerpt) -> Excerpt:
    """Without the order to remember it, where what is left is a clause by itself."""
    text = one.message[one.start : one.end]
    found = _P["frame"].match(text)
    return replace(one, start=one.start + found.end()) if found and text[found.end() :].strip(EDGES) else one


def _without_talk(one: Excerpt, pieces: Sequence[Bit], words: Sequence[HeardWord]) -> Excerpt:
    """Without whole pieces at its edges that surely are talk, and not longer than a fact can be."""
    inside = [piece for piece in pieces if piece.start < one.end and one.start < piece.end]
    while len(inside) > 1 and (_trails(inside[-1], words) or inside[-1].end - one.start > LONGEST):
        inside.pop()
    while len(inside) > 1 and _is_talk(inside[0], words) and not _leads_on(inside[1].text):
        inside.pop(0)
    return replace(one, start=max(one.start, inside[0].start), end=inside[-1].end) if inside else one


def _leads_on(piece: str) -> bool:
    """It is no clause without the piece before it."""
    return _P["hangs"].match(piece) is not None or is_only_a_thing(piece)


def _trails(piece: Bit, words: Sequence[HeardWord]) -> bool:
    """Talk, and short: what is longer may be why, or since when."""
    return len(piece.text.split()) <= _A_FEW and _P["mine"].search(piece.text) is None and _is_talk(piece, words)


def _is_talk(piece: Bit, words: Sequence[HeardWord]) -> bool:
    chances = [word.is_talk for word in words if piece.start <= word.start < piece.end]
    return bool(chances) and float(np.mean(chances)) >= TALK


def heard_words(own: str, left: ReadingTime) -> list[HeardWord]:
    """All of them; none where a word takes back what is told."""
    found = list(_WORD.finditer(own))
    if _P["unsays"].search(own):
        return []
    scores = left.once(word_scores, own)
    words, place = list[HeardWord](), 0
    for word in found:
        while place < len(scores) and scores[place].start < word.start():
            place += 1
        seen = place < len(scores) and scores[place].start < word.end()
        words.append(HeardWord(word.start(), float(np.exp(scores[place].scores[0])) if seen else 0.0))
    return words
