"""A no to some, a no that goes on, an order and one more fact: none of them keeps or rewords what was offered."""

import pytest

from services.router.continuations import SURE_ENOUGH
from shared.llm.model import Question
from shared.offline.offered import OfferShown
from shared.offline.understanding import read
from shared.understanding import Continuation, Reading
from tests.evals.questions import offer_of

pytestmark = pytest.mark.row("U4")
OLIVES = ("You like olives.",)
THREE = ("You play the violin.", "You drive a Volvo.", "Your mother is called Ruth.")


def answered(text: str, *items: str, kind: str = "remember", language: str = "en") -> Reading:
    return read(Question(text, language, None, (), offer=offer_of(OfferShown(kind, items))))


@pytest.mark.parametrize("kind", ["remember", "cross_promote", "project_facts"])
@pytest.mark.parametrize(
    "text",
    [
        "delete it",
        "erase that",
        "please erase it",
        "ok, delete it",
        "can you remove it",
        "that should go",
        "don't keep that",
        "let it go",
        "lösch das",
        "bitte löschen",
        "weg damit",
        "das soll weg",
        "bórralo",
        "borra eso",
        "quita eso",
        "puedes borrarlo",
        "no lo guardes",
    ],
)
def test_an_order_that_it_goes_is_a_no(text: str, kind: str) -> None:
    assert answered(text, *OLIVES, kind=kind).continuation is Continuation.DECLINE


@pytest.mark.parametrize("text", ["delete it", "please erase it", "bórralo", "weg damit"])
def test_to_forgetting_it_is_a_yes(text: str) -> None:
    assert answered(text, *OLIVES, kind="retract").continuation is Continuation.CONFIRM


@pytest.mark.parametrize("text", ["I was joking", "no, I was only kidding", "nein, das war Spaß", "era broma"])
def test_what_was_a_joke_is_not_kept(text: str) -> None:
    assert answered(text, *OLIVES).continuation is Continuation.DECLINE


@pytest.mark.row("U10")
@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("forget the violin and the car", (1, 2)),
        ("drop the last", (3,)),
        ("don't save the Volvo", (2,)),
        ("remove number 2", (2,)),
        ("delete all of them", ()),
        ("forget them", ()),
    ],
)
def test_of_several_those_that_are_to_go_are_named(text: str, gone: tuple[int, ...]) -> None:
    reading = answered(text, *THREE)
    assert (reading.continuation, reading.selection) == (Continuation.DECLINE, gone)


@pytest.mark.row("U10")
@pytest.mark.parametrize(
    ("text", "kept"),
    [("all but the last", (1, 2)), ("forget the violin, keep the rest", (2, 3)), ("todos menos Ruth", (1, 2))],
)
def test_where_it_is_said_the_others_are_kept(text: str, kept: tuple[int, ...]) -> None:
    reading = answered(text, *THREE)
    assert (reading.continuation, reading.selection) == (Continuation.SELECT, kept)


@pytest.mark.parametrize(
    ("item", "text", "language", "intent"),
    [
        ("Du arbeitest als Lehrerin.", "Vergiss, dass ich Thai spreche", "de", "forget_about_me"),
        ("Du arbeitest als Lehrerin.", "Lösche meine Adresse", "de", "forget_about_me"),
        ("You work as a teacher.", "forget that I speak Thai", "en", "forget_about_me"),
        ("You work as a teacher.", "remember that I work as a nurse", "en", "remember_about_me"),
        ("You work as a teacher.", "what do you know about my job?", "en", "ask_about_past_input"),
        ("Du sprichst Arabisch.", "Ich spreche Polnisch", "de", "remember_about_me"),
        ("You speak Arabic.", "I speak Polish", "en", "remember_about_me"),
        ("Hablas árabe.", "Hablo polaco", "es", "remember_about_me"),
        ("You play the cello.", "I play the viola", "en", "remember_about_me"),
        ("You like olives.", "I like tea", "en", "remember_about_me"),
    ],
)
def test_an_order_a_question_and_one_more_fact_are_no_rewording(
    item: str, text: str, language: str, intent: str
) -> None:
    reading = answered(text, item, language=language)
    assert (reading.continuation, reading.intent) == (Continuation.TOPIC_SHIFT, intent)


@pytest.mark.parametrize("text", ["please remember that", "ok, save that", "note that down please", "merk dir das"])
def test_an_order_to_remember_what_was_offered_is_a_yes(text: str) -> None:
    assert answered(text, *OLIVES).continuation is Continuation.CONFIRM


@pytest.mark.parametrize("text", ["list what you know about me", "zeig mir alles", "show me everything"])
def test_who_wants_to_see_something_agrees_to_nothing(text: str) -> None:
    assert answered(text, *OLIVES).continuation is Continuation.TOPIC_SHIFT


