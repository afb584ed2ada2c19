"""What a line means that answers nothing: answers to an offer are read by their own grammar, before this."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from shared.contracts.operations import OfferKind
from shared.contracts.understanding import Reading
from shared.models.model import Question
from shared.offline.asked_for import read_forgetting, read_query, read_statement, read_target
from shared.offline.clarifying import clarifying_question, fitting_memories, shaping_memories
from shared.offline.facts.personal import personal_facts
from shared.offline.fixed_answers.read_fixed import read_fixed_answer
from shared.offline.rank_intents import ADD, ASKING, CONVERSATION, CORRECT, FORGET, REMEMBER, WRITING, ranked_intents
from shared.offline.readiness import time_for_a_line
from shared.offline.reading_time import ReadingTime
from shared.offline.split_requests import parts_of
from shared.text.language import language_heard, language_so_far
from shared.text.own_words import Parted, part_words

GATE = 0.35
"""Below, nothing is written: one question is asked. What is written is only held, and asked again before it counts."""


def read_line(question: Question, left: ReadingTime | None = None) -> Reading:
    """The whole reading."""
    left = left or time_for_a_line()
    said = part_words(question.text)
    language = language_heard(said.own, language_so_far(_texts_before(question), question.language))
    reading = _of_line(said, question, language, left)
    parts = parts_of(said.own, partial(_alone, question, language, left))
    return Reading.model_validate({**dict(reading), "parts": parts}) if parts else reading


def _texts_before(question: Question) -> Iterator[str]:
    """What tells the language of the talk, newest first: what was just told; each reply before what it was to."""
    if question.offer is not None and question.offer.kind not in (OfferKind.RETRACT, OfferKind.MERGE):
        yield question.offer.items[-1].own_words or question.offer.items[-1].shown_text
    for exchange in reversed(question.history):
        yield exchange.replied
        yield exchange.said


def _alone(question: Question, language: str, left: ReadingTime, piece: str) -> Reading:
    """A part of a line, as if nothing else had been said."""
    return _of_line(part_words(piece), replace(question, text=piece, offer=None), language, left)


def _of_line(said: Parted, question: Question, language: str, left: ReadingTime) -> Reading:
    """By itself; below the gate nothing is written, and one question is asked."""
    if fixed := read_fixed_answer(said.own, language, in_project=question.project is not None):
        return fixed
    ranked = ranked_intents(said, question, language, left)
    best, others = ranked.intents[0], ranked.intents[1:3]
    fields: dict[str, object] = {
        "intent": best,
        "confidence": ranked.confidence,
        "alternatives": others,
        "language": language,
        "memory_used": fitting_memories(question.near, said.own),
        **_parameters(best, said, question, language, left),
    }
    if ranked.confidence < GATE and best in WRITING:
        fields |= {
            "intent": CONVERSATION,
            "alternatives": (best, others[0]),
            "clarification": clarifying_question((best, *others), question.near, said.own, language),
            "memory_used": shaping_memories(question.near, said.own),
        }
    return Reading.model_validate(fields)


def _parameters(intent: str, said: Parted, question: Question, language: str, left: ReadingTime) -> dict[str, object]:
    """What only this intent fills in."""
    if intent == REMEMBER:
        facts = personal_facts(said, question, language, left)
        return {"personal_facts": facts.kept, "unread_facts": facts.unread}
    if intent == FORGET:
        found = read_forgetting(said.own)
        return {
            "forget_description": found.description,
            "forget_everything": found.everything,
            "never_again": found.never_again,
        }
    if intent == ADD:
        return {"knowledge": read_statement(said.own), **_beside(said, question, language, left)}
    if intent == CORRECT:
        corrected = read_target(said.own, language)
        return {"target": corrected.target, "knowledge": corrected.text}
    return {"query": read_query(said.own)} if intent in ASKING else {}


def _beside(said: Parted, question: Question, language: str, left: ReadingTime) -> dict[str, object]:
    """A project statement that tells something lasting of the person too: it may be worth keeping for all projects."""
    if question.project is None:
        return {}
    facts = personal_facts(said, question, language, left, only_clear=True)
    return {"personal_facts": facts.kept[:1], "secondary_intent": REMEMBER} if facts.kept else {}
