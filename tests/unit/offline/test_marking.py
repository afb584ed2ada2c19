"""What surely is only talk goes, where the person would be quoted with it or tells a story; what is told never does."""

import pytest

from shared.offline.facts.marking import (
    LIKELY,
    TalkOrTold,
    marked_words,
    pieces_of,
    tells_a_story,
    unannounced,
    without_talk,
)
from shared.offline.facts.personal import personal_facts
from shared.text.own_words import parted

pytestmark = pytest.mark.row("U2")

A_STORY = (
    "what a day, the tram broke down twice and then it hailed and the shop was shut, "
    "which is no joke, since my hip operation I can't stand for long, anyway, soup now and bed"
)

ANOTHER = (
    "so the train stood still for an hour and then the heating failed and, oh, I'm blind in one eye "
    "so I missed the sign, and by the time I got home the milk was off"
)


def told(said: str, language: str) -> list[str]:
    return [fact.text for fact in personal_facts(parted(said), said, language, in_project=False).kept]


def pieces(said: str) -> list[TalkOrTold]:
    return pieces_of(said, marked_words(said))


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        (
            A_STORY,
            "en",
            ["Since your hip operation you can't stand for long."],
        ),
        ("I was a baker for ten years. Loved every day of it.", "en", ["You were a baker for ten years."]),
        ("I sold the shop in May, couldnt face it", "en", ["You sold the shop in May."]),
        ("Ich hasse Telefonieren, sei so lieb und tipp", "de", ["Du hasst Telefonieren."]),
        (
            "bin übrigens auf einem auge blind, falls du dich wunderst warum ich so oft frag",
            "de",
            ["Du bist auf einem auge blind."],
        ),
        (
            ANOTHER,
            "en",
            ["You're blind in one eye."],
        ),
        ("uf qué día, el jefe gritando y el bus lleno, menos mal. Soy zurdo.", "es", ["Eres zurdo."]),
    ],
)
def test_talk_goes_where_it_would_be_quoted_or_is_most_of_it(said: str, language: str, kept: list[str]) -> None:
    assert told(said, language) == kept


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("I work nights, so dont ring me before noon", "en", "noon"),
        ("trabajo de noche, así que no me escribas por la mañana", "es", "mañana"),
        ("Ich arbeite nachts, also ruf mich bitte nie vor zwölf an", "de", "zwölf"),
        ("I'm slow at sums. dont make me count before noon", "en", "noon"),
    ],
)
def test_what_the_companion_is_to_do_stays(said: str, language: str, kept: str) -> None:
    assert any(kept in text for text in told(said, language))


def test_the_words_of_a_fact_are_still_the_persons_own_in_the_message() -> None:
    said = "rain, rain, and the bus was late again and I'm soaked. I've been a nurse since 1990. Oh well, tea."
    (fact,) = personal_facts(parted(said), said, "en", in_project=False).kept
    assert fact.text == "You've been a nurse since 1990."
    assert fact.own_words in said


def test_nothing_is_taken_off_what_only_tells_or_only_talks() -> None:
    for said in ("my sister is vegan and her son is called Ansel", "what a day", "so tired, back later", ""):
        found = pieces(said)
        assert without_talk(found, LIKELY, "en") in {said, ""}
        assert not tells_a_story(found)


def test_each_run_of_what_is_told_becomes_a_sentence() -> None:
    found = [
        TalkOrTold("hi, ", 1, 0.96),
        TalkOrTold("I moved, ", 2, 0.02),
        TalkOrTold("lol, ", 1, 0.96),
        TalkOrTold("and I paint", 3, 0.1),
    ]
    assert without_talk(found, LIKELY, "en") == "I moved. I paint"


def test_pieces_stand_between_marks_and_joining_words_and_hold_all_of_the_message() -> None:
    said = "ugh, I moved to Hull (finally) and my cat's called Pim 😀 so there"
    texts = [one.text for one in pieces(said)]
    assert "".join(texts) == said
    assert [text.strip() for text in texts] == [
        "ugh,",
        "I moved to Hull (",
        "finally)",
        "and my cat's called Pim 😀",
        "so there",
    ]


