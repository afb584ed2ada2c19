"""A no that says how it is instead is a correction; what would be broken by it stands behind what it is about."""

import pytest

from shared.intents.card import cards
from shared.llm.model import Question
from shared.offline.amending import amended
from shared.offline.offered import OfferShown
from shared.offline.understanding import read
from shared.understanding import Continuation, Reading
from tests.evals.questions import offer_of

pytestmark = pytest.mark.row("U4")


def heard(offered: str, answer: str, language: str = "en", *, kind: str = "remember") -> Reading:
    offer = offer_of(OfferShown(kind, (offered,)))
    return read(Question(text=answer, language=language, project=None, cards=tuple(cards().values()), offer=offer))


@pytest.mark.parametrize(
    ("offered", "answer", "language", "kept"),
    [
        ("You like opera.", "no, I hate it", "en", "About “You like opera.” you said: “no, I hate it”"),
        ("You drive to work.", "no, I walk", "en", "About “You drive to work.” you said: “no, I walk”"),
        (
            "Du fährst mit dem Auto zur Arbeit.",
            "nein, ich radle",
            "de",
            "Zu „Du fährst mit dem Auto zur Arbeit.“ hast du gesagt: „nein, ich radle“",
        ),
        (
            "Te gusta el tenis.",
            "no, prefiero el golf",
            "es",
            "Prefieres el golf.",
        ),
    ],
)
def test_a_no_that_says_how_it_is_corrects(offered: str, answer: str, language: str, kept: str) -> None:
    reading = heard(offered, answer, language)
    assert reading.continuation is Continuation.REFINE
    assert [fact.text for fact in reading.personal_facts] == [kept]


@pytest.mark.parametrize(
    "answer",
    ["no", "no I don't", "no, I don't want you to remember that", "no, I never said that", "no, I'd rather not"],
)
def test_a_no_that_says_nothing_else_stays_a_no(answer: str) -> None:
    assert heard("You drive to work.", answer).continuation is Continuation.DECLINE


def test_a_no_to_forgetting_is_no_correction() -> None:
    for answer in ("no, I cycle", "no, I hate it"):
        assert heard("You drive to work.", answer, kind="retract").continuation is Continuation.DECLINE


@pytest.mark.parametrize(
    ("offered", "answer", "language", "kept"),
    [
        ("You moved to Rome with your wife.", "with my husband", "en", "You moved to Rome with your husband."),
        ("Du bist Bäcker in Hamburg.", "in Bremen", "de", "Du bist Bäcker in Bremen."),
        ("Your name is Jon.", "with an h, John", "en", "Your name is John."),
        (
            "You moved to Cork last year.",
            "two years ago",
            "en",
            "About “You moved to Cork last year.” you said: “two years ago”",
        ),
        (
            "You have yoga every morning.",
            "in the evening not in the morning",
            "en",
            "About “You have yoga every morning.” you said: “in the evening not in the morning”",
        ),
        (
            "You go to bed at ten.",
            "more like midnight",
            "en",
            "About “You go to bed at ten.” you said: “more like midnight”",
        ),
        (
            "You take two tablets.",
            "three at noon and one at night",
            "en",
            "About “You take two tablets.” you said: “three at noon and one at night”",
        ),
        ("You work from home on Mondays.", "and on Fridays", "en", "You work from home on Mondays and on Fridays."),
        ("You can't eat nuts.", "peanuts only", "en", "About “You can't eat nuts.” you said: “peanuts only”"),
        (
            "Du trinkst gern Kaffee.",
            "lieber Tee",
            "de",
            "Zu „Du trinkst gern Kaffee.“ hast du gesagt: „lieber Tee“",
        ),
        ("Vives en Madrid.", "no, vivo en Lugo", "es", "Vives en Lugo."),
        (
            "Tu perro se llama Coco.",
            "Cocó con acento",
            "es",
            "Tu perro se llama Cocó.",
        ),
    ],
)
def test_a_part_goes_where_it_fits_and_is_quoted_where_it_does_not(
    offered: str, answer: str, language: str, kept: str
) -> None:
    assert [fact.text for fact in heard(offered, answer, language).personal_facts] == [kept]


def test_two_places_for_one_are_seen() -> None:
    kept = amended("Du bist Bäcker in Hamburg.", "in Bremen", "Du bist in Bremen in Hamburg.", "de")
    assert kept == "Zu „Du bist Bäcker in Hamburg.“ hast du gesagt: „in Bremen“"


@pytest.mark.parametrize(
    ("offered", "answer", "language"),
    [
        ("You run every evening.", "well, most evenings", "en"),
        ("You live with your aunt.", "no, alone", "en"),
        ("You're afraid of bees.", "not afraid, allergic", "en"),
        ("You're vegan.", "not quite, I still eat honey", "en"),
        ("Du spielst freitags Tennis.", "nur alle drei Wochen", "de"),
        ("Dein Sohn heißt Jan.", "Jan mit h, Jahn", "de"),
        ("Du arbeitest bei der Stadt.", "nein, mein Bruder", "de"),
        ("Du wohnst in Ulm.", "nicht mehr, jetzt Aalen", "de"),
        ("Du isst am Tag einen Teller Suppe.", "zwei", "de"),
        ("Dein Onkel heißt Karl.", "er ist mein Pate", "de"),
        ("Tu tío se llama Paco.", "es mi padrino", "es"),
        ("Tienes dos hijas.", "una hija y un hijo", "es"),
        ("No tomas leche.", "solo por la noche", "es"),
        ("No tomas leche.", "sí, pero sin lactosa", "es"),
        ("Vives en Cádiz.", "ya no, desde junio estoy en Jerez", "es"),
    ],
)
def test_what_would_not_be_a_sentence_is_quoted_with_what_it_is_about(offered: str, answer: str, language: str) -> None:
    reading = heard(offered, answer, language)
    assert reading.continuation is Continuation.REFINE
    [fact] = reading.personal_facts
    assert answer in fact.text
    assert offered in fact.text


@pytest.mark.parametrize(
    ("offered", "answer", "language", "kept"),
    [
        ("Your aunt lives in Hull.", "no no, Goole", "en", "Your aunt lives in Goole."),
        ("Bebes un vaso de vino al día.", "dos vasos", "es", "Bebes dos vasos de vino al día."),
        ("Du hast zwei Onkel.", "drei eigentlich", "de", "Du hast drei Onkel."),
        ("Deine Tante wohnt in Ulm.", "wohnte", "de", "Deine Tante wohnte in Ulm."),
        ("Du wohnst in Ulm.", "in der Nähe von Ulm", "de", "Du wohnst in der Nähe von Ulm."),
    ],
)
def test_what_goes_into_its_place_is_put_there(offered: str, answer: str, language: str, kept: str) -> None:
    reading = heard(offered, answer, language)
    assert reading.continuation is Continuation.REFINE
    assert [fact.text for fact in reading.personal_facts] == [kept]


@pytest.mark.parametrize("answer", ["yes, but keep it private", "sí, pero no lo guardes", "ja, aber nur hier"])
def test_whether_and_where_it_is_kept_is_no_correction(answer: str) -> None:
    assert heard("You live in Hull.", answer).continuation is not Continuation.REFINE


@pytest.mark.parametrize(
    ("offered", "answer"),
    [("Du trinkst keinen Kaffee.", "nur morgens"), ("Du hast am 3. Mai einen Termin.", "um neun")],
)
def test_how_much_or_when_it_is_so_is_no_mere_no(offered: str, answer: str) -> None:
    assert heard(offered, answer, "de").continuation is Continuation.REFINE
