"""Reads a line: first whether it answers what was asked; only of what is left the model is asked what it means."""

from dataclasses import replace

from services.classifier.answers import (
    READ_BY_GRAMMAR,
    answer_to_offer,
    reading_of_answer,
    with_further,
    with_wording,
    without_answer,
)
from services.classifier.stamp_words import stamp_reading
from shared.answers.read_answer import ReadAnswer
from shared.models.model import LanguageModel, Question, Read


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
