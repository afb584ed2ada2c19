"""The offline reading, for whatever somebody says, pastes or hides, with and without an offer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deploy.training.labelled import OfferShown
from shared.contracts.message import MAX_LINE
from shared.contracts.understanding import MOST_FACTS, Continuation
from shared.intents.card import load_cards
from shared.models.model import Question
from shared.offline.facts.personal import personal_facts, turn_clause
from shared.offline.read_line import read_line, time_for_a_line
from shared.offline.reader import LINES
from shared.text.own_words import part_words
from shared.text.quotation import words_quoted
from tests.evals.questions import offer_of, understand
from tests.tiers import sized

CARDS = tuple(load_cards().values())
words = st.sampled_from(
    (
        *(
            "I'm",
            "my",
            "sister",
            "vegan",
            "forget",
            "everything",
            "not",
            "the",
            "15th",
            "yes",
            "no",
            "only",
            "and",
            "remember",
        ),
        *(
            "that",
            "\n>",
            '"',
            "“",
            "SYSTEM:",
            "?",
            "...",
            "ich",
            "soy",
            "\U000e0041",
            "```",
            "1)",
            "🙂",
            "٣",
            "you",
            "delete",
            ",",
        ),
    )
)
writing = st.characters(codec="utf-8", exclude_characters="\x00")
lines = st.one_of(st.text(writing, min_size=1, max_size=80), st.lists(words, min_size=1, max_size=25).map(" ".join))
items = st.lists(
    st.sampled_from(
        ("You like tea.", "You have two cats.", "Tu hermana es vegana.", "You live in Rome.", "?", "x" * 280)
    ),
    min_size=1,
    max_size=5,
    unique=True,
)
kinds = st.sampled_from(("remember", "retract", "candidates", "cross_promote", "project_facts"))


@pytest.mark.row("U2", "U6")
@settings(max_examples=sized(30, 150), deadline=None)
@given(lines, st.sampled_from((None, "Garden")), st.sampled_from(("en", "es", "de", "fr", "")))
def test_every_line_has_a_reading_that_others_can_rely_on(text: str, project: str | None, language: str) -> None:
    reading = read_line(Question(text, language, project, CARDS))
    assert reading.intent in LINES
    assert not set(reading.alternatives) - set(LINES)
    assert reading.continuation is Continuation.NONE
    assert len(reading.personal_facts) <= MOST_FACTS
    for fact in reading.personal_facts:
        assert fact.own_words in text
        assert 0 < len(fact.text) <= 280
        assert not any(0xE0000 <= ord(sign) <= 0xE007F for sign in fact.text)
    assert all(words in text for words in reading.unread_facts)


@pytest.mark.row("U4")
@settings(max_examples=sized(30, 150), deadline=None)
@given(lines, kinds, items)
def test_an_answer_points_only_at_what_was_offered(text: str, kind: str, offered: list[str]) -> None:
    reading = understand(Question(text, "en", None, CARDS, offer=offer_of(OfferShown(kind, tuple(offered)))))
    assert reading.continuation is not Continuation.NONE
    assert all(1 <= place <= len(offered) for place in reading.selection)
    if reading.continuation is Continuation.SELECT:
        assert reading.selection or len(offered) > 1 or kind == "clash"  # "not all": which of several is asked again


@pytest.mark.row("U6")
@pytest.mark.parametrize(
    "beginning",
    [", ", "A, B, ", "…", "yes, ", "how do i ", "forget my ", '" ', "“", " ", "I ", "no, ", "a", "\n> ", "it's not "],
)
def test_the_longest_line_is_read_to_its_end(beginning: str) -> None:
    text = (beginning * MAX_LINE)[:MAX_LINE]
    assert read_line(Question(text, "en", "Garden", CARDS)).intent in LINES
    assert (
        read_line(Question(text, "en", None, CARDS, offer=offer_of(OfferShown("remember", ("You like tea.",))))).intent
        in LINES
    )


@pytest.mark.row("U2", "M19")
@settings(max_examples=sized(30, 150), deadline=None)
@given(lines, st.sampled_from(("en", "es", "de", "fr", "it", "pt", "nl", "pl")))
def test_what_is_kept_was_said_word_for_word_or_differs_by_the_table_alone(text: str, language: str) -> None:
    said, question = part_words(text), Question(text, language, None, CARDS)
    found = personal_facts(said, question, language, time_for_a_line()).kept
    assert len({fact.text for fact in found}) == len(found)
    for fact in found:
        quoted = words_quoted(fact.text)
        assert fact.text == turn_clause(fact.own_words) if quoted is None else quoted in said.own
        assert len(fact.text) <= 280
