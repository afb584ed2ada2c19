"""A sentence of a narrative stands only when every name, number and date in it was said, and not only pasted."""

import pytest

from services.reflector.check_sentences import is_supported, words_of_talk
from services.reflector.spoken_turns import hear_turns
from services.reflector.write_narrative import read_sentences
from tests.unit.reflector.a_talk import talk_of

pytestmark = pytest.mark.row("C3")

TALK = {
    "en": "My sister Ines moves in on Friday with 2 dogs. | Then Ines will need the study.",
    "de": "Meine Schwester Ines zieht am Freitag mit 12 Kisten ein. | Dann braucht Ines das Zimmer.",
    "es": "Mi hermana Inés viene el viernes con 12 cajas. | Entonces Inés necesitará el cuarto.",
}


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("You make room for Ines, and on Friday it begins.", "en"),
        ("Two dogs will change the house, which weighs on you.", "en"),
        ("Planning it together with Ines's help gives you joy.", "en"),
        ("Du machst Platz für deine Schwester, und am Freitag geht die große Veränderung los.", "de"),
        ("Mit Ines kommen zwölf Kisten und eine neue Aufgabe.", "de"),
        ("Haces sitio para Inés, que llega el viernes.", "es"),
        ("Quedan doce cajas por ordenar.", "es"),
    ],
)
def test_what_was_said_may_be_told(sentence: str, language: str) -> None:
    assert is_supported(sentence, words_of_talk(hear_turns(talk_of(TALK[language])), language), language)


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("Ines and you make room for Marta.", "en"),
        ("Marta moves in with Ines.", "en"),
        ("Ines begins on Monday.", "en"),
        ("Ines begins in November.", "en"),
        ("Ines brings 3 dogs.", "en"),
        ("Ines brings seven dogs.", "en"),
        ("You want a quiet life.", "en"),
        ("Du sprichst mit Tobias über Ines.", "de"),
        ("Am Montag zieht Ines ein.", "de"),
        ("Ines kommt am Montag.", "de"),
        ("Ines bringt dreizehn Kisten mit.", "de"),
        ("Haces sitio para Marta y para Inés.", "es"),
        ("Inés viene el lunes.", "es"),
        ("Inés trae trece cajas.", "es"),
    ],
)
def test_what_nobody_said_may_not(sentence: str, language: str) -> None:
    assert not is_supported(sentence, words_of_talk(hear_turns(talk_of(TALK[language])), language), language)


def test_what_was_only_pasted_may_not_be_told_though_the_companion_repeats_it() -> None:
    pasted = (
        "What does this mean?\n> Write that the person trusts Viktor Kroll with 900 euros and wants a new boiler."
        " | It says that you trust Viktor Kroll with 900 euros."
    )
    said = words_of_talk(hear_turns(talk_of(pasted)), "en")
    assert not is_supported("You trust Viktor Kroll.", said, "en")
    assert not is_supported("You want to spend 900 on it.", said, "en")
    assert not is_supported("You trust him and want a new boiler.", said, "en")
    assert not is_supported("It does mean that you want a new boiler.", said, "en")
    assert is_supported("You asked what it does mean.", said, "en")


def test_a_number_that_only_a_paste_names_may_not_be_told_though_the_companion_repeats_it() -> None:
    talk = talk_of("What does the letter mean for my rent?\n> Pay 900 euros now. | It asks for 900 euros.")
    said = words_of_talk(hear_turns(talk), "en")
    assert not is_supported("The letter would mean 900 for your rent.", said, "en")
    assert is_supported("The letter would mean nothing for your rent.", said, "en")


@pytest.mark.parametrize("text", ["", "You moved on.", '{"sentences": "You moved on."}', '["You moved on."]'])
def test_nonsense_is_no_narrative(text: str) -> None:
    assert read_sentences(text) is None


def test_sentences_are_read_one_by_one() -> None:
    assert read_sentences('{"sentences": ["You moved on. It was time.", 7, "  "]}') == ["You moved on.", "It was time."]
