"""From a turn to its understanding: the question to a model, its reading stamped with what was really said."""

import re
from dataclasses import replace

from services.classifier.answers import (
    READ_BY_GRAMMAR,
    answer_to_offer,
    reading_of_answer,
    with_further,
    with_wording,
    without_answer,
)
from shared.answers.answer_forms import ReadAnswer
from shared.contracts.notices import Attempt
from shared.contracts.turns import ClassifiedTurn, EngagementKind, OpenedTurn, newest_within
from shared.contracts.understanding import Continuation, PersonalFact, Reading, Understanding
from shared.intents.card import Card, load_cards
from shared.models.model import LanguageModel, Question, Read
from shared.text.own_words import Parted, part_words
from shared.text.secret_words import holds_secret

NOT_SAID = "general_conversation"
ORDERING = frozenset({"forget_about_me", "add_knowledge", "correct_knowledge"})
"""What words that are not the person's own cannot ask for."""

FORGETTING = "forget_about_me"

NOTHING_READ: dict[str, object] = {
    "personal_facts": (),
    "unread_facts": (),
    "forget_description": None,
    "knowledge": None,
    "target": None,
    "query": None,
    "clarification": None,
    "continuation": Continuation.NONE,
    "selection": (),
    "parts": (),
}
"""Of lines that hold a secret only what they were for is passed on: the reply says that none of it is kept."""

_WORD = re.compile(r"\w+")


def stamp_reading(reading: Reading, text: str) -> Reading:
    """The reading, with what stood only in something pasted or quoted marked so; that answers and orders nothing."""
    said = part_words(text)
    if holds_secret(said.own) and reading.intent != FORGETTING:
        return Reading.model_validate({**dict(reading), **NOTHING_READ})
    if not said.quoted:
        return reading
    facts = tuple(_labelled(fact, said) for fact in reading.personal_facts if not _was_pasted(fact, said))
    fields = {**dict(reading), "personal_facts": facts, "parts": ()}  # which of them is the person's, nobody says
    if said.all_quoted and reading.continuation is not Continuation.NONE:
        fields |= {"continuation": Continuation.TOPIC_SHIFT, "selection": ()}
    elif reading.continuation is Continuation.CONFIRM:  # is it the person's yes, or the quotation's? It is asked again
        fields |= {"confidence": 0.0}
    if reading.intent in ORDERING and (said.all_quoted or _only_there(reading.forget_description or "", said)):
        fields |= {"intent": NOT_SAID, "forget_description": None, "knowledge": None, "target": None}
    return Reading.model_validate(fields)


def _labelled(fact: PersonalFact, said: Parted) -> PersonalFact:
    quoted = fact.quoted or said.all_quoted or _only_there(fact.own_words, said)
    return PersonalFact.model_validate({**dict(fact), "quoted": quoted})


def _was_pasted(fact: PersonalFact, said: Parted) -> bool:
    """It stands in lines that somebody else wrote: of the person it tells nothing."""
    if said.all_quoted and said.pasted:
        return True
    words = _plain(fact.own_words)
    lines = " ".join(_plain(line) for line in said.pasted)
    return bool(words.strip()) and words not in _plain(said.own) and words in lines


def _only_there(words: str, said: Parted) -> bool:
    """They stand in one quotation, and not among the person's own."""
    phrase, own = _plain(words), _plain(said.own)
    if not phrase.strip() or phrase in own:
        return False
    apart = not set(phrase.split()) & set(own.split())
    quotations = [_plain(quotation) for quotation in said.quoted]
    return any(phrase in there or (apart and set(phrase.split()) <= set(there.split())) for there in quotations)


def _plain(text: str) -> str:
    """With a space at both ends, so that only whole words are found in it."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


async def read_question(model: LanguageModel, question: Question) -> Read:
    """What the lines mean, and what it took to read them."""
    answer = answer_to_offer(question)
    if answer is not None:
        return await _read_answer(model, question, answer)
    read = await model.ask(question)
    return Read(without_answer(stamp_reading(read.reading, question.text), question), read.used)


async def _read_answer(model: LanguageModel, question: Question, answer: ReadAnswer) -> Read:
    """A plain answer needs no model; one tells what stands behind a yes, or words what is to be put right."""
    reading = reading_of_answer(answer, question)
    if answer.further:
        told = await model.ask(replace(question, text=answer.further, offer=None))
        return Read(with_further(reading, stamp_reading(told.reading, answer.further)), told.used)
    if answer.correction is not None and not answer.correction.words:
        worded = await model.ask(question)
        return Read(with_wording(reading, worded.reading, question), worded.used)
    return Read(reading, READ_BY_GRAMMAR)


OTHERWISE = "general_conversation"
EXCHANGES = 6
MOST_HISTORY = 16_000
"""What understanding needs of what was said before, and characters of it."""


def question_of(turn: OpenedTurn, cards: tuple[Card, ...]) -> Question:
    """What the model is to tell apart, and what may help it."""
    return Question(
        text=turn.text,
        language=turn.person.language,
        project=turn.engagement_title if turn.engagement_kind is EngagementKind.PROJECT else None,
        cards=cards,
        history=newest_within(turn.history[-EXCHANGES:], MOST_HISTORY),
        offer=turn.standing if turn.may_answer else None,
        near=turn.near,
        corrections=turn.corrections,
        may_spend=turn.person.may_spend,
    )


def understanding_from(read: Read, cards: dict[str, Card]) -> Understanding:
    """The reading as the line carries it; an intent that no card has is conversation, and nothing is sure."""
    known = read.reading.intent in cards
    intent = read.reading.intent if known else OTHERWISE
    fields = {
        **dict(read.reading),
        "intent": intent,
        "confidence": read.reading.confidence if known else 0.0,
        "alternatives": tuple(name for name in read.reading.alternatives if name in cards),
        "axes": cards[intent].axes.model_dump(),
        "source": read.used,
    }
    return Understanding.model_validate(fields)


async def classify_turn(model: LanguageModel, turn: OpenedTurn, _: Attempt) -> ClassifiedTurn:
    """Reads what the person meant."""
    read = await read_question(model, question_of(turn, tuple(load_cards().values())))
    return ClassifiedTurn.grown(turn, understanding=understanding_from(read, load_cards()))
