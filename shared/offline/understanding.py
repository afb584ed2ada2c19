"""What a person meant: an answer to the standing offer first, then what the line says by itself."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from shared.embedding.embedder import Vector
from shared.llm.model import Question
from shared.offline.asked import (
    asks_of_themself,
    correction,
    forgets_all,
    forgetting,
    query,
    statement,
)
from shared.offline.clarifying import clarification, fitting, shaping
from shared.offline.facts.around import substance
from shared.offline.facts.personal import personal_facts
from shared.offline.facts.sentences import finished
from shared.offline.features import Setting, features_of
from shared.offline.fixed_answers.reading import read_fixed_answer
from shared.offline.lasting import Lasts, is_of_today, lasts
from shared.offline.linear import LINE, linear
from shared.offline.nonsense import is_nonsense
from shared.offline.parting import parts_of
from shared.offline.patterns import patterns
from shared.offline.reader import line_input
from shared.offline.telling import (
    as_an_order,
    asks_for_all,
    asks_for_all_here,
    orders_to_keep,
    wants_of_answers,
)
from shared.operations import OfferKind
from shared.text.delete_orders import removals
from shared.text.language import language_heard, language_so_far
from shared.text.own_words import Parted, parted
from shared.text.patterns import APOSTROPHE
from shared.turns import PastCorrection
from shared.understanding import Reading

REMEMBER, FORGET = "remember_about_me", "forget_about_me"
ADD, CORRECT = "add_knowledge", "correct_knowledge"
CONVERSATION = "general_conversation"
PAST = "ask_about_past_input"
SUMMARY = "summarize_engagement"
WRITING = frozenset({REMEMBER, FORGET, ADD, CORRECT})
ASKING = frozenset({"ask_question", PAST, SUMMARY, "help"})
GATE = 0.35
"""Below, nothing is written: one question is asked. What is written is only held, and asked again before it counts."""
TOOL = 0.8
"""That it is one of the two is nearly sure, and both are asked about."""
ENOUGH = 0.45
"""Sure enough to ask whether it is to be kept."""
_UNSURE = 0.6
_TALK = frozenset({CONVERSATION, "ask_question", "help"})
_CORRECTED = 4.0
"""How much likelier the reading becomes that the person once gave to similar words."""
_SIMILAR = 0.5


@dataclass(frozen=True, slots=True)
class Ranked:
    """The intents, the likeliest first, and how sure the first is."""

    intents: tuple[str, ...]
    confidence: float


def read(question: Question) -> Reading:
    """The whole reading of a line that answers nothing: answers are read by their own grammar, before this."""
    said = as_an_order(parted(question.text))
    language = language_heard(said.own, language_so_far(_texts_before(question), question.language))
    reading = _of_line(said, question, language)
    parts = parts_of(said.own, partial(_alone, question, language))
    return Reading.model_validate({**dict(reading), "parts": parts}) if parts else reading


def _texts_before(question: Question) -> Iterator[str]:
    """What tells the language of the talk, newest first: what was just told; each reply before what it was to."""
    if question.offer is not None and question.offer.kind not in (OfferKind.RETRACT, OfferKind.MERGE):
        yield question.offer.items[-1].own_words or question.offer.items[-1].shown_text
    for exchange in reversed(question.history):
        yield exchange.replied
        yield exchange.said


def _alone(question: Question, language: str, piece: str) -> Reading:
    """A part of a line, as if nothing else had been said."""
    return _of_line(as_an_order(parted(piece)), replace(question, text=piece, offer=None), language)


def _of_line(said: Parted, question: Question, language: str) -> Reading:
    if fixed := read_fixed_answer(said.own, language, in_project=question.project is not None):
        return fixed
    if is_nonsense(said.own):
        return Reading(intent=CONVERSATION, confidence=TOOL, alternatives=("help",), language=language)
    last = question.history[-1].intent if question.history else None
    setting = Setting(question.project is not None, question.offer is not None, last or "")
    ranked = ranked_intents(said, setting, language, _boosts(said.own, question.corrections))
    ordered = question.project is None and orders_to_keep(said.own)
    ordered |= wants_of_answers(_behind_talk(said.own, language))
    if ordered or _introduces(said, question, language):
        ranked = _first(REMEMBER, ranked)
    elif is_of_today(said.told):
        unread = ranked.intents[0] == REMEMBER or ranked.confidence < GATE
        ranked = _first(CONVERSATION, ranked) if unread else ranked
    else:
        ranked = _as_it_lasts(ranked, said, language, in_project=question.project is not None)
    if _ORDERING["forgets"].match(said.own) or forgets_all(said.own):
        ranked = _first(FORGET, ranked)
    if asks_of_themself(said.own, surely=question.project is not None):
        ranked = _first("ask_question", ranked)
    if asks_for_all(said.own):
        here = question.project is not None and asks_for_all_here(said.own)
        ranked = _first(SUMMARY if here else PAST, ranked)
    best, others = ranked.intents[0], ranked.intents[1:3]
    if question.project is not None and best in {REMEMBER, ADD} and (tool := _TOOL.match(said.own)):
        return _of_a_tool(said, question, language, ranked, tool)
    fields: dict[str, object] = {"memory_used": fitting(question.near, said.own), "language": language}
    fields |= _parameters(best, said, question, language)
    if ranked.confidence < GATE and best in WRITING:
        fields["clarification"] = clarification((best, *others), question.near, said.own, language)
        fields["memory_used"] = shaping(question.near, said.own)
        return Reading.model_validate(
            {**fields, "intent": CONVERSATION, "confidence": ranked.confidence, "alternatives": (best, others[0])}
        )
    return Reading.model_validate({**fields, "intent": best, "confidence": ranked.confidence, "alternatives": others})


def _introduces(said: Parted, question: Question, language: str) -> bool:
    """They say what they are called or speak, however much it sounds like mere talk."""
    texts = (said.own, substance(said.own, language))
    if question.project is None and any(
        _INTRODUCING[sign].match(text) for sign in ("speaks", "called") for text in texts
    ):
        return True
    if not any(_INTRODUCING["says"].match(text) for text in texts):
        return False
    facts = personal_facts(said, question.text, language, in_project=question.project is not None).kept
    return any(_INTRODUCING["named"].match(fact.text) for fact in facts)


def _behind_talk(own: str, language: str) -> str:
    """Without the talk in front; as it is, where something would go behind it too: a "please" tells much."""
    bare = substance(own, language)
    return bare if own.replace(APOSTROPHE, "'").endswith(bare) else own


def _as_it_lasts(ranked: Ranked, said: Parted, language: str, *, in_project: bool) -> Ranked:
    """A plain statement about oneself is told, where nothing is heard in it that would be done; no order to forget."""
    if (told := lasts(said.told, language)) is Lasts.NO:
        return ranked
    if ranked.intents[0] == FORGET:
        likely = told is Lasts.SURELY or REMEMBER in ranked.intents[:4]
        unfounded = ranked.confidence < GATE and likely and not removals(said.own)
        return _first(REMEMBER, ranked, ENOUGH) if unfounded else ranked
    best, unsure = ranked.intents[0], ranked.confidence < _UNSURE
    of_the_project = best in {ADD, CORRECT}
    lost = ranked.confidence < GATE and not (of_the_project and in_project) and REMEMBER in ranked.intents[:5]
    lost |= of_the_project and not in_project and ranked.intents[1] == REMEMBER
    if told is Lasts.SURELY and (best in _TALK or lost or (best == REMEMBER and unsure)):
        return _first(REMEMBER, ranked)
    almost = best == REMEMBER or (unsure and best in _TALK and ranked.intents[1] == REMEMBER)
    if told is Lasts.MAYBE and (almost or lost):
        return _first(REMEMBER, ranked, ENOUGH)
    return ranked


def _first(intent: str, ranked: Ranked, at_least: float = TOOL) -> Ranked:
    """The same, with what a line surely is as the likeliest."""
    others = tuple(one for one in ranked.intents if one != intent)
    return Ranked((intent, *others), max(ranked.confidence, at_least))


def _of_a_tool(said: Parted, question: Question, language: str, ranked: Ranked, tool: re.Match[str]) -> Reading:
    """My oven, said in a cooking project: it is noted there, and may be worth keeping for all projects."""
    facts = personal_facts(said, question.text, language, in_project=True)
    article = {"de": "", "es": ""}.get(language, "The ")
    return Reading(
        intent=ADD,
        confidence=max(ranked.confidence, TOOL),
        alternatives=(REMEMBER,),
        knowledge=finished(f"{article}{tool['thing']} {tool['rest']}"),
        personal_facts=facts.kept[:1],
        secondary_intent=REMEMBER,
        language=language,
        memory_used=fitting(question.near, said.own),
    )


_INTRODUCING = patterns("introducing")
_ORDERING = patterns("ordering")
_TOOL = patterns("tools")["mine"]


def ranked_intents(said: Parted, setting: Setting, language: str, boosts: dict[str, float]) -> Ranked:
    """All intents by their chances."""
    model = linear(LINE)
    given = line_input(said, in_project=setting.in_project)
    chances = _boosted(model.labels, model.probabilities(features_of(said, setting), given, language), boosts)
    order = np.argsort(-chances)
    return Ranked(tuple(model.labels[place] for place in order), model.confidence(float(chances[order[0]])))


def _boosted(labels: Sequence[str], chances: Vector, boosts: dict[str, float]) -> Vector:
    weighed = chances * np.array([boosts.get(label, 1.0) for label in labels], np.float32)
    return np.asarray(weighed / weighed.sum(), np.float32)


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


def _parameters(intent: str, said: Parted, question: Question, language: str) -> dict[str, object]:
    """What only this intent fills in."""
    if intent == REMEMBER:
        facts = personal_facts(said, question.text, language, in_project=question.project is not None)
        return {"personal_facts": facts.kept, "unread_facts": facts.unread}
    if intent == FORGET:
        found = forgetting(said.own, language)
        return {
            "forget_description": found.description,
            "forget_everything": found.everything,
            "never_again": found.never_again,
        }
    if intent == ADD:
        return {"knowledge": statement(said.own, language), **_beside(said, question, language)}
    if intent == CORRECT:
        corrected = correction(said.own, language)
        return {"target": corrected.target, "knowledge": corrected.text}
    return {"query": query(said.own)} if intent in ASKING else {}


def _beside(said: Parted, question: Question, language: str) -> dict[str, object]:
    """A project statement that tells something lasting of the person too: it may be worth keeping for all projects."""
    if question.project is None:
        return {}
    facts = personal_facts(said, question.text, language, in_project=True, only_clear=True)
    return {"personal_facts": facts.kept[:1], "secondary_intent": REMEMBER} if facts.kept else {}
