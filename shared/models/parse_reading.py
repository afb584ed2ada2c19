"""From what a model answered to a reading. Nothing in the answer is believed: it is read field by field.

What cannot be used is left out, what is too much is cut, and what names something else (a memory, a place in an offer,
an intent) counts only when that was in the question.
"""

import re
from uuid import UUID

from pydantic import JsonValue

from shared.contracts.assertions import About, Category
from shared.contracts.message import MAX_LINE
from shared.contracts.understanding import (
    HELPFUL,
    MOST_FACTS,
    MOST_PARTS,
    Continuation,
    Influence,
    MemoryUse,
    Part,
    PersonalFact,
    Reading,
)
from shared.models.answer_fields import LONGEST_ANSWER, find_objects, read_list, read_one_of, read_phrase, read_share
from shared.models.build_question import ids_by_mark
from shared.models.model import Question
from shared.models.wire import CallFailedError, Json, Why
from shared.text.quotation import quote_words
from shared.text.visible_text import clean_text, visible_text

LONGEST_FACT = 280
MOST_UNREAD = 5
MOST_REPLACED = 5
MOST_CANDIDATES = 20
MOST_ALTERNATIVES = 2
IMPORTANCES = range(1, 6)
MIDDLING = 3
OTHERWISE = "general_conversation"
_LANGUAGE = re.compile(r"[a-z]{2}\Z")


def reading_of(answer: str, question: Question) -> Reading:
    """The reading in an answer; fails when there is none in it."""
    fields = _object_in(answer)
    intent = fields.get("intent")
    if not isinstance(intent, str):
        raise CallFailedError(Why.UNUSABLE)
    known = {card.name for card in question.cards}
    facts = _facts(fields, question)
    return Reading(
        intent=intent if intent in known else OTHERWISE,
        confidence=read_share(fields.get("confidence")) if intent in known else 0.0,
        alternatives=_alternatives(fields, known - {intent}),
        personal_facts=facts[:MOST_FACTS],
        unread_facts=_unread(fields, facts[MOST_FACTS:], question.text),
        forget_description=read_phrase(fields, "forget_description"),
        forget_everything=fields.get("forget_everything") is True,
        never_again=fields.get("never_again") is True,
        knowledge=read_phrase(fields, "knowledge", MAX_LINE),
        target=read_phrase(fields, "target"),
        query=read_phrase(fields, "query"),
        continuation=_continuation(fields, question),
        selection=_selection(fields, question),
        language=_language(fields, question),
        secondary_intent=read_one_of(fields.get("secondary_intent"), known - {intent}),
        memory_used=_memories(fields, question),
        clarification=read_phrase(fields, "clarification"),
        own_life_in_danger=fields.get("own_life_in_danger") is True,
        parts=_parts(fields, question, known),
    )


def _object_in(answer: str) -> Json:
    """The JSON object of an answer, also in a code fence, after thinking, or with prose around it."""
    if len(answer) > LONGEST_ANSWER:
        raise CallFailedError(Why.UNUSABLE)
    for found in find_objects(answer):
        if "intent" in found:
            return found
    raise CallFailedError(Why.UNUSABLE)


def _facts(fields: Json, question: Question) -> list[PersonalFact]:
    read = (_fact(entry, question) for entry in read_list(fields.get("personal_facts"))[:MOST_CANDIDATES])
    return [fact for fact in read if fact is not None]


def _fact(entry: JsonValue, question: Question) -> PersonalFact | None:
    if not isinstance(entry, dict):
        return None
    text = read_phrase(entry, "text", LONGEST_FACT) if "text" in entry else _quoted(entry, question)
    if text is None:
        return None
    said = question.text
    return PersonalFact(
        text=text,
        own_words=_own_words(entry.get("own_words"), said),
        category=Category(read_one_of(entry.get("category"), set(Category)) or Category.PROFILE),
        importance=_importance(entry.get("importance")),
        sensitive=entry.get("sensitive") is True,
        about=About(read_one_of(entry.get("about"), set(About)) or About.SELF),
        quoted=entry.get("quoted") is True,
        replaces=_replaced(entry, question),
    )


