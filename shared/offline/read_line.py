"""What a line means that answers nothing: answers to an offer are read by their own grammar, before this."""

import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from shared.contracts.operations import OfferKind
from shared.contracts.turns import NearMemory
from shared.contracts.understanding import MOST_PARTS, Influence, MemoryUse, Part, Reading
from shared.embedding.embedder import vector_of
from shared.models.model import Question
from shared.offline.asked_for import read_forgetting, read_query, read_statement, read_target
from shared.offline.engine_patterns import engine_patterns
from shared.offline.facts.choosing import has_subject
from shared.offline.facts.personal import personal_facts
from shared.offline.fixed_answers.find_fixed import find_fixed_answers, read_fixed_answer
from shared.offline.linear import CLAUSE, LINE, ReadingTime, count_votes, load_linear
from shared.offline.rank_intents import (
    ADD,
    ASK,
    ASKING,
    CONVERSATION,
    CORRECT,
    FORGET,
    ORDERED,
    REMEMBER,
    WRITING,
    ranked_intents,
)
from shared.offline.reader import READER, SHA256, reader_scores, word_scores
from shared.text.closing_orders import orders_closing
from shared.text.comparable import stem_word
from shared.text.language import SPOKEN, language_heard, language_so_far
from shared.text.open_questions import read_open_question
from shared.text.own_words import Parted, part_words
from shared.trained_files import check_file


def time_for_a_line() -> ReadingTime:
    """As long as a line may be read, from now on; the first of a process waits until all is loaded."""
    _load()
    return ReadingTime()


def check_readers() -> None:
    """At a start: the file is whole, and a line is read."""
    check_file(READER, SHA256.read_text().strip())
    time_for_a_line()


@cache
def _load() -> None:
    for name in (LINE, CLAUSE):
        load_linear(name)
        reader_scores(name, ("ready", ""))
    word_scores("Are you ready?")
    count_votes("ready")
    for language in SPOKEN:
        find_fixed_answers("Are you ready?", language)
    vector_of("ready")


_WORD = re.compile(r"[^\W\d_]{4,}")
_FITS = 0.3
"""The share of a memory's longer words that a line must use for the memory to have helped."""


@cache
def _meanings() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("meanings.toml").read_text(encoding="utf-8"))


def clarifying_question(likeliest: Sequence[str], near: Sequence[NearMemory], text: str, language: str) -> str:
    """The question, shaped by the two likeliest meanings and by the memory that almost fits."""
    words = _meanings().get(language, _meanings()["en"])
    one, two = (words.get(intent, words["general_conversation"]) for intent in likeliest[:2])
    if used := fitting_memories(near, text):
        content = next(memory.content for memory in near if memory.assertion_id == used[0].assertion_id)
        return words["near"].format(near=content, one=one, two=two)
    return words["ask"].format(one=one, two=two)


def shaping_memories(near: Sequence[NearMemory], text: str) -> tuple[MemoryUse, ...]:
    """Those memories, where they decided what is asked: the best of them is named in the question."""
    disambiguating = {"influence": Influence.DISAMBIGUATION}
    return tuple(MemoryUse.model_validate({**dict(use), **disambiguating}) for use in fitting_memories(near, text))


def fitting_memories(near: Sequence[NearMemory], text: str) -> tuple[MemoryUse, ...]:
    """The memories that share words with the line, the best first."""
    said = {stem_word(word) for word in _WORD.findall(text.lower())}
    found = []
    for memory in near:
        words = {stem_word(word): word for word in _WORD.findall(memory.content.lower())}
        shared = [word for key, word in words.items() if key in said]
        if words and len(shared) / len(words) >= _FITS:
            found.append((len(shared) / len(words), memory, shared))
    found.sort(key=lambda entry: -entry[0])
    return tuple(
        MemoryUse(
            assertion_id=memory.assertion_id,
            influence=Influence.ENTITY_REFERENCE,
            score=round(score, 2),
            reason=f"shares with the line: {', '.join(shared)}",
        )
        for score, memory, shared in found
    )


TALK = "general_conversation"
_P = engine_patterns("parting")
_WHOLE = "“…”"
"""Stands for what was quoted, which asks for nothing."""


def parts_of(own: str, reads: Callable[[str], Reading]) -> tuple[Part, ...]:
    """Two or three parts, each read by itself; none where all of it asks for one thing."""
    pieces = list(_pieces(own)) if _WHOLE not in own else []
    if not 1 < len(pieces) <= MOST_PARTS or not _stands_alone(pieces[0]):
        return ()
    parts = tuple(_part(piece, reads(piece)) for piece in pieces)
    asked = {part.intent for part in parts} - {TALK}
    return parts if len(asked) > 1 else ()


def _pieces(own: str) -> Iterator[str]:
    begin = 0
    for cut in _P["cut"].finditer(own):
        before = own[begin : cut.start()].strip()
        after = own[cut.end() :]
        tied_by_a_word = not cut["mark"].strip() and before[-1] not in ".!?"
        if not before or (tied_by_a_word and not _asks(before)) or not _asks(after):
            continue
        yield before
        begin = cut.end()
    if rest := own[begin:].strip():
        yield rest


def _stands_alone(first: str) -> bool:
    """It asks for something, or says something of somebody; "if I were vegan" and "before I go" only lead on."""
    return _asks(first) or (has_subject(first) and _P["leads_on"].match(first) is None)


def _asks(piece: str) -> bool:
    """It begins with a word that orders, or is a question."""
    if _P["order"].match(piece):
        return True
    question = _P["question"].match(piece) if _P["points_back"].match(piece) is None else None
    return question is not None and "?" in re.split(r"(?<=[.!?])\s", piece, maxsplit=1)[0]


def _part(piece: str, reading: Reading) -> Part:
    fields = {name: getattr(reading, name) for name in Part.model_fields if name != "text"}
    return Part.model_validate({**fields, "text": piece})


CLOSE = "close_conversation"
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
    if orders_closing(said.own):
        return Reading(intent=CLOSE, confidence=ORDERED, language=language)
    if read_open_question(said.own) is not None:
        return Reading(intent=ASK, confidence=ORDERED, language=language)
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
