"""Which of thirteen intents a line has: what the trained readers say, and what no reader may overrule."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from shared.contracts.turns import PastCorrection
from shared.embedding.embedder import vector_of
from shared.models.model import Question
from shared.offline.asked_for import forgets_all
from shared.offline.engine_patterns import engine_patterns
from shared.offline.facts.choosing import heard_words
from shared.offline.features import Setting, features_of
from shared.offline.forget_orders import orders_forgetting
from shared.offline.linear import LINE, load_linear
from shared.offline.nonsense import is_nonsense
from shared.offline.reader import line_input
from shared.offline.reading_time import ReadingTime
from shared.text.asked_for_all import asks_for_all, asks_for_all_here
from shared.text.not_written import is_not_to_be_written
from shared.text.own_words import Parted

REMEMBER, FORGET = "remember_about_me", "forget_about_me"
ADD, CORRECT = "add_knowledge", "correct_knowledge"
CONVERSATION, SCHEDULE = "general_conversation", "schedule_task"
WRITING = frozenset({REMEMBER, FORGET, ADD, CORRECT})
ASKING = frozenset({"ask_question", "ask_about_past_input", "summarize_engagement", "help"})
ORDERED = 0.8
"""Of what is ordered in so many words."""
LIKELY, HALF = 0.5, 0.5
FEW = 3
"""Words that are too few to tell talk from more."""
_CORRECTED = 4.0
"""How much likelier the reading becomes that the person once gave to similar words."""
_SIMILAR = 0.5
_P = engine_patterns("ordering")


@dataclass(frozen=True, slots=True)
class Ranked:
    """The intents, the likeliest first, and how sure the first is."""

    intents: tuple[str, ...]
    confidence: float


def ranked_intents(said: Parted, question: Question, language: str, left: ReadingTime) -> Ranked:
    """All intents by their chances; an order to forget is one, and so is one to remember outside of a project."""
    ranked = _by_chance(said, question, language, left)
    if (
        is_not_to_be_written(said.own)
        or orders_forgetting(said.own, in_project=question.project is not None)
        or forgets_all(said.own)
    ):
        return _first(FORGET, ranked)
    if question.project is None and (_P["keeps"].match(said.own) or _P["introduces"].fullmatch(said.own)):
        return _first(REMEMBER, ranked)
    if question.project is None and ranked.intents[0] == CORRECT:
        ranked = _first(REMEMBER, ranked, 0.0)  # outside of a project it can only change what is told of the person
    if asks_for_all(said.own):
        here = question.project is not None and asks_for_all_here(said.own)
        return _first("summarize_engagement" if here else "ask_about_past_input", ranked)
    if is_nonsense(said.own):
        return _first(CONVERSATION, ranked)
    if question.project is not None and set(ranked.intents[:2]) <= {ADD, CORRECT, REMEMBER}:
        return _first(ranked.intents[0], ranked, LIKELY)  # surely one of the two, and both are asked about
    return _first(REMEMBER, ranked, LIKELY) if _tells_something(said, ranked, left) else ranked


def _tells_something(said: Parted, ranked: Ranked, left: ReadingTime) -> bool:
    """Likely told, or taken for talk; and the reader of words finds that half of them tell something."""
    likely = ranked.intents[0] == REMEMBER and ranked.confidence < LIKELY
    unsure = ranked.intents[0] == SCHEDULE and ranked.confidence < LIKELY
    talk = (ranked.intents[0] == CONVERSATION or unsure) and REMEMBER in ranked.intents[1:3]
    if not (likely or talk) or left.is_spent():
        return False
    words = heard_words(said.told, left)
    return len(words) > (FEW if talk else 0) and float(np.mean([word.is_talk for word in words])) <= HALF


def _by_chance(said: Parted, question: Question, language: str, left: ReadingTime) -> Ranked:
    last = question.history[-1].intent if question.history else None
    in_project = question.project is not None
    features = features_of(
        said, Setting(in_project, question.offer is not None, last or ""), partial(left.once, vector_of)
    )
    model = load_linear(LINE)
    chances = model.probabilities(features, line_input(said, in_project=in_project), language, left)
    boosts = _boosts(said.own, question.corrections)
    weighed = chances * np.array([boosts.get(label, 1.0) for label in model.labels], np.float32)
    chances = np.asarray(weighed / weighed.sum(), np.float32)
    order = np.argsort(-chances)
    return Ranked(tuple(model.labels[place] for place in order), model.confidence(float(chances[order[0]])))


def _first(intent: str, ranked: Ranked, at_least: float = ORDERED) -> Ranked:
    others = tuple(one for one in ranked.intents if one != intent)
    return Ranked((intent, *others), max(ranked.confidence, at_least))


def _boosts(own: str, corrections: Sequence[PastCorrection]) -> dict[str, float]:
    """What the person once set right counts for words like those."""
    words = set(own.lower().split())
    boosts: dict[str, float] = {}
    for past in corrections:
        then = set(past.said.lower().split())
        was_misread = past.corrected != past.original
        if was_misread and then and len(words & then) / len(words | then) >= _SIMILAR:
            boosts[past.corrected] = _CORRECTED
            boosts[past.original] = 1 / _CORRECTED
    return boosts
