"""A narrative made of the person's own sentences: those nearest to what all of them are about, quoted, with days."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from services.reflector.spoken_turns import OF_THE_HOUSE, SpokenTurn
from shared.contracts.turns import NOT_KEPT
from shared.contracts.work import ExtractedWork
from shared.embedding.embedder import vector_of
from shared.wording.days import day_told
from shared.wording.phrases import Manner, load_wording

MOST_SENTENCES = 4
MOST_CANDIDATES = 240
"""Of a longer talk, the last."""
FEWEST_WORDS = 5
LONGEST = 260
"""Characters: four of them, with their days, stay under what a narrative may have."""
NAMED_MORE, TOLD_MORE = 0.6, 0.25
"""What a sentence gains from which something was read; and one of a turn in which something was kept."""
LIKE_ANOTHER = 0.5
"""How much nearness to a sentence that was chosen already counts against one."""


@dataclass(frozen=True, slots=True)
class QuotedSentence:
    """A sentence that may be quoted."""

    spoken: SpokenTurn
    text: str
    weight: float


def pick_narrative(work: ExtractedWork, turns: Sequence[SpokenTurn], language: str) -> str:
    """At most four sentences in the order in which they were said; empty where the person said none."""
    chosen = choose_sentences(candidates_of(work, turns))
    manner = Manner(language, work.time_zone, work.ended_at)
    quoted = load_wording(language).quoted
    days: dict[str, list[str]] = {}
    for one in chosen:
        days.setdefault(day_told(one.spoken.turn.at, manner), []).append(quoted.format(text=one.text))
    return "\n".join(f"{day}: {' '.join(texts)}" for day, texts in days.items())


def candidates_of(work: ExtractedWork, turns: Sequence[SpokenTurn]) -> list[QuotedSentence]:
    """Statements of some length, those not about the companion itself."""
    quotes = {entity.quote for entity in work.entities}
    found = [
        QuotedSentence(spoken, text, _weigh_more(spoken, is_named=text in quotes))
        for spoken in turns
        if spoken.turn.intent not in OF_THE_HOUSE
        for text in spoken.sentences
        if len(text.split()) >= FEWEST_WORDS
        and len(text) <= LONGEST
        and not text.endswith("?")
        and NOT_KEPT not in text
    ]
    return list({one.text: one for one in found}.values())[-MOST_CANDIDATES:] or _anything(turns)


def _weigh_more(spoken: SpokenTurn, *, is_named: bool) -> float:
    if is_named:
        return NAMED_MORE
    return TOLD_MORE if spoken.turn.facts or spoken.turn.noted else 0.0


def _anything(turns: Sequence[SpokenTurn]) -> list[QuotedSentence]:
    """Where nothing of some length was stated: whatever short thing was said."""
    return [
        QuotedSentence(spoken, text, 0.0)
        for spoken in turns
        for text in spoken.sentences
        if len(text) <= LONGEST and NOT_KEPT not in text
    ]


def choose_sentences(candidates: Sequence[QuotedSentence]) -> list[QuotedSentence]:
    """Those nearest to the middle of all, each unlike those chosen before it."""
    if not candidates:
        return []
    vectors = np.stack([vector_of(one.text) for one in candidates])
    centre = vectors.mean(axis=0)
    worth = vectors @ (centre / np.linalg.norm(centre)) + np.array([one.weight for one in candidates])
    chosen: list[int] = []
    for _ in range(min(MOST_SENTENCES, len(candidates))):
        again = vectors @ vectors[chosen].T if chosen else np.zeros((len(candidates), 1))
        left = worth - LIKE_ANOTHER * again.max(axis=1)
        left[chosen] = -np.inf
        chosen.append(int(left.argmax()))
    return [candidates[place] for place in sorted(chosen)]
