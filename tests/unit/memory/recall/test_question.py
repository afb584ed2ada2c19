"""A question: its terms, what is compared, whom it asks about."""

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from services.memory.recall.question import Aim, frame_question

pytestmark = pytest.mark.row("M15")

NOW = datetime(2026, 11, 19, 12, tzinfo=UTC)


def asked(text: str) -> Aim:
    return frame_question(text, NOW, ["Ada Byron", "Ada"], "Wren", UTC)


def test_a_name_of_the_two_becomes_a_pronoun_and_is_no_term() -> None:
    question = asked("What does Ada's sister say about Ada Byron?")
    assert question.text == "What does my sister say about I?"
    assert question.fact_text == "What does your sister say about you?"
    assert question.terms == ("sister", "say")


def test_a_name_within_a_word_is_none() -> None:
    assert asked("Do adapters matter to Wrenfield?").text == "Do adapters matter to Wrenfield?"


@pytest.mark.parametrize(
    ("text", "about", "compared"),
    [
        ("When will my passport expire?", "person", "When will my passport expire?"),
        ("Will it rain?", None, "Will it rain?"),
        ("Which rose did Rose plant?", "person", "Which rose did I plant?"),
        ("What did Will say?", "companion", "What did I say?"),
        ("What is Will's plan?", "companion", "What is my plan?"),
        ("what did rose say?", "person", "what did I say?"),
        ("What did ROSE say?", "person", "What did I say?"),
    ],
)
def test_a_name_that_is_also_a_word_is_known_as_it_is_written(text: str, about: str | None, compared: str) -> None:
    question = frame_question(text, NOW, ["Rose"], "Will", UTC)
    assert (question.about, question.text) == (about, compared)


def test_an_agent_that_asks_for_the_user_asks_about_the_person() -> None:
    question = asked("What is the user\u2019s blood type?")
    assert question.text == "What is my blood type?"
    assert (question.about, question.surely) == ("person", True)


@pytest.mark.parametrize(
    ("text", "about", "surely"),
    [
        ("what's my name?", "person", True),
        ("What did Wren suggest?", "companion", True),
        ("what did you suggest?", "companion", True),
        ("what did you tell me about bees?", "companion", False),
        ("What did Ada give Wren?", "person", False),
        ("wie heißt mein Hund?", "person", True),
        ("was hast du vorgeschlagen?", "companion", True),
        ("¿cómo se llama mi perro?", "person", True),
        ("who won the cup?", None, False),
        ("do you remember my sister's name?", "person", True),
        ("Kannst du mir noch sagen, wie mein Hund heißt?", "person", True),
        ("¿te acuerdas de mi perro?", "person", True),
    ],
)
def test_whom_it_asks_about(text: str, about: str | None, surely: bool) -> None:  # noqa: FBT001  # a parameter of cases
    question = asked(text)
    assert (question.about, question.surely) == (about, surely)


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("Am I allergic to my cat?", "are you allergic to your cat?"),
        ("What I\u2019m called", "What you're called"),
        ("wie heißt mein Hund?", "wie heißt dein Hund?"),
        ("¿qué me gusta?", "¿qué te gusta?"),
        ("comment s'appelle mon chien ?", "comment s'appelle mon chien ?"),
    ],
)
def test_it_is_turned_for_memories_which_speak_to_the_person(text: str, turned: str) -> None:
    assert asked(text).fact_text == turned


def test_what_only_introduces_the_question_is_taken_off() -> None:
    assert asked("Hey, do you remember: where is the key?").text == "where is the key?"
    assert asked("please").text == "please", "nothing else would be left"


@example("\u0130 am", [], "")
@given(st.text(max_size=200), st.lists(st.text(max_size=10), max_size=3), st.text(max_size=10))
def test_any_text_is_a_question(text: str, names: list[str], companion: str) -> None:
    question = frame_question(text, NOW, names, companion, UTC)
    assert all(sign >= " " for sign in question.text + question.fact_text)
    (question.text + question.fact_text).encode()  # nothing is left in it that has no UTF-8


def test_the_longest_questions_are_quick() -> None:
    for text in ("hey " * 20_000, "my " * 20_000, "Ada's " * 20_000, "last " * 20_000, "3 " * 20_000, "\x00" * 70_000):
        assert len(asked(text).terms) <= 32
