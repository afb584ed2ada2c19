"""The offline engine, for whatever somebody says and in whatever language."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.intents.card import cards
from shared.llm.model import Brief
from shared.llm.offline.engine import pieces
from shared.llm.offline.language import SPOKEN, language_of
from shared.llm.offline.replies import compose, templates
from shared.llm.offline.understanding import intent_of
from shared.message import MAX_LINE
from shared.turns import Exchange

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


@st.composite
def conversations(draw: st.DrawFn) -> list[Brief]:
    """What one person says in a row, each time with the history of what was said before."""
    card, name, language = draw(st.sampled_from(list(cards().values()))), draw(names), draw(languages)
    said, briefs = draw(st.lists(lines, min_size=2, max_size=8)), list[Brief]()
    for text in said:
        history = tuple(
            Exchange(turn_id=brief.turn_id, said=brief.text, replied=compose(brief), intent=card.name)
            for brief in briefs
        )
        briefs.append(Brief(draw(st.uuids()), text, card, language, name, history, not history))
    return briefs


@given(conversations())
def test_the_same_reply_never_comes_twice_in_a_row(briefs: list[Brief]) -> None:
    replies = [compose(brief) for brief in briefs]
    for earlier, later in pairwise(replies):
        assert not earlier.startswith(later)


@given(conversations())
def test_that_it_is_offline_is_said_once_and_only_at_the_beginning(briefs: list[Brief]) -> None:
    language = templates(briefs[0].language if briefs[0].language in SPOKEN else "en")
    told = [language.first_time in compose(brief) for brief in briefs]
    assert told == [True] + [False] * (len(briefs) - 1)


@given(conversations())
def test_the_same_turn_has_the_same_reply(briefs: list[Brief]) -> None:
    assert [compose(brief) for brief in briefs] == [compose(brief) for brief in briefs]


@given(conversations())
def test_the_pieces_of_a_reply_are_its_text(briefs: list[Brief]) -> None:
    for brief in briefs:
        reply = compose(brief)
        assert "".join(pieces(reply)) == reply
        assert all(pieces(reply))


@given(st.text(max_size=200))
def test_the_pieces_of_any_text_are_that_text(text: str) -> None:
    assert "".join(pieces(text)) == text


@given(lines, languages)
def test_a_line_is_in_a_language_that_is_spoken(text: str, otherwise: str) -> None:
    assert language_of(text, otherwise) in SPOKEN


@given(languages, st.text(st.characters(categories=("Nd", "Po", "So")), max_size=30))
def test_a_line_without_words_is_in_the_persons_own_language(otherwise: str, text: str) -> None:
    assert language_of(text, otherwise) == (otherwise if otherwise in SPOKEN else "en")


@given(lines)
def test_a_line_means_something_that_a_card_knows(text: str) -> None:
    intent, confidence = intent_of(text)
    assert intent in cards()
    assert 0 <= confidence <= 1


@given(st.sampled_from(("how do i ", "do you remember ", "what can you ", "¿qué ", "a?", " ", "help ", "x.")))
def test_the_longest_line_is_read_to_its_end(beginning: str) -> None:
    """A rule that goes back and forth over a long line would take until the test is stopped."""
    text = (beginning * MAX_LINE)[:MAX_LINE]
    assert intent_of(text)[0] in cards()
    assert language_of(text, "en") in SPOKEN
