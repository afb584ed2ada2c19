"""The offline engine tells the language of a line among those that it speaks."""

import pytest

from deploy.training.labelled import OfferShown
from shared.contracts.ids import new_id
from shared.contracts.turns import Exchange
from shared.models.model import Question
from shared.offline.read_line import read_line
from shared.text.language import language_of
from tests.evals.questions import offer_of

pytestmark = pytest.mark.row("P5")


@pytest.mark.parametrize(
    ("text", "otherwise", "language"),
    [
        ("What is the matter with you?", "de", "en"),
        ("¿Dónde está el perro?", "en", "es"),
        ("Wo ist der Hund?", "en", "de"),
        ("vergiss es", "en", "de"),
        ("Vergiss meinen Hund", "en", "de"),
        ("rückgängig", "en", "de"),
        ("olvida a mis hijos", "en", "es"),
        ("deshacer", "en", "es"),
        ("Hablo chino", "en", "es"),
        ("Lisbon", "es", "es"),
        ("Lisbon", "fr", "en"),
        ("no", "de", "de"),
        ("ok", "es", "es"),
        ("Hotel", "de", "de"),
        ("taxi", "es", "es"),
        ("hay fever", "en", "en"),
        ("gracias", "en", "es"),
        ("odio el cilantro", "en", "es"),
    ],
)
def test_the_language_is_told_by_its_small_words(text: str, otherwise: str, language: str) -> None:
    assert language_of(text, otherwise) == language


GERMAN = ("was weißt du?", "Das ist noch nicht viel, und ich rate nicht.")
SPANISH = ("hola, ¿qué tal?", "Hola, me alegro de que estés aquí. ¿Qué tienes en la cabeza?")


def heard(line: str, *talk: tuple[str, str]) -> str:
    """The language of a line in a talk, by somebody whose settings say English."""
    history = tuple(Exchange(turn_id=new_id(), said=said, replied=replied, intent=None) for said, replied in talk)
    return read_line(Question(line, "en", None, (), history=history)).language


@pytest.mark.parametrize("line", ["ok", "no", "Hotel", "taxi", "Lisbon", "👍", "..."])
def test_a_short_word_stays_in_the_language_of_the_talk(line: str) -> None:
    assert heard(line, GERMAN) == "de"
    assert heard(line, SPANISH) == "es"
    assert heard(line, GERMAN, SPANISH) == "es"
    assert heard(line) == "en"


def test_what_is_not_kept_and_what_is_quoted_tell_no_language() -> None:
    assert heard("ok", GERMAN, ("[not kept]", "[not kept]")) == "de"
    assert heard("ok", ("what do you know?", "You told me: “Te gusta el café y no tomas leche con el té.”")) == "en"


@pytest.mark.parametrize(
    ("line", "language"), [("gracias", "es"), ("thanks, that's all for now", "en"), ("ich bin müde", "de")]
)
def test_a_line_that_is_clearly_in_another_language_changes_it(line: str, language: str) -> None:
    assert heard(line, GERMAN, SPANISH) == language


def test_an_answer_is_in_the_language_of_what_was_asked_about() -> None:
    offer = offer_of(OfferShown("remember", ("Du bist allergisch gegen Nüsse und trinkst keine Milch.",)))
    assert read_line(Question("no", "en", None, (), offer=offer)).language == "de"
