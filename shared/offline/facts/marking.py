"""Takes off a message what surely is only talk, as the trained reader sees it: "so, [I moved], what a day".

Of what stands around a fact only whole pieces go, from one mark or joining word to the next; of what announces it
("should mention [I'm tall]") the words up to where it begins. Where the reader is not sure a word stays, and the rules
that read the facts see it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np

from shared.offline.facts.faithful import orders
from shared.offline.patterns import patterns
from shared.offline.reader import word_scores

SURELY, LIKELY = 0.95, 0.8
"""From these chances on, for all its words together, a piece is talk."""
TELLS = 0.6
"""Something has to tell as surely, or nothing is taken off."""
MOST = 0.7
"""Where so much of a message surely is talk, what it tells stands within a story."""
ANNOUNCES, BEGINS = 0.9, 0.6
"""So sure each word in front is talk, and the next one the beginning of what is told."""
_FEW = 3
"""Words: what is as short has no talk around it."""
_WORD = re.compile(r"\w+(?:['’-]\w+)*")  # noqa: RUF001
_ENDS = re.compile(
    r"[,;:.!?…)](?=\s|$)|\s[–—-]\s|\n|\s\(|[🀀-🫿☀-➿️]"  # noqa: RUF001
    r"|\s(?=(?:and|but|so|because|cos|und|aber|also|weil|denn|sonst|y|pero|así que|asi que|porque|pues)\s)",
    re.IGNORECASE,
)
_EDGES = " \t\n,;:.!?–—…)(-"  # noqa: RUF001
_ANNOUNCES = patterns("marking")["announces"]
"""The person says that they say it. What else may stand in front can make it somebody else's words, or a mere idea."""
_HANGS = re.compile(
    r"(?i)\W*(?:dass|daß|that|que)\b|\W*(?:(?:and|but|und|y|pero) )?(?:he|she|they|er|sie|él|ella|ellos|ellas)\b"
)
"""Is nothing without the piece before: what is to be thought of it, or whom it means."""
_BOTH_HALVES = re.compile(r"(?i)\b(?:and that (?:i|i'm|i've|my|we)|y que)\b")
"""Of what was announced as "that" the other half is told so as well."""
_UNSAYS = patterns("marking")["unsays"]
"""Whoever jokes, dreams, wishes, denies or repeats what others say: without those words it would be a fact."""
_JOINS = re.compile(r"(?i)^(?:and|but|so|also|und|aber|y|pero)[ ,]+")


@dataclass(frozen=True, slots=True)
class MarkedWord:
    """A word of a message, and the chances that it tells nothing, and that something told begins with it."""

    start: int
    end: int
    is_talk: float
    begins: float = 0.0


@dataclass(frozen=True, slots=True)
class TalkOrTold:
    """A piece of a message, how many words it has, and the chance that it is only talk."""

    text: str
    words: int
    is_talk: float


def marked_words(own: str) -> list[MarkedWord]:
    """All of them; none where there are too few for any talk, or where it may take back what is told.

    What the reader did not reach tells something.
    """
    found = list(_WORD.finditer(own))
    if len(found) <= _FEW or _UNSAYS.search(own):
        return []
    pieces = iter(word_scores(own))
    piece = next(pieces, None)
    words: list[MarkedWord] = []
    for word in found:
        while piece is not None and piece.start < word.start():
            piece = next(pieces, None)
        seen = piece is not None and piece.start < word.end()
        out, begin = np.exp(piece.scores[:2]) if piece is not None and seen else (0.0, 0.0)
        words.append(MarkedWord(word.start(), word.end(), float(out), float(begin)))
    return words


def unannounced(own: str, words: Sequence[MarkedWord]) -> tuple[str, list[MarkedWord]]:
    """From where it begins to tell, if what is in front only announces that; else all of it."""
    whole = own, list(words)
    place = next((place for place, word in enumerate(words) if word.is_talk < ANNOUNCES), 0)
    if place == 0 or words[place].begins < BEGINS:
        return whole
    start = words[place].start
    head, rest = own[:start].rstrip(), own[start:]
    if "?" in own or _ANNOUNCES.match(head) is None or _BOTH_HALVES.search(rest):
        return whole
    return rest, [replace(word, start=word.start - start, end=word.end - start) for word in words[place:]]


def pieces_of(own: str, words: Sequence[MarkedWord]) -> list[TalkOrTold]:
    """The pieces of a message; none where nothing is surely told."""
    found: list[TalkOrTold] = []
    start = 0
    for end in [*(found.end() for found in _ENDS.finditer(own)), len(own)]:
        if chances := [word.is_talk for word in words if start <= word.start < end]:
            found.append(TalkOrTold(own[start:end], len(chances), float(np.mean(chances))))
            start = end
    return found if any(one.is_talk <= 1 - TELLS for one in found) else []


def tells_a_story(pieces: Sequence[TalkOrTold]) -> bool:
    """Nearly all of it is talk."""
    talk = sum(one.words for one in pieces if one.is_talk >= SURELY)
    return talk > 0 and talk >= MOST * sum(one.words for one in pieces)


def without_talk(pieces: Sequence[TalkOrTold], enough: float, language: str) -> str:
    """What is left, each run of it a sentence of its own where something was taken off; an order is no talk."""
    kept = [""]
    for one, behind in zip_longest(pieces, pieces[1:]):
        if one.is_talk < enough or _says_of_what_follows(one, behind) or orders(_bare(one.text), (), language):
            kept[-1] += one.text
        else:
            kept.append("")
    return kept[0] if len(kept) == 1 else ". ".join(bare for run in kept if (bare := _bare(run)))


def _says_of_what_follows(piece: TalkOrTold, behind: TalkOrTold | None) -> bool:
    """Whose words come, or what is to be thought of them: "her message: …", "it is not true that …"."""
    if piece.text.rstrip().endswith(":"):
        return True
    return behind is not None and _HANGS.match(behind.text) is not None


def _bare(text: str) -> str:
    """Without the marks around it, and the word that joined it to what was before."""
    return _JOINS.sub("", text.strip(_EDGES))
