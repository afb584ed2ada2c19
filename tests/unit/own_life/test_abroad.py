"""In languages that are not spoken here a few plain words lead to a sentence that points to help."""

import pytest

from shared.answers.words import SPOKEN, languages_read
from shared.own_life.hearing import help_abroad, sentences_by_language

pytestmark = pytest.mark.row("P5")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", "Je veux mourir."),
        ("it", "Non voglio più vivere"),
        ("pt", "eu quero morrer"),
        ("pl", "Chcę umrzeć!"),
        ("tr", "Ölmek istiyorum"),
        ("ru", "Я не хочу жить."),
        ("ar", "أريد أن أموت"),
        ("hi", "मैं मरना चाहता हूँ"),
        ("ja", "もう死にたい。"),
        ("ko", "죽고 싶어요"),
        ("zh", "我不想活了"),
        ("vi", "Tôi muốn chết"),
    ],
)
def test_a_plain_wish_to_die_is_heard(language: str, said: str) -> None:
    assert help_abroad(said) == sentences_by_language()[language]


def test_every_language_with_a_plain_yes_has_a_sentence_that_names_where_help_is() -> None:
    said = sentences_by_language()
    assert {*languages_read()} - {*SPOKEN} <= {*said}
    assert all("findahelpline.com" in sentence for sentence in said.values())


@pytest.mark.parametrize(
    "said",
    [
        "",
        "J'ai envie de vivre au bord de la mer",
        "mau matikan lampu",
        "I like jazz",
        "Ich mag Tee",
        "ela vai me matar",
    ],
)
def test_other_lines_are_left_alone(said: str) -> None:
    assert help_abroad(said) is None
