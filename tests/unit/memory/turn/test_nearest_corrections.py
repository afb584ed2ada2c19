"""Which of the person's corrections understanding is given: those of lines like the one at hand, however long ago."""

import pytest

from services.classifier.understanding import read_question
from services.memory.turn.open import nearest_corrections
from shared.contracts.turns import PastCorrection
from shared.contracts.understanding import Reading
from shared.intents.card import load_cards
from shared.models.model import Question
from shared.testing.scripted_model import ScriptedModel
from shared.text.likeness import LIKE, share_words
from tests.unit.offline.test_offline_understanding import TEN_CONVERSATIONS, meant, reading

pytestmark = pytest.mark.row("U9")

NEWER = [PastCorrection(said=f"something else number {n}", original="a", corrected="b") for n in range(30)]


def corrections() -> list[PastCorrection]:
    """Set right in ten conversations, before thirty other ones."""
    said = [
        PastCorrection(said=said, original=meant(reading(said)), corrected=intended)
        for said, _, intended in TEN_CONVERSATIONS
    ]
    return [*NEWER, *said]


def heeding(question: Question) -> Reading:
    """As a model reads that goes by what it is shown, and takes everything else for talk."""
    like = (past for past in question.corrections if share_words(question.text, past.said) >= LIKE)
    return Reading(intent=next((past.corrected for past in like), "general_conversation"), confidence=0.9)


async def test_a_model_that_heeds_them_reads_nine_of_ten_as_they_are_meant() -> None:
    model, cards = ScriptedModel(read_by=heeding), tuple(load_cards().values())
    right = {"before": 0, "after": 0}
    for _, later, intended in TEN_CONVERSATIONS:
        for when, known in (("before", ()), ("after", nearest_corrections(later, corrections()))):
            question = Question(text=later, language="en", project="Garden", cards=cards, corrections=known)
            right[when] += (await read_question(model, question)).reading.intent == intended
    assert right == {"before": 0, "after": 9}  # the tenth has only small words in common with its like


def test_the_offline_engine_reads_nine_of_them() -> None:
    read = [
        meant(reading(later, corrections=nearest_corrections(later, corrections()))) == intended
        for _, later, intended in TEN_CONVERSATIONS
    ]
    assert sum(read) == 9


def test_where_none_is_of_a_like_line_the_newest_are_given() -> None:
    assert list(nearest_corrections("hello", corrections())) == NEWER[:5]


def test_lines_that_share_only_small_words_are_not_alike() -> None:
    assert share_words("what is my name", "what is my job") == 0
    assert share_words("the bread is for Monday", "the bread is for Tuesday") > LIKE
    assert share_words("", "") == 0
