"""What a further sentence says of somebody stays with the sentence that named them."""

import pytest

from tests.unit.offline.test_facts_by_themselves import told

pytestmark = pytest.mark.row("U2")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "Mein Onkel lebt auf Föhr. Er fährt nie Auto, nur Rad.",
            ["Dein Onkel lebt auf Föhr; er fährt nie Auto, nur Rad."],
        ),
        ("Ich habe ein Pferd. Der hat Angst vor Traktoren.", ["Du hast ein Pferd; der hat Angst vor Traktoren."]),
        (
            "Wir haben einen Azubi, den Cem. Er ist sehr schüchtern.",
            ["Ihr habt einen Azubi, den Cem; er ist sehr schüchtern."],
        ),
        ("Bin seit Mai Oma!! Die Kleine heißt Tilda", ["Du bist seit Mai Oma; die Kleine heißt Tilda."]),
        ("der hund heißt Rex und hat Rheuma", ["Dein hund heißt Rex und hat Rheuma."]),
        ("Das ist Ronja, meine Chefin. Sie isst vegan.", ["Deine Chefin ist Ronja; sie isst vegan."]),
        (
            "Meine Vermieterin ist verreist. Sie kommt im Mai, bis dahin gieß ich ihre Blumen.",
            ["Deine Vermieterin ist verreist; sie kommt im Mai, bis dahin gießt du ihre Blumen."],
        ),
    ],
)
def test_german_sentences_about_somebody(said: str, kept: list[str]) -> None:
    assert told(said, "de") == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        (
            "Mi primo es Lucas. Conduce un tranvía y duerme de día.",
            ["Tu primo es Lucas; conduce un tranvía y duerme de día."],
        ),
        ("Vivo con mi tía. Toca el piano por las noches.", ["Vives con tu tía; toca el piano por las noches."]),
        (
            "Nuestra perra se llama Luna. Le dan miedo los truenos.",
            ["Vuestra perra se llama Luna; le dan miedo los truenos."],
        ),
        ("desde hoy soy tía!! el peque se llama Leo", ["Desde hoy eres tía; el peque se llama Leo."]),
        ("la gata se llama Mora y está ciega", ["Tu gata se llama Mora y está ciega."]),
        ("Esta es Inma, mi cuñada. Nunca come marisco.", ["Tu cuñada es Inma; nunca come marisco."]),
        ("Tengo dos hijos, Pau y Nil. Van a la guardería.", ["Tienes dos hijos, Pau y Nil; van a la guardería."]),
        ("Mi hermano es músico. Yo vivo en Cuenca.", ["Tu hermano es músico.", "Tú vives en Cuenca."]),
    ],
)
def test_spanish_sentences_about_somebody(said: str, kept: list[str]) -> None:
    assert told(said, "es") == kept


def test_a_subject_behind_its_verb_is_no_sign_that_one_is_missing() -> None:
    assert told("Vive conmigo mi abuela", "es") == ["Vive contigo tu abuela."]


def test_whom_it_means_was_named_before() -> None:
    said = "Unser Pflegekind Jo ist seit Mai da. Er ist sechs und mag es nicht, wenn man ihn anfasst."
    assert told(said, "de") == [
        "Euer Pflegekind Jo ist seit Mai da; er ist sechs und mag es nicht, wenn man ihn anfasst."
    ]
    assert told("Es gibt da noch die Frau Adam, meine Putzhilfe. Sie kommt montags.", "de") == [
        "Deine Putzhilfe ist Frau Adam; sie kommt montags."
    ]