def test_what_the_reader_does_not_reach_is_not_taken_for_talk() -> None:
    said = "what a day, " * 80 + "I keep goats"
    assert without_talk(pieces(said), LIKELY, "en").endswith("I keep goats")


@pytest.mark.parametrize(
    ("said", "language", "kept"),
    [
        ("Ought to say I'm partially sighted", "en", "You're partially sighted."),
        ("for what it's worth down the line: I keep the sabbath", "en", "You keep the sabbath."),
        ("Anmerkung zu mir: Ich bin Linkshänder", "de", "Du bist Linkshänder."),
        ("para futuras conversaciones: soy celíaca", "es", "Eres celíaca."),
    ],
)
def test_what_announces_a_fact_goes(said: str, language: str, kept: str) -> None:
    assert told(said, language) == [kept]


@pytest.mark.parametrize(
    "said",
    [
        "I should mention that I'm partially sighted and that I'm deaf",
        "con el ruido no puedo dormir, tengo acúfenos",
        "Fliegen kommt für mich nicht infrage, ich habe Angst davor",
        "cricket's my thing, I umpire on Sundays",
        "would it help to know that I'm a night nurse?",
        "please give me metric, I grew up in Lyon",
        "merk dir, dass meine Frau Imke heißt",
        "my hunch is that I'm autistic",
        "I can't say that I'm a fan of opera",
        "with some luck I'm a mother by spring",
        "could be that I'm intolerant to lactose",
        "her letter: I have two wives",
        "my nephew yells: I hate maths",
        "and then she goes: I'm a pilot",
        "the jar on the shelf: I love the sun",
        "my greatest worry: I'm losing my sight",
        "im Chat stand: ich bin Veganerin",
        "su carta: tengo dos hijos",
    ],
)
def test_what_stands_in_front_and_says_more_than_that_it_is_said_stays(said: str) -> None:
    words = marked_words(said)
    assert unannounced(said, words)[0] == said
    kept = without_talk(pieces_of(said, words), LIKELY, "en")
    assert kept in {said, ""} or ":" not in said


@pytest.mark.parametrize(
    "said",
    [
        "I joke that I'm bipolar but I am not",
        "oh by the way I'm a millionaire, only kidding, lol, what a day it was",
        "my ex told me I'm selfish",
        "mein Bruder hat gesagt, ich bin geizig",
        "mi prima me dijo que soy tacaña",
        "my sister says I'm lactose intolerant, what a laugh, anyway",
        "ich hab geträumt dass ich schwanger bin, haha, was ein tag",
        "soy rica, es broma, jaja, qué más quisiera, en fin",
        "imagine for a second that I'm blind",
        "stell dir vor, ich habe sechs Kinder",
        "imagínate que soy torero",
        "I live in Turin. Sorry, Genoa",
        "I have a nut allergy. Not me, my daughter, typing too fast",
        "ich wohne in Bern, äh Basel, sorry",
        "I've got nine cats, nah, pulling your leg",
        "asking for a friend: I have a rash",
        "es ist nicht wahr, dass ich rauche",
    ],
)
def test_what_takes_a_fact_back_is_no_talk(said: str) -> None:
    assert marked_words(said) == []


def test_whom_a_sentence_means_stays_before_it() -> None:
    found = [
        TalkOrTold("what a day, ", 3, 0.96),
        TalkOrTold("my aunt rang, ", 3, 0.96),
        TalkOrTold("she's ill", 2, 0.1),
    ]
    assert without_talk(found, LIKELY, "en") == "my aunt rang, she's ill"


def test_a_long_run_of_marks_says_nothing() -> None:
    said = f"I keep geese{', ' * 40}and my brother is a tailor {'!' * 30}"
    assert told(said, "en") == ["You keep geese.", "Your brother is a tailor."]
