"""Lines that ask for words of their own: a loss, what the companion is, and all that is known."""

import pytest

from shared.contracts.operations import Action
from shared.contracts.turns import ReplyContext
from shared.contracts.understanding import Reading
from shared.intents.card import load_cards
from shared.models.model import Question
from shared.offline.compose_reply import compose_reply, tells_of_loss
from shared.offline.read_line import read_line
from shared.offline.templates import load_templates
from shared.own_life.hearing import help_abroad
from shared.text.plain_orders import asks_for_all, only_answers
from shared.wording.closing_question import left_for_later, manner_of
from shared.wording.outcomes import Occasion
from tests.unit.responder.a_turn import a_brief, a_quote, a_turn, an_exchange, an_offer, an_outcome

pytestmark = pytest.mark.row("P5")


def understood(text: str, project: str | None = None) -> Reading:
    return read_line(Question(text=text, language="en", project=project, cards=tuple(load_cards().values())))


def ways(occasion: str, language: str = "en") -> list[str]:
    spoken = load_templates(language)
    return [variant.replace("{connect}", spoken.connect) for variant in spoken.replies[occasion]]


def said(text: str, intent: str = "general_conversation", **more: object) -> str:
    return compose_reply(a_brief(a_turn(text, intent, **{"history": (an_exchange(),), **more})))


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("my dog died", "en"),
        ("I lost my job today", "en"),
        ("Mi abuela murió ayer", "es"),
        ("he perdido mi trabajo", "es"),
        ("Ich habe heute meine Arbeit verloren", "de"),
        ("Mein Hund ist gestorben", "de"),
    ],
)
def test_of_a_loss_sympathy_comes_first_and_no_thanks_for_it(line: str, language: str) -> None:
    words = load_templates(language).replies["sympathy"]
    assert said(line, language=language) in words
    held = (an_outcome(Action.HELD),)
    assert said(line, "remember_about_me", language=language, outcomes=held, offer=an_offer()) in words
    known = said(line, "remember_about_me", language=language, outcomes=(an_outcome(Action.KNOWN),))
    assert known.startswith(words)
    assert known not in words


@pytest.mark.parametrize("line", ["my phone died", "the server died", "I lost my job keys", "Mein Handy ist tot"])
def test_not_everything_that_ends_is_a_loss(line: str) -> None:
    assert not tells_of_loss(line)


ALL = [
    "hmm what do you know about me",
    "hallo, was weißt du über mich?",
    "list what you know",
    "what have you remembered?",
    "what do you know about me?",
    "was weißt du alles?",
    "Was hast du dir gemerkt?",
    "Zeig mir, was du weißt",
    "¿Qué recuerdas?",
    "¿qué sabes de mí?",
    "muéstrame lo que sabes",
]


@pytest.mark.parametrize("line", ALL)
def test_whoever_asks_for_all_is_told_all(line: str) -> None:
    assert understood(line).intent == "ask_about_past_input"
    quotes = tuple(a_quote(f"You like tea number {n}.", n, personal=True) for n in range(1, 12))
    reply = said(line, "ask_about_past_input", context=ReplyContext(quotes=quotes))
    assert all(f"tea number {n}." in reply for n in range(1, 12))
    assert "more" not in reply


@pytest.mark.parametrize("line", ["what is known here?", "Was ist hier bekannt?", "¿Qué se sabe aquí?"])
def test_in_a_project_all_is_what_the_project_holds(line: str) -> None:
    assert understood(line, "Garden").intent == "summarize_engagement"


def test_of_more_than_can_be_listed_it_is_said_how_many_there_are() -> None:
    quotes = tuple(a_quote(f"You like tea number {n}.", n, personal=True) for n in range(1, 31))
    for intent in ("ask_about_past_input", "summarize_engagement"):
        reply = said(ALL[0], intent, context=ReplyContext(quotes=quotes, unquoted=4))
        assert "22 more; the notebook has them all" in reply


@pytest.mark.parametrize(
    "line", ["what do you know about beech hedges?", "was weißt du über Buchen?", "what is known of it"]
)
def test_who_asks_for_something_is_told_what_fits(line: str) -> None:
    assert not asks_for_all(line)


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_who_speaks_of_ending_their_life_hears_where_help_is_and_nothing_else(language: str) -> None:
    outcomes = (
        an_outcome(Action.NONE, "own_life", mentioned=()),
        an_outcome(Action.NONE, "budget_used_up", mentioned=()),
    )
    reply = said("…", language=language, outcomes=outcomes, history=())
    assert reply in load_templates(language).replies[Occasion.OWN_LIFE]
    near = {"en": ("988", "116 123"), "de": ("0800 111 0 111", "142", "143"), "es": ("024", "988")}
    for named in ("112", "911", "findahelpline.com", *near[language]):
        assert named in reply


def test_in_a_language_that_is_not_spoken_here_one_sentence_of_it_stands_first() -> None:
    outcomes = (an_outcome(Action.NONE, "own_life", mentioned=()),)
    there, _, here = said("Je veux mourir", language="fr", outcomes=outcomes, history=()).partition("\n\n")
    assert there == help_abroad("Je veux mourir")
    assert here in load_templates("en").replies[Occasion.OWN_LIFE]


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_who_fears_for_another_hears_where_help_is_and_nothing_else(language: str) -> None:
    reply = said("…", language=language, outcomes=(an_outcome(Action.NONE, "anothers_life", mentioned=()),), history=())
    assert reply in load_templates(language).replies[Occasion.ANOTHERS_LIFE]
    assert "findahelpline.com" in reply
    assert "?" not in reply


def test_what_was_left_has_one_full_stop() -> None:
    outcome = an_outcome(Action.NONE, kind="leave_out", mentioned=(), left=("I have cats.",))
    assert "I have cats" in said(outcomes=(outcome,), text="Hm.")
    assert ".”." not in said(outcomes=(outcome,), text="Hm.")
    assert ".”." not in left_for_later((outcome,), manner_of(a_turn()))


@pytest.mark.row("M2")
@pytest.mark.parametrize(
    "line",
    [
        "sí",
        "klar",
        "yes please",
        "Ja, bitte!",
        "ok",
        "the second one",
        "las dos",
        "keep both",
        "👍",
        "no, gracias",
        "1",
    ],
)
def test_an_answer_tells_nothing_by_itself(line: str) -> None:
    assert only_answers(line)


@pytest.mark.parametrize("line", ["no, just shrimp", "yes, in Leeds", "ja, seit Mai", "tea", "sí, el mar"])
def test_an_answer_that_goes_on_tells_something(line: str) -> None:
    assert not only_answers(line)


@pytest.mark.parametrize(
    ("line", "what"),
    [
        *((line, "question") for line in ("wie lange dauert das", "who sat there", "quién llamó", "und wer war das")),
        *((line, "statement") for line in ("what a hat", "wie schön", "was für ein Hut", "how nice", "somehow tired")),
    ],
)
def test_a_question_without_its_mark_is_answered_like_one(line: str, what: str) -> None:
    assert said(line) in ways(what)