@pytest.mark.parametrize(
    ("item", "text", "language", "now"),
    [
        ("You're vegetarian.", "no, vegan", "en", "You're vegan."),
        ("You live in Berlin.", "no, it's Bern", "en", "You live in Bern."),
        ("You have two children.", "no, three", "en", "You have three children."),
        ("Du wohnst in Berlin.", "nein, Bern", "de", "Du wohnst in Bern."),
        ("Du sprichst Arabisch.", "nein, ich spreche Polnisch", "de", "Du sprichst Polnisch."),
        ("Tienes dos hijos.", "no, tres", "es", "Tienes tres hijos."),
        ("Vives en Berlín.", "no, en Berna", "es", "Vives en Berna."),
        ("You like dogs.", "no, only big ones", "en", "About “You like dogs.” you said: “no, only big ones”"),
        ("You like olives.", "I like green olives", "en", "You like green olives."),
    ],
)
def test_a_no_that_says_how_it_is_rewords_it(item: str, text: str, language: str, now: str) -> None:
    reading = answered(text, item, language=language)
    assert (reading.continuation, [fact.text for fact in reading.personal_facts]) == (Continuation.REFINE, [now])


@pytest.mark.parametrize(
    "text",
    ["no, sorry", "no, please", "no, not really", "no, thanks a lot", "no, not today", "no, only here", "no, mejor no"],
)
def test_a_mere_no_stays_one(text: str) -> None:
    assert answered(text, *OLIVES).continuation is Continuation.DECLINE


TO_KEEP = {
    "en": THREE,
    "de": ("Du spielst Geige.", "Du fährst einen Volvo.", "Deine Mutter heißt Ruth."),
    "es": ("Tocas el violín.", "Conduces un Volvo.", "Tu madre se llama Ruth."),
}


@pytest.mark.row("U10")
@pytest.mark.parametrize(
    ("text", "language", "kept"),
    [
        ("yes but not the Volvo", "en", (1, 3)),
        ("yes, not the Volvo", "en", (1, 3)),
        ("all except the Volvo", "en", (1, 3)),
        ("sure, except Ruth", "en", (1, 2)),
        ("yes, all without Ruth", "en", (1, 2)),
        ("ja, außer Ruth", "de", (1, 2)),
        ("ja, aber nicht die Geige", "de", (2, 3)),
        ("alle außer dem Volvo", "de", (1, 3)),
        ("sí, menos el violín", "es", (2, 3)),
        ("sí, pero no el violín", "es", (2, 3)),
        ("todo menos el Volvo", "es", (1, 3)),
    ],
)
def test_a_yes_to_all_but_some_keeps_the_others(text: str, language: str, kept: tuple[int, ...]) -> None:
    heard = answered(text, *TO_KEEP[language], language=language)
    assert (heard.continuation, heard.selection) == (Continuation.SELECT, kept)


@pytest.mark.row("U10")
@pytest.mark.parametrize("kind", ["remember", "project_facts"])
@pytest.mark.parametrize(
    ("text", "language", "gone"),
    [
        ("not the Volvo", "en", (2,)),
        ("not Ruth", "en", (3,)),
        ("no, not Ruth", "en", (3,)),
        ("just not Ruth", "en", (3,)),
        ("except the violin", "en", (1,)),
        ("not my mother please", "en", (3,)),
        ("no thanks Ruth", "en", (3,)),
        ("no thanks violin is private", "en", (1,)),
        ("no leave my mother out", "en", (3,)),
        ("No I never told you about my mother", "en", (3,)),
        ("no Ruth please no", "en", (3,)),
        ("neither the violin nor the Volvo", "en", (1, 2)),
        ("nicht mal die Geige", "de", (1,)),
        ("den Volvo nicht", "de", (2,)),
        ("ohne die Geige", "de", (1,)),
        ("no quiero que guardes el violín", "es", (1,)),
        ("el violín no", "es", (1,)),
        ("sin el violín", "es", (1,)),
        ("no 1 2 or 3", "en", ()),
        ("no to all three", "en", ()),
        ("not the violin or the Volvo or Ruth", "en", ()),
        ("nicht alle drei", "de", ()),
        ("nicht alle", "de", ()),
        ("no todos", "es", ()),
    ],
)
def test_a_no_to_some_of_several_keeps_none_of_them(text: str, language: str, gone: tuple[int, ...], kind: str) -> None:
    heard = answered(text, *TO_KEEP[language], kind=kind, language=language)
    assert (heard.continuation, heard.selection) == (Continuation.DECLINE, gone)


@pytest.mark.row("U10")
@pytest.mark.parametrize(
    "text", ["yes but not the violin or the Volvo or Ruth", "yes not all", "all but 1 2 and 3", "no, all except Ruth"]
)
def test_a_yes_that_leaves_none_and_a_no_that_leaves_some_are_asked_which(text: str) -> None:
    heard = answered(text, *THREE)
    assert (heard.continuation, heard.selection) == (Continuation.SELECT, ())


