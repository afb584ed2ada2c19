"""Marks find what they were made of, and tell nobody what that was."""

import pytest

from services.memory.erasure.word_marks import Marks

pytestmark = pytest.mark.row("M26")
SECRET = b"a person's own"
OF_TEA = Marks.of(SECRET, ["You like tea", "Ich mag grünen Tee"], ["[0.1,0.2]"])


@pytest.mark.parametrize(
    "said",
    [
        "You like tea",
        "Well,  YOU like\nTea!",
        '{"content":"you like tea."}',
        "…und ich mag GRÜNEN Tee, sagte sie",
    ],
)
def test_words_are_found_wherever_they_stand(said: str) -> None:
    assert OF_TEA.are_in(said)


@pytest.mark.parametrize("said", ["You like teal", "You like green tea", "tea you like", "You like", ""])
def test_other_words_are_not(said: str) -> None:
    assert not OF_TEA.are_in(said)


def test_a_meaning_is_known_as_it_is_stored() -> None:
    assert OF_TEA.has_vector("[0.1,0.2]")
    assert not OF_TEA.has_vector("[0.1,0.3]")


def test_two_secrets_have_nothing_in_common() -> None:
    other = Marks.of(b"another's", ["You like tea"], [])
    assert not other.texts & OF_TEA.texts
    assert all(b"tea" not in mark for mark in OF_TEA.texts)


def test_without_texts_nothing_is_found() -> None:
    assert not Marks.of(SECRET, ["…"], []).are_in("anything at all …")
