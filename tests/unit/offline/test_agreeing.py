"""A yes in front of a line: what is said with it, and what is told behind it."""

import pytest

from shared.intents.card import cards
from shared.llm.model import Question
from shared.offline.agreeing import Yes, agreed, agrees_aloud, agrees_outright
from shared.offline.offered import OfferShown
from shared.offline.understanding import read
from shared.understanding import Continuation
from tests.evals.questions import offer_of

pytestmark = pytest.mark.row("U4")


@pytest.mark.parametrize(
    "text",
    [
        "siii porfa", "unbedingt", "Ich bitte darum.", "freilich", "Ja, sehr gern, vielen Dank!", "Déjelo guardado.",
        "uf, no sé... bueno sí, guárdalo", "You may, dear. Thank you for asking so nicely.", "yh fr its real",
        "that would be lovely, thank you", "obviously! that's the kind of thing I'd want you to know",
        "gern, dann muss ich es nicht jedem erklären", "I think so, yes. She'd be ok with it", "sure why not", "👍🏽",
    ],
)  # fmt: skip
def test_a_yes_is_heard_in_many_words(text: str) -> None:
    assert agrees_outright(text)


@pytest.mark.parametrize(
    "text",
    [
        "yesterday was long",
        "please",
        "and?",
        "no. yes",
        "siempre",
        "right, what's for dinner?",
        "yes, it's with a k",
        "",
    ],
)
def test_what_only_sounds_like_it_is_none(text: str) -> None:
    assert not agrees_outright(text)


@pytest.mark.parametrize("text", ["keep it", "oh, keep it please", "behalt es", "guárdalo, por favor"])
def test_an_order_to_keep_it_agrees_to_nothing_that_would_go(text: str) -> None:
    assert agrees_outright(text)
    assert not agrees_outright(text, keeping=False)
    for items in (("You smoke.",), ("You smoke.", "You smoked.")):
        offer = offer_of(OfferShown("retract" if len(items) == 1 else "candidates", items))
        question = Question(text=text, language="en", project=None, cards=tuple(cards().values()), offer=offer)
        assert read(question).continuation is Continuation.DECLINE


def test_what_is_said_behind_it_is_kept_apart() -> None:
    assert agreed("Sure, and my teacher's called Ona") == Yes("my teacher's called Ona", parted=True)
    assert agreed("yes it's on Tuesdays") == Yes("it's on Tuesdays", parted=False)
    assert agreed("no, and my teacher's called Ona") is None


def test_a_word_to_begin_with_is_no_yes_to_anything() -> None:
    assert not agrees_aloud("okay, and how long do I boil it")
    assert agrees_aloud("yes please, and how long do I boil it")


@pytest.mark.parametrize(
    ("offered", "text", "language", "told"),
    [
        (
            "You've played the oboe for two years.",
            "Sure, and my dentist is called Ona",
            "en",
            "Your dentist is called Ona.",
        ),
        ("You keep bees.", "keep it. also I'm colour-blind", "en", "You're colour-blind."),
        ("Du kochst ohne Zwiebeln.", "ja, und mein Bruder heißt Veit", "de", "Dein Bruder heißt Veit."),
        ("Te gusta el arpa.", "va, y que mi abuela era de Jaca", "es", "Tu abuela era de Jaca."),
    ],
)
def test_a_fact_behind_a_yes_is_told_beside_it(offered: str, text: str, language: str, told: str) -> None:
    question = Question(
        text=text,
        language=language,
        project=None,
        cards=tuple(cards().values()),
        offer=offer_of(OfferShown("remember", (offered,))),
    )
    reading = read(question)
    assert (reading.intent, reading.continuation) == ("remember_about_me", Continuation.CONFIRM)
    assert [fact.text for fact in reading.personal_facts] == [told]
    assert reading.confidence >= 0.5, "else the router asks once more"


@pytest.mark.parametrize(
    "text", ["yes, but only at weekends", "ok, and also I'm a plumber", "yes, it's spelt with a k"]
)
def test_what_says_more_of_it_or_only_goes_on_is_no_plain_yes(text: str) -> None:
    offer = offer_of(OfferShown("remember", ("You work nights.",)))
    question = Question(text=text, language="en", project=None, cards=tuple(cards().values()), offer=offer)
    assert read(question).continuation is not Continuation.CONFIRM


@pytest.mark.parametrize("text", ["everywhere. no exceptions", "überall!", "en todos, por favor"])
def test_where_it_is_to_hold_is_a_yes_to_holding_it_in_all_projects(text: str) -> None:
    offer = offer_of(OfferShown("cross_promote", ("You indent with two spaces.",)))
    question = Question(text=text, language="en", project="Parser", cards=tuple(cards().values()), offer=offer)
    assert read(question).continuation is Continuation.CONFIRM


@pytest.mark.parametrize(
    ("shown", "text", "meant"),
    [
        ("You don't eat pork.", "no, the one about fasting", "fasting"),
        ("You take iron.", "not the pills, the panic attacks one", "panic attacks"),
        ("You had your knee mended.", "nah the one that says I can't run, I can now", "you can't run"),
        ("Tienes carnet de moto.", "no, al de camión, ya caducó", "camión"),
        ("Du hast einen Hund.", "nein, das andere, mit der Katze", "der Katze"),
    ],
)
def test_instead_of_the_one_that_was_asked_about_another_is_to_go(shown: str, text: str, meant: str) -> None:
    offer = offer_of(OfferShown("retract", (shown,)))
    reading = read(Question(text=text, language="en", project=None, cards=tuple(cards().values()), offer=offer))
    assert (reading.intent, reading.continuation) == ("forget_about_me", Continuation.TOPIC_SHIFT)
    assert reading.forget_description == meant


@pytest.mark.parametrize(
    "text", ["poor Pepe... no, no, leave it there", "pobre... que se quede", "bitte nicht löschen"]
)
def test_that_it_is_to_stay_is_a_no_wherever_it_is_said(text: str) -> None:
    offer = offer_of(OfferShown("retract", ("You have a parrot.",)))
    question = Question(text=text, language="en", project=None, cards=tuple(cards().values()), offer=offer)
    assert read(question).continuation is Continuation.DECLINE
