"""The offline engine, for whatever somebody says and in whatever language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.contracts.message import MAX_LINE
from shared.offline.engine import split_pieces
from shared.text.language import SPOKEN, language_of

pytestmark = pytest.mark.row("P5")

words = st.sampled_from(
    (
        "hello",
        "hola",
        "hallo",
        "the",
        "und",
        "que",
        "I",
        "ich",
        "yo",
        "you",
        "puedes?",
        "work!",
        "thanks,",
        "danke",
        "help",
    )
)
writing = st.characters(codec="utf-8", exclude_characters="\x00")  # whatever a line can hold
lines = st.one_of(st.text(writing, max_size=60), st.lists(words, min_size=1, max_size=12).map(" ".join))
names = st.text(writing, min_size=1, max_size=20)
languages = st.sampled_from((*SPOKEN, "fr", "xx", ""))


@given(st.text(max_size=200))
def test_the_pieces_of_any_text_are_that_text(text: str) -> None:
    assert "".join(split_pieces(text)) == text


@given(lines, languages)
def test_a_line_is_in_a_language_that_is_spoken(text: str, otherwise: str) -> None:
    assert language_of(text, otherwise) in SPOKEN


@given(languages, st.text(st.characters(categories=("Nd", "Po", "So")), max_size=30))
def test_a_line_without_words_is_in_the_persons_own_language(otherwise: str, text: str) -> None:
    assert language_of(text, otherwise) == (otherwise if otherwise in SPOKEN else "en")


@given(st.sampled_from(("how do i ", "do you remember ", "what can you ", "¿qué ", "a?", " ", "help ", "x.")))
def test_the_longest_line_is_read_to_its_end(beginning: str) -> None:
    """A rule that goes back and forth over a long line would take until the test is stopped."""
    text = (beginning * MAX_LINE)[:MAX_LINE]
    assert language_of(text, "en") in SPOKEN