def _replaced(entry: Json, question: Question) -> tuple[UUID, ...]:
    near = ids_by_mark(question.near)
    marks = (mark for mark in read_list(entry.get("replaces")) if isinstance(mark, str))
    return tuple(dict.fromkeys(near[mark] for mark in marks if mark in near))[:MOST_REPLACED]


def _quoted(entry: Json, question: Question) -> str | None:
    """Of a model that words nothing itself: the person's words as they are, if they said them."""
    words = read_phrase(entry, "own_words", LONGEST_FACT)
    return quote_words(words, question.language) if words and words in question.text else None


def _own_words(words: JsonValue, said: str) -> str:
    """The person's words, and never the model's: what they did not say is replaced by all that they said."""
    return (
        words if isinstance(words, str) and words.strip() and (words in said or words in visible_text(said)) else said
    )


def _parts(fields: Json, question: Question, known: set[str]) -> tuple[Part, ...]:
    """What was asked for, one by one; a single one is the whole, and what the person did not say is none."""
    read = (_part(entry, question, known) for entry in read_list(fields.get("parts"))[:MOST_PARTS])
    parts = tuple(part for part in read if part is not None)
    return parts if len(parts) > 1 else ()


def _part(entry: JsonValue, question: Question, known: set[str]) -> Part | None:
    if not isinstance(entry, dict):
        return None
    intent, text = read_one_of(entry.get("intent"), known), entry.get("text")
    if intent is None or not isinstance(text, str) or not text.strip() or text not in question.text:
        return None
    return Part(
        intent=intent,
        text=text,
        confidence=read_share(entry.get("confidence")),
        personal_facts=tuple(_facts(entry, question)[:MOST_FACTS]),
        forget_description=read_phrase(entry, "forget_description"),
        forget_everything=entry.get("forget_everything") is True,
        never_again=entry.get("never_again") is True,
        knowledge=read_phrase(entry, "knowledge", MAX_LINE),
        target=read_phrase(entry, "target"),
        query=read_phrase(entry, "query"),
    )


def _unread(fields: Json, beyond: list[PersonalFact], said: str) -> tuple[str, ...]:
    named = [
        clean_text(entry, LONGEST_FACT) for entry in read_list(fields.get("unread_facts")) if isinstance(entry, str)
    ]
    further = [fact.text if fact.own_words == said else clean_text(fact.own_words, LONGEST_FACT) for fact in beyond]
    return tuple(dict.fromkeys(words for words in (*further, *named) if words))[:MOST_UNREAD]


def _alternatives(fields: Json, known: set[str]) -> tuple[str, ...]:
    named = (read_one_of(entry, known) for entry in read_list(fields.get("alternatives")))
    return tuple(dict.fromkeys(name for name in named if name is not None))[:MOST_ALTERNATIVES]


def _continuation(fields: Json, question: Question) -> Continuation:
    named = read_one_of(fields.get("continuation"), set(Continuation))
    return Continuation(named) if named and question.offer is not None else Continuation.NONE


def _selection(fields: Json, question: Question) -> tuple[int, ...]:
    places = range(1, len(question.offer.items) + 1) if question.offer is not None else range(0)
    named = (entry for entry in read_list(fields.get("selection")) if isinstance(entry, int) and entry is not True)
    return tuple(dict.fromkeys(place for place in named if place in places))


def _memories(fields: Json, question: Question) -> tuple[MemoryUse, ...]:
    near = ids_by_mark(question.near)
    used: dict[str, MemoryUse] = {}
    for entry in read_list(fields.get("memory_used")):
        mark = entry.get("memory") if isinstance(entry, dict) else None
        if isinstance(entry, dict) and isinstance(mark, str) and mark in near and mark not in used:
            used[mark] = MemoryUse(
                assertion_id=near[mark],
                influence=Influence(read_one_of(entry.get("influence"), set(HELPFUL)) or Influence.PATTERN_MATCH),
                score=read_share(entry.get("score")),
                reason=read_phrase(entry, "reason") or "",
            )
    return tuple(used.values())


def _language(fields: Json, question: Question) -> str:
    named = fields.get("language")
    return named if isinstance(named, str) and _LANGUAGE.match(named) else question.language


def _importance(value: JsonValue) -> int:
    return value if isinstance(value, int) and value is not True and value in IMPORTANCES else MIDDLING
