"""Corrections that begin with what takes a part's place, and go on to say why, since when, or what else is right."""

import pytest

from shared.offline.exchanging import exchanged, without_assent

pytestmark = pytest.mark.row("U4")


@pytest.mark.parametrize(
    ("known", "answer", "language", "text"),
    [
        ("You teach on Mondays and Tuesdays.", "mondays and wednesdays", "en", "You teach on Mondays and Wednesdays."),
        ("Los martes cantas en un coro.", "lunes y martes", "es", "Los lunes y martes cantas en un coro."),
        ("Your twins are 4 and 6.", "5 and 6 since june", "en", "Your twins are 5 and 6 since June."),
        ("You drive a 1994 tractor.", "it's a '96 but yes", "en", "You drive a 1996 tractor."),
        ("You collect Brueghel's prints.", "Bruegel! typo", "en", "You collect Bruegel's prints."),
        (
            "Your nephew studies Greek in Leeds.",
            "Latin, the rest is right",
            "en",
            "Your nephew studies Latin in Leeds.",
        ),
        ("You have three goats.", "four. my uncle gave us one", "en", "You have four goats; your uncle gave you one."),
        ("Deine Fähre geht um halb sieben.", "halb acht!", "de", "Deine Fähre geht um halb acht."),
        ("Your train leaves at half past six.", "quarter to seven", "en", "Your train leaves at quarter to seven."),
        ("Du ziehst im März um.", "im april erst", "de", "Du ziehst im April um."),
        ("Deine Tante ist Bühnenbildnerin.", "Kostümbildnerin", "de", "Deine Tante ist Kostümbildnerin."),
        ("You sail every third weekend.", "every SECOND weekend, thanks", "en", "You sail every second weekend."),
        ("Trabajas en el turno de tarde.", "turno de mañana, lo demás bien", "es", "Trabajas en el turno de mañana."),
        ("Naciste en Córdoba, España.", "la de Argentina jaja", "es", "Naciste en Córdoba, la de Argentina."),
        ("You keep a rabbit.", "two rabbits now. Salt and Pepper", "en", "You keep two rabbits, Salt and Pepper."),
        ("Your exam is on 4 May.", "5th, not 4th!! she'd kill me", "en", "Your exam is on 5 May."),
        ("You row every Sunday.", "yes, only it's saturdays", "en", "You row every Saturday."),
        ("You broke your right wrist on ice.", "nearly. left wrist", "en", "You broke your left wrist on ice."),
        ("Tu hermana Inés es jueza.", "casi, es mi cuñada la que es jueza", "es", "Tu cuñada Inés es jueza."),
        ("Your son's name is Jon.", "Jonn, with two n's. otherwise yes", "en", "Your son's name is Jonn."),
        (
            "Du bist in Frankfurt am Main geboren.",
            "stimmt so, bis auf die stadt. Frankfurt an der Oder, nicht Frankfurt am Main",
            "de",
            "Du bist in Frankfurt an der Oder geboren.",
        ),
        ("Tienes dos perros.", "uno, que Kira se escapó", "es", None),
        ("Tienes dos perros.", "tres, que Kira volvió", "es", "Tienes tres perros; Kira volvió."),
    ],
)
def test_it_takes_the_place_of_its_like(known: str, answer: str, language: str, text: str | None) -> None:
    assert exchanged(known, answer, language) == text


@pytest.mark.parametrize(
    ("known", "answer", "why"),
    [
        ("You have two sons aged 3 and 7 and 9 hens.", "8", "it may be any of three"),
        ("You don't eat pork.", "beef", "a no would become a yes of another thing"),
        ("The limit is 30 kg and oak.", "limit yes, oak is not decided", "it agrees to a part"),
        ("You swim and row on Fridays.", "thursdays, since may", "of which of the two it is said is open"),
        ("You live in Bath.", "four?", "it asks"),
        ("You have a cat.", "lovely weather", "it is about nothing of it"),
        ("You play netball.", "nearly", "two words that only begin alike"),
        ("You said: “three goats, all rude”", "four", "what they said they said"),
        ("Your mother is a nurse.", "my father", "of him nothing was said"),
        ("You have three goats.", "four. she gave us one", "nobody knows who she is"),
    ],
)
def test_what_is_not_plain_is_left_alone(known: str, answer: str, why: str) -> None:
    assert exchanged(known, answer, "en") is None, why


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("16th oops", "16th"),
        ("sorry, typo: Maren", "typo: Maren"),
        ("in may, otherwise fine", "in may"),
        ("seis, pero sí", "seis"),
        ("no", "no"),
    ],
)
def test_what_is_around_it_is_taken_off(answer: str, said: str) -> None:
    assert without_assent(answer) == said