@pytest.mark.row("U10")
@pytest.mark.parametrize("kind", ["retract", "candidates"])
@pytest.mark.parametrize("text", ["nicht alle drei", "no 1 2 or 3", "nicht alle"])
def test_a_no_to_all_forgets_none_of_them(text: str, kind: str) -> None:
    assert answered(text, *THREE, kind=kind).continuation is Continuation.DECLINE


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("just no", "en"),
        ("just leave it", "en"),
        ("just don't", "en"),
        ("just stop", "en"),
        ("only no", "en"),
        ("just quit it", "en"),
        ("nur nicht", "de"),
        ("bloß keine Notiz", "de"),
        ("nur weg damit", "de"),
        ("im Leben nicht", "de"),
        ("solo no", "es"),
        ("sólo déjalo", "es"),
        ("solo olvídalo", "es"),
        ("a la basura", "es"),
    ],
)
def test_a_no_that_begins_like_a_limit_is_none_the_less_a_no(text: str, language: str) -> None:
    item = {"en": "You like olives.", "de": "Du magst Oliven.", "es": "Te gustan las aceitunas."}[language]
    assert answered(text, item, language=language).continuation is Continuation.DECLINE


@pytest.mark.parametrize(
    "text",
    [
        "yes but no",
        "yes but please don't",
        "yes, but leave it out",
        "yes but wait",
        "ja aber lass mal",
        "sí pero déjalo",
    ],
)
def test_a_yes_that_is_taken_back_rewords_nothing(text: str) -> None:
    assert answered(text, *OLIVES).continuation is not Continuation.REFINE


@pytest.mark.parametrize(
    ("text", "item"), [("one", OLIVES[0]), ("two", OLIVES[0]), ("mañana", OLIVES[0]), ("one", "You have one cat.")]
)
def test_a_bare_number_rewords_nothing_where_there_is_no_other(text: str, item: str) -> None:
    assert answered(text, item).continuation is not Continuation.REFINE


def to_go(text: str, *, choose: bool) -> Reading:
    offer = offer_of(OfferShown("candidates", THREE)).model_copy(update={"needs_choice": choose})
    return read(Question(text, "en", None, (), offer=offer))


@pytest.mark.row("M2")
@pytest.mark.parametrize("choose", [True, False])
@pytest.mark.parametrize(
    "text", ["not the Volvo", "keep the Volvo", "nicht den Volvo", "no el Volvo", "not the second"]
)
def test_of_what_may_be_forgotten_the_others_do_not_go_unsaid(text: str, *, choose: bool) -> None:
    reading = to_go(text, choose=choose)
    assert (reading.selection, reading.confidence < SURE_ENOUGH) == ((), True)


@pytest.mark.row("M2")
@pytest.mark.parametrize(
    "text",
    ["all but the Volvo", "the rest, not the Volvo", "alle außer den Volvo", "forget the others, keep the Volvo"],
)
def test_of_what_may_be_forgotten_the_others_go_where_that_is_said(text: str) -> None:
    assert to_go(text, choose=True).selection == (1, 3)


@pytest.mark.row("M2")
def test_a_yes_without_one_takes_the_others_only_where_all_were_asked_about() -> None:
    assert to_go("yes, but not the Volvo", choose=True).selection == ()
    assert to_go("yes, but not the Volvo", choose=False).selection == (1, 3)


@pytest.mark.parametrize("kind", ["remember", "cross_promote", "retract"])
@pytest.mark.parametrize("text", ["one", "One.", "uno", "eins", "the one", "2", "number 3"])
def test_a_mere_number_agrees_to_nothing(text: str, kind: str) -> None:
    assert answered(text, *OLIVES, kind=kind).confidence < SURE_ENOUGH


def test_the_number_that_was_shown_is_a_yes_to_forgetting_it() -> None:
    reading = answered("number 1", *OLIVES, kind="retract")
    assert (reading.continuation, reading.confidence > SURE_ENOUGH) == (Continuation.CONFIRM, True)


def test_a_number_still_corrects_a_number() -> None:
    reading = answered("three", "You have two cats.")
    assert [fact.text for fact in reading.personal_facts] == ["You have three cats."]


@pytest.mark.parametrize("kind", ["remember", "candidates", "project_facts"])
@pytest.mark.parametrize("text", ["die beiden", "las dos", "the four", "all four", "los cuatro"])
def test_of_another_number_of_things_than_there_are_it_is_asked_which(text: str, kind: str) -> None:
    assert answered(text, *THREE, kind=kind).confidence < SURE_ENOUGH


@pytest.mark.row("M2")
@pytest.mark.parametrize("kind", ["remember", "retract"])
@pytest.mark.parametrize(
    "text",
    ["forget everything you know about me", "vergiss alles, was du über mich weißt", "olvida todo lo que sabes de mí"],
)
def test_an_order_to_forget_all_is_no_answer_about_one_thing(text: str, kind: str) -> None:
    reading = answered(text, *OLIVES, kind=kind)
    assert (reading.continuation, reading.forget_everything) == (Continuation.TOPIC_SHIFT, True)


@pytest.mark.row("M2")
def test_forget_everything_may_mean_a_list_that_is_shown() -> None:
    assert answered("forget everything", *OLIVES, kind="retract").continuation is Continuation.TOPIC_SHIFT
    assert answered("forget everything", *THREE, kind="candidates").confidence < SURE_ENOUGH
