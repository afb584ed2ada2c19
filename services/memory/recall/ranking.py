"""Puts in order what may answer a question, says why, and how likely it is that anything answers it at all.

Two numbers for an entry. Its place adds up everything that speaks for it: words, meaning, what was said around it, who
said it, when. Whether to say anything at all is judged by the best evidence alone, beside what is usual among all
entries for this question, and calibrated: of the questions whose best score is 0.8, four in five have an answer in
memory when half of all questions do. Entries behind the first lie as much below it as their places do.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import takewhile

from services.memory.recall.candidate import Candidate, Measured
from services.memory.recall.question import Aim
from services.memory.recall.weights import load_weights

SAME_TALK = timedelta(hours=6)
"""What lies further apart than this is no neighbour, though nothing was said between."""
_SURE = 50.0
"""Exponents beyond this are a 1 or a 0 anyway."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """All entries of one sort that were looked at: how many, and what is usual among them for this question."""

    entries: int
    meaning: float
    """The mean of their cosines."""
    spread: float = 0.0
    """Their standard deviation."""


@dataclass(frozen=True, slots=True)
class Backdrop:
    """What the question finds in the whole memory: what single entries are held against."""

    facts: Crowd
    talk: Crowd
    rarities: float
    """The sum of the rarities of those of its terms that occur at all."""
    known_terms: int
    """How many of its terms those are."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A candidate in its place."""

    candidate: Candidate
    score: float
    """From 0 to 1, calibrated."""
    why: tuple[tuple[str, float], ...]
    """What it was found by, the greatest share first; the shares add up to the score."""


def rank_candidates(
    question: Aim, candidates: Sequence[Candidate], ground: Backdrop, *, least: float = 0.0, most: int | None = None
) -> list[Placed]:
    """The best of them first, so many and their equals, and none with a lower score; of equals what is newer."""
    if not candidates:
        return []
    full = full_weight(question, ground)
    placed = [_signals(question, one, full) for one in candidates]
    places = [sum(signals.values()) for signals in placed]
    best = max(places)
    evidence = max(_evidence(question, one.entry, ground, full) for one in candidates)
    order = sorted(range(len(places)), key=lambda at: (-places[at], _rest(candidates[at])))
    worst = places[order[most - 1]] if most is not None and most < len(order) else -math.inf
    told = takewhile(lambda at: places[at] >= worst, order)
    found = (_found(candidates[at], placed[at], evidence - (best - places[at])) for at in told)
    return list(takewhile(lambda one: one.score >= least, found))


def full_weight(question: Aim, ground: Backdrop) -> float:
    """What BM25 would give at most to a text that has all of the question's terms."""
    entries = ground.facts.entries + ground.talk.entries
    unknown = math.log(1 + (entries + 0.5) / 0.5)
    rarities = ground.rarities + max(0, len(question.terms) - ground.known_terms) * unknown
    return max(rarities, 1e-9) * (load_weights().terms.saturation + 1)


def _rest(candidate: Candidate) -> tuple[float, int]:
    return -candidate.entry.at.timestamp(), -candidate.entry.number


def _signals(question: Aim, candidate: Candidate, full: float) -> dict[str, float]:
    """All that speaks for a candidate, and what speaks against it."""
    order = load_weights().order
    entry, before, after = candidate.entry, _neighbours(candidate.entry, candidate.before), None
    after = next(iter(_neighbours(entry, candidate.after)), None)
    words, meaning = _own(entry, before[0] if before else None, full)
    own = words + meaning
    around = order.next * (sum(_own(after, entry, full)) if after else order.next_unknown * own)
    if before and before[0].asks:
        around += order.answers * sum(_own(before[0], before[1] if len(before) > 1 else None, full))
    return {
        "words": words,
        "meaning": meaning,
        "around": around,
        "named": order.named * entry.names / max(1, len(question.names)),
        "entities": order.entities * _named_of(question, entry),
        "speaker": _speaker(question, entry),
        "time": _time(question, entry),
        "asks": order.asks if entry.asks else 0.0,
    }


def _own(entry: Measured, before: Measured | None, full: float) -> tuple[float, float]:
    """What its own words and meaning count for."""
    order = load_weights().order
    share = _share(entry, full) + (order.words_before * _share(before, full) if before else 0.0)
    return order.words * share, order.meaning * max(0.0, entry.meaning)


def _share(entry: Measured, full: float) -> float:
    return min(1.0, entry.words / full)


def _named_of(question: Aim, entry: Measured) -> float:
    return min(1.0, entry.entities / max(1, len(question.terms)))


def _neighbours(entry: Measured, others: Sequence[Measured]) -> list[Measured]:
    """Those of the same talk."""
    return [other for other in others if abs(other.at - entry.at) <= SAME_TALK]


def _speaker(question: Aim, entry: Measured) -> float:
    order = load_weights().order
    whose = "companion" if entry.role == "companion" else "person"
    if question.about != whose:
        return 0.0
    return order.speaker if question.surely else order.speaker_unsure


def _time(question: Aim, entry: Measured) -> float:
    order, span = load_weights().order, question.span
    if span is None or entry.at < span.begins:
        return 0.0
    if entry.at < span.ends:
        return order.time
    return order.time_after if entry.at < span.ends + timedelta(days=order.told_within_days) else 0.0


def _evidence(question: Aim, entry: Measured, ground: Backdrop, full: float) -> float:
    """How clearly the entry stands out from what is usual."""
    silence = load_weights().silence
    crowd = ground.facts if entry.role == "assertion" else ground.talk
    usual, spread = _usual(crowd, silence.usual if question.language == "english" else silence.usual_elsewhere)
    meaning = (max(0.0, entry.meaning) - usual - spread) / (1 - usual)
    timely = silence.time if question.span is not None and question.span.holds(entry.at) else 0.0
    words = silence.words * _share(entry, full) + silence.entities * _named_of(question, entry)
    return meaning + words + timely - silence.crowd * math.log(max(1, crowd.entries))


def _usual(crowd: Crowd, supposed: float) -> tuple[float, float]:
    """Their mean and what lies above it by chance; of few it says little, and the best would be held against itself."""
    silence = load_weights().silence
    count, missing = crowd.entries, max(0, silence.few - crowd.entries)
    mean = (count * max(0.0, crowd.meaning) + missing * supposed) / (count + missing)
    spread = math.sqrt((count * crowd.spread**2 + missing * silence.usual_spread**2) / (count + missing))
    return min(mean, 0.9), silence.spread * spread


def _found(candidate: Candidate, signals: dict[str, float], evidence: float) -> Placed:
    silence = load_weights().silence
    chances = math.exp(min(_SURE, max(-_SURE, silence.slope * evidence + silence.offset)))
    score = round(chances / (1 + chances), 4)
    helping = {name: value for name, value in signals.items() if value > 0}
    total = sum(helping.values())
    shares = ((name, round(score * value / total, 4)) for name, value in helping.items())
    return Placed(candidate, score, tuple(sorted((s for s in shares if s[1] > 0), key=lambda share: -share[1])))
