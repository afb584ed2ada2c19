"""Texts as the terms that they are found by: the same for the forms of a word, in every language that is known."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.index.terms import (
    LONGEST_TERM,
    MOST_OF_ENTRY,
    MOST_OF_QUESTION,
    index_terms,
    language_of,
    named_terms,
    question_terms,
    word_list,
)
from shared.text.comparable import fold_text

pytestmark = pytest.mark.row("M15")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My cats are running", "a cat runs"),
        ("You're allergic", "I'm allergic"),
        ("You have two sisters", "my sister"),
        ("Deine Häuser sind groß", "dein Haus ist gross"),
        ("Du hast Bücher", "ein Buch"),
        ("Du hast Buecher", "du hast Bücher"),
        ("Te gustan las canciones", "me gusta la canción"),
        ("Tus hermanas son médicas", "tu hermana es medica"),
        ("Tu as mangé avec tes chats", "mangé avec mon chat"),
        ("Твои собаки", "твоя собака"),
        ("l'amie", "les amies"),
        ("\ufb01ne wine", "fine wines"),
    ],
)
def test_forms_of_a_word_are_one_term(one: str, other: str) -> None:
    shorter, longer = sorted((set(index_terms(one)), set(index_terms(other))), key=len)
    assert shorter
    assert shorter <= longer


@pytest.mark.parametrize(
    "text", ["", "   ", "???", "who are you", "the of and", "wer bist du", "¿quién eres?", "\x00\ud800"]
)
def test_small_words_are_none(text: str) -> None:
    assert index_terms(text) == question_terms(text) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我养了一只猫", "猫叫什么名字"),
        ("猫が好きです", "好きな猫は何ですか"),
        ("ฉันรักแมว", "แมว"),
        ("나는 고양이를 좋아해", "고양이"),
    ],
)
def test_where_words_are_not_spaced_two_signs_are_a_term(one: str, other: str) -> None:
    assert set(index_terms(one)) & set(question_terms(other))


def test_a_word_of_another_script_stays_whole() -> None:
    assert index_terms("मेरी बिल्ली") == ["मेरी", "बिल्ली"]
    assert index_terms("قطتي")


def test_an_entry_counts_a_term_as_often_as_it_stands_there_and_a_question_once() -> None:
    assert index_terms("tea, tea and tea") == ["tea", "tea", "tea"]
    assert question_terms("tea, tea and tea") == ["tea"]


def test_negations_lose_their_ends() -> None:
    assert (
        index_terms("I don't, can't and won't smoke") == index_terms("I don\u2019t and can\u2019t smoke") == ["smoke"]
    )
    assert index_terms("I won") == ["won"]


def test_the_month_of_may_is_a_term() -> None:
    assert "may" in question_terms("what happened in May?")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("what is my name", "english"), ("wie heißt mein Hund", "german"), ("cómo se llama mi perro", "spanish"),
        ("où est ma voiture", "french"), ("dove è la mia macchina", "italian"), ("onde está o meu carro", "portuguese"),
        ("waar is mijn auto", "dutch"), ("где моя машина", "russian"), ("Biscuit", "english"), ("", "english"),
    ],
)  # fmt: skip
def test_the_language_is_told_by_its_small_words_or_its_script(text: str, language: str) -> None:
    assert language_of(word_list(text)) == language


def test_however_long_a_text_is_its_terms_are_bounded() -> None:
    began = time.process_time()
    for text in ("word " * 20_000, "猫" * 70_000, "x" * 70_000, "\ufdfa" * 70_000, " ".join(map(str, range(20_000)))):
        assert len(index_terms(text)) <= MOST_OF_ENTRY
        assert len(question_terms(text)) <= MOST_OF_QUESTION
        assert all(len(term) <= LONGEST_TERM for term in index_terms(text))
    assert time.process_time() - began < 5, "none of them may be a way to keep the machine busy"


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("When did I move to Bristol?", ["bristol"]),
        ("What did Mrs Okafor say in 2021?", ["mrs", "okafor", "2021"]),
        ("\u00bfcu\u00e1ndo me mud\u00e9 a M\u00e1laga?", ["malag"]),
        ("Wann bin ich 2019 nach Basel gezogen?", ["2019"]),
        ("Which school? Where was it?", []),
        ("when did i move to bristol?", []),
    ],
)
def test_what_a_question_names_is_told_by_capitals_and_numbers(question: str, named: list[str]) -> None:
    assert named_terms(question) == named


@given(st.text(max_size=300))
def test_what_is_named_is_among_the_terms(text: str) -> None:
    assert set(named_terms(text)) <= set(question_terms(text))


@given(st.text(max_size=300))
def test_any_text_has_terms_that_can_be_stored_and_are_the_same_again(text: str) -> None:
    found = index_terms(text)
    assert found == index_terms(text)
    assert set(question_terms(text)) == set(found) or len(question_terms(text)) == MOST_OF_QUESTION
    for term in found:
        assert term
        assert term.encode()
        assert "\x00" not in term
        assert not term.isspace()


@given(st.text(alphabet=st.characters(max_codepoint=0x24F), max_size=60))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)
