"""A sentence of ours stands for the person's only where it surely says what they said; else they are quoted."""

import pytest

from shared.offline.facts.faithful import doubts, faithful, invented, lost
from shared.offline.facts.personal import personal_facts
from shared.offline.facts.reading import Fact
from shared.offline.facts.settling import quoted, settled
from shared.text.own_words import parted

pytestmark = pytest.mark.row("U2")


@pytest.mark.parametrize(
    ("said", "facts", "language"),
    [
        ("I'm allergic to shellfish", ["You're allergic to shellfish."], "en"),
        ("I'm vegan and I live in Ghent", ["You're vegan.", "You live in Ghent."], "en"),
        ("give me the facts", ["You want me to give you the facts."], "en"),
        ("ich esse kein Fleisch", ["Du isst kein Fleisch."], "de"),
        ("dejé el café porque me daba taquicardia", ["Dejaste el café porque te daba taquicardia."], "es"),
        ("mon frère est végétarien", ["Ton frère est végétarien."], "fr"),
    ],
)
def test_what_is_surely_right_is_used(said: str, facts: list[str], language: str) -> None:
    assert doubts(said, facts, language) == []


@pytest.mark.parametrize(
    ("rule", "said", "facts", "language"),
    [
        ("lost", "I read on paper, screens give me a headache", ["You read on paper."], "en"),
        ("lost", "we married in 2019", ["You married."], "en"),
        ("condition", "I drink decaf because I lie awake", ["You drink decaf.", "You lie awake."], "en"),
        ("condition", "ich schlafe schlecht, weil er schnarcht", ["Du schläfst schlecht, er schnarcht."], "de"),
        ("denied", "nobody but my gran says Rebecca", ["Your gran says Rebecca."], "en"),
        ("denied", "I eat fish", ["You don't eat fish."], "en"),
        ("invented", "I eat fish", ["You eat fish daily."], "en"),
        ("first_person", "I call my gran", ["You call my gran."], "en"),
        ("first_person", "non mangio da quando avevo sei anni", ["Non mangi da quando avevo sei anni."], "it"),
        ("nobody", "short answers", ["Short answers."], "en"),
        ("leaning", "she's called Ann, my cat", ["She is called Ann, your cat."], "en"),
        ("leaning", "I gave it up", ["You gave it up."], "en"),
        ("leaning", "er heißt Max, mein Hund", ["Er heißt Max, dein Hund."], "de"),
        ("half", "because I lie awake", ["Because you lie awake."], "en"),
        ("half", "wenn ich Kopfschmerzen hab", ["Wenn du Kopfschmerzen hast."], "de"),
        ("dangling", "I do everything with my right", ["You do everything with your."], "en"),
        ("broken", "took us 22 years", ["You took you 22 years."], "en"),
        ("broken", "ik woon op een boot", ["Je woon op een boot."], "nl"),
        ("doubled", "my wife's is 12 July", ["Your wife is is 12 July."], "en"),
        ("no_verb", "my sister at noon", ["Your sister at noon."], "en"),
        ("cut", "I like long walks", ["You like long walks…"], "en"),
        ("addressed", "I like how you explain", ["You like how I explain."], "en"),
        ("ordered", "don't schedule anything early", ["You don't schedule anything early."], "en"),
        ("other_language", "I am from the north of my country", ["Du bist aus dem Norden von deinem Land."], "en"),
        ("no_rules", "jestem wegetarianką", ["Jestem wegetarianką."], "pl"),
    ],
)
def test_each_rule_finds_what_it_is_there_for(rule: str, said: str, facts: list[str], language: str) -> None:
    assert rule in doubts(said, facts, language)
    assert not faithful(said, facts, language)


def test_words_count_in_every_form_and_numbers_only_as_they_are() -> None:
    assert lost("ich lese gern und trinke Tee", ["Du liest gern und trinkst Tee."], "de") == frozenset()
    assert lost("we married in 2019", ["You married in 2018."], "en") == {"2019"}
    assert invented("we married in 2019", ["You married in 2018."], "en") == {"2018"}


def test_nothing_at_all_is_faithful_to_nothing() -> None:
    assert not faithful("I'm vegan", [], "en")


# ---- what becomes of a message ----


def told(said: str, language: str = "en") -> list[str]:
    found = personal_facts(parted(said), said, language, in_project=False)
    assert all(fact.own_words in said for fact in found.kept)
    return [fact.text for fact in found.kept]


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        (
            "I only drink decaf because otherwise I lie awake",
            "en",
            "You only drink decaf because otherwise you lie awake.",
        ),
        (
            "I used to be a paramedic. Gave it up when my back went.",
            "en",
            "You used to be a paramedic; you gave it up when your back went.",
        ),
        ("ich schlafe schlecht, weil unser Hund schnarcht", "de", "Du schläfst schlecht, weil euer Hund schnarcht."),
    ],
)
def test_what_would_fall_apart_is_one_sentence(said: str, language: str, kept: str) -> None:
    assert told(said, language) == [kept]


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        (
            "please call me Bex, nobody but my gran says Rebecca",
            "en",
            "You said: “please call me Bex, nobody but my gran says Rebecca”",
        ),
        (
            "the mortgage is finally paid off!! took us 22 years",
            "en",
            "You said: “the mortgage is finally paid off!! took us 22 years”",
        ),
        (
            "trabajo de noche, así que no me escribas por la mañana",
            "es",
            "Dijiste: «trabajo de noche, así que no me escribas por la mañana»",
        ),
    ],
)
def test_what_is_not_sure_is_quoted_once_with_what_it_leans_on(said: str, language: str, kept: str) -> None:
    assert told(said, language) == [kept]


@pytest.mark.parametrize("said", ["I'm not.", "What should I do?", "09:12 - Lena: Ich bin schwanger!"])
def test_what_is_no_fact_is_none(said: str) -> None:
    assert settled(said, [Fact("You're not.", "I'm not"), Fact("What should you do?", said)][:1], "en") == []
    assert settled(said, [Fact("What should you do?", said)], "en") == []


def test_what_a_chat_shows_somebody_to_have_said_is_nobodys_fact_here() -> None:
    said = "14.03.26, 09:12 - Lena: ich bin schwanger"
    assert settled(said, [Fact("Du bist schwanger.", "ich bin schwanger")], "de") == []


def test_a_quotation_fits_on_a_card() -> None:
    long = quoted("I like " + "very " * 100 + "long walks", "de")
    assert len(long) <= 280
    assert long.startswith("Du hast gesagt: „I like very")
    assert long.endswith("…“")


# ---- corrections ----


def test_a_short_sentence_of_the_persons_own_words_is_in_their_language() -> None:
    assert doubts("ich hab ne Pollenallergie", ["Du hast ne Pollenallergie."], "de") == []
    assert doubts("me llamo Ada, no Adela", ["Te llamas Ada, no Adela."], "es") == []


def test_a_please_to_the_companion_is_no_sentence_to_the_person() -> None:
    said = "Ich bin gehörlos, also bitte nie anrufen"
    assert "ordered" in doubts(said, ["Du bist gehörlos, also bitte nie anrufen."], "de")


def test_an_order_that_other_words_are_said_to_mean_is_no_fact() -> None:
    said = "von nun an heißt jedes Nein von mir: merk dir, dass Kim Chef ist"
    assert settled(said, [Fact("Von nun an heißt jedes Nein von dir: merk dir, dass Kim Chef ist.", said)], "de") == []
