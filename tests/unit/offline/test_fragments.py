"""What people tell of themselves without a verb is told with the verb that can only be meant."""

import pytest

from shared.offline.facts.fragments import in_sentences
from shared.offline.lasting import Lasts, lasts
from tests.unit.offline.test_facts_by_themselves import told

pytestmark = pytest.mark.row("U2")


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("geschieden, 54, drei Söhne", ["Du bist geschieden und 54.", "Du hast drei Söhne."]),
        ("Zöliakie seit 2003, auch kein Dinkel", ["Du hast Zöliakie seit 2003, auch kein Dinkel."]),
        (
            "Krankenschwester, Nachtdienst, ein Hund",
            ["Du bist Krankenschwester.", "Du hast Nachtdienst und einen Hund."],
        ),
        ("kein Alkohol, seit 9 Jahren trocken", ["Du trinkst keinen Alkohol.", "Du bist seit 9 Jahren trocken."]),
        ("Bäckermeister, Bett um acht", ["Du bist Bäckermeister.", "Du gehst um acht ins Bett."]),
        ("Linkshänderin, 1,56", ["Du bist Linkshänderin, 1,56 m groß."]),
        ("Mutter von zwei, geschieden, 41", ["Du bist Mutter von zwei, geschieden und 41."]),
        ("Maurer, 30 Jahre", ["Du bist Maurer, 30 Jahre."]),
        ("Rufbereitschaft am 2. und 4. wochenende", ["Du hast Rufbereitschaft am 2. und 4. wochenende."]),
    ],
)
def test_german_fragments(said: str, kept: list[str]) -> None:
    assert told(said, "de") == kept


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("soltero, 51, dos gatas", ["Eres soltero.", "Tienes 51 años y dos gatas."]),
        ("enfermera, turno de noche", ["Eres enfermera.", "Tienes turno de noche."]),
        ("asma, inhalador siempre en el bolso", ["Tienes asma, inhalador siempre en el bolso."]),
        ("sin carnet, tren para todo", ["No tienes carnet, tren para todo."]),
        ("cerrajero, 20 años, ahora eléctrico", ["Eres cerrajero, 20 años, ahora eléctrico."]),
        ("16 años, primer curso, dislexia", ["Tienes 16 años.", "Estás en el primer curso.", "Tienes dislexia."]),
        ("jubilada de banca, radioaficionada", ["Estás jubilada de banca.", "Eres radioaficionada."]),
    ],
)
def test_spanish_fragments(said: str, kept: list[str]) -> None:
    assert told(said, "es") == kept


@pytest.mark.parametrize(
    ("said", "language"),
    [
        ("mein Bruder, Koch, 34", "de"),
        ("Tochter, 6, Asthma", "de"),
        ("Asthma, meine Tochter Neurodermitis", "de"),
        ("asma, mi hijo también", "es"),
        ("müde, hungrig, keine Lust", "de"),
        ("asthma beim jüngsten, inhalator im rucksack", "de"),
        ("mi hermana, enfermera, 34", "es"),
        ("cansada, hambrienta", "es"),
        ("Asthma, was tun", "de"),
        ("fiebre y asma, qué hago", "es"),
        ("asma, qué tomo", "es"),
        ("nurse, 34", "en"),
    ],
)
def test_of_others_and_of_moods_nothing_is_made(said: str, language: str) -> None:
    assert in_sentences(said, language) == []


def test_they_last() -> None:
    assert lasts("Witwer, 71, drei Hühner", "de") is Lasts.SURELY
    assert lasts("celíaca, ni trazas", "es") is Lasts.SURELY
    assert lasts("Lehrer", "de") is Lasts.NO
