"""Which everyday lines get a fixed answer, which do not, and what is said."""

import re
from datetime import UTC, datetime
from itertools import pairwise
from string import Formatter

import pytest

from shared.contracts.ids import new_id
from shared.contracts.operations import Action
from shared.contracts.turns import ReplyContext
from shared.contracts.understanding import Reading
from shared.intents.card import load_cards
from shared.models.model import Question
from shared.offline.compose_reply import compose_reply
from shared.offline.fixed_answers.find_fixed import ABOUT_THE_COMPANION, NEEDS_A_MODEL, find_fixed_answers
from shared.offline.fixed_answers.table import SPOKEN, SUM, FixedAnswer, OpenWords, load_table, parse_phrase
from shared.offline.read_line import read_line
from shared.offline.templates import load_templates
from tests.golden.families import AS_IT_WAS, EVERYDAY
from tests.unit.responder.a_turn import a_brief, a_turn, an_exchange, an_offer, an_outcome

pytestmark = pytest.mark.row("U6")

SLOTS = {"name", "companion", "connect", "time", "date", "tomorrow", "yesterday", SUM}
EVENING = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)


def understood(line: str, language: str = "en", project: str | None = None) -> Reading:
    return read_line(Question(text=line, language=language, project=project, cards=tuple(load_cards().values())))


def said(line: str, language: str = "en", **more: object) -> str:
    """What is answered to a line, as it is understood."""
    reading = understood(line, language)
    person = {"companion_name": "Ada", "language": language, "time_zone": "Europe/Berlin"}
    fields = {"language": reading.language, "engagement_kind": "personal", "history": (an_exchange(),), **more}
    return compose_reply(a_brief(a_turn(line, reading.intent, **{"person": person, **fields})))


def lines() -> list[tuple[str, str, str]]:
    """Language, answer and line of every day; an empty answer where none is meant."""
    told = [(*case.partition(": ")[::2], name) for case, (name,) in EVERYDAY.accepted().items()]
    return [(language, "" if name == AS_IT_WAS else name, line) for language, line, name in told]


def every_answer() -> list[tuple[str, str, FixedAnswer]]:
    return [(language, name, answer) for language in SPOKEN for name, answer in load_table(language).answers.items()]


def asks(reply: str) -> bool:
    """Whether it asks the person something; an example in quotation marks does not."""
    return "?" in re.sub(r"“[^”]*”|„[^“]*“|«[^»]*»", "", reply)


# ---- which lines ----


def test_there_are_three_hundred_everyday_lines() -> None:
    assert len(lines()) >= 300


@pytest.mark.row("M1")
def test_nothing_is_kept_of_what_is_said_to_anybody() -> None:
    for language, name, line in lines():
        if name:
            reading = understood(line, language)
            assert reading.personal_facts == (), line
            assert reading.intent == ("help" if name in ABOUT_THE_COMPANION else "general_conversation"), line


@pytest.mark.row("U2")
@pytest.mark.parametrize(
    ("line", "language", "word"),
    [
        ("hello, I'm allergic to nuts", "en", "nuts"),
        ("good morning, I moved to Dresden", "en", "Dresden"),
        ("Hallo, ich bin allergisch gegen Nüsse", "de", "Nüsse"),
        ("hola, soy alérgica a los frutos secos", "es", "frutos"),
    ],
)
def test_a_fact_beside_a_greeting_still_counts(line: str, language: str, word: str) -> None:
    reading = understood(line, language)
    assert reading.intent == "remember_about_me"
    assert word in reading.personal_facts[0].text


def test_in_another_language_than_the_persons_it_is_answered_in_that_one() -> None:
    assert understood("guten Morgen", "en").language == "de"
    assert understood("¿qué hora es?", "en").language == "es"


@pytest.mark.row("M6")
def test_within_a_project_the_world_may_be_known() -> None:
    assert understood("who wrote Hamlet?", project="Theatre").intent == "ask_question"
    assert understood("what time is it?", project="Theatre").intent == "general_conversation"


# ---- what is said ----


def test_the_languages_have_the_same_answers() -> None:
    names = [set(load_table(language).answers) for language in SPOKEN]
    assert names[0] == names[1] == names[2]
    assert len(names[0]) >= 50
    assert names[0] >= ABOUT_THE_COMPANION | NEEDS_A_MODEL


@pytest.mark.parametrize(("language", "name", "answer"), every_answer())
def test_each_has_two_ways_to_say_it_that_need_no_name_and_ask_nothing(
    language: str, name: str, answer: FixedAnswer
) -> None:
    slots = [{slot for _, slot, _, _ in Formatter().parse(one) if slot} for one in answer.answers]
    assert set[str]().union(*slots) <= SLOTS, (language, name)
    plain = [one for one, needs in zip(answer.answers, slots, strict=True) if "name" not in needs and not asks(one)]
    assert len(plain) >= 2, (language, name)
    assert len(set(answer.answers)) == len(answer.answers)


@pytest.mark.parametrize(("language", "name", "answer"), every_answer())
def test_no_phrase_is_made_of_words_that_may_all_be_left_out(language: str, name: str, answer: FixedAnswer) -> None:
    for written in answer.asked:
        required = [part for part in parse_phrase(written) if isinstance(part, OpenWords) or not part.optional]
        assert required, (language, name, written)


def test_the_given_name_is_used_where_it_is_known_and_only_there() -> None:
    named = {said("hello", context=ReplyContext(own_name="Mia Berg"), turn_id=new_id()) for _ in range(60)}
    assert any("Mia" in one for one in named)
    assert not all("Mia" in one for one in named)
    assert not any("Berg" in one for one in named)
    assert not any("{" in said("hello") or "  " in said("hello") for _ in range(20))


@pytest.mark.parametrize(
    ("line", "language", "part"),
    [
        ("what time is it?", "en", "00:30"),
        ("Wie spät ist es?", "de", "00:30"),
        ("what day is it today?", "en", "Friday, 1 January 2027"),
        ("welcher Tag ist heute?", "de", "Freitag, der 1. Januar 2027"),
        ("¿qué día es mañana?", "es", "sábado, 2 de enero de 2027"),
        ("what day was yesterday?", "en", "Thursday, 31 December 2026"),
    ],
)
def test_the_clock_is_the_persons_own(line: str, language: str, part: str) -> None:
    assert part in said(line, language, activated_at=EVENING)


@pytest.mark.row("P5")
def test_the_same_answer_never_comes_twice_in_a_row() -> None:
    history = [an_exchange()]
    heard: list[str] = []
    for _ in range(40):
        turn_id = new_id()
        heard.append(said("thanks", turn_id=turn_id, history=tuple(history)))
        history.append(an_exchange(heard[-1], turn_id))
    assert all(one != other for one, other in pairwise(heard))


@pytest.mark.row("M29")
def test_where_a_question_follows_a_fixed_answer_asks_none() -> None:
    for language, name, line in lines():
        if name:
            reply = said(line, language, offer=an_offer())
            assert reply, line
            assert not asks(reply), line


@pytest.mark.parametrize(
    ("line", "language", "word"),
    [
        ("tell me a joke", "en", "language model"),
        ("what should I cook tonight?", "en", "language model"),
        ("who wrote Hamlet?", "en", "language model"),
        ("erzähl mir einen Witz", "de", "Sprachmodell"),
        ("¿cuál es la capital de Francia?", "es", "modelo de lenguaje"),
    ],
)
def test_what_needs_a_model_says_so_and_how_to_connect_one(line: str, language: str, word: str) -> None:
    for _ in range(10):
        reply = said(line, language)
        assert word in reply
        assert load_templates(language).connect in reply


@pytest.mark.parametrize("line", ["when is Ana's birthday?", "how tall was the tower in my dream?"])
def test_a_question_that_nothing_answers_is_not_said_to_be_noted_or_not(line: str) -> None:
    for _ in range(10):
        assert "noted" not in said(line)


def test_two_questions_get_two_answers_and_a_greeting_before_a_question_none() -> None:
    assert find_fixed_answers("Hi! What time is it? And who made you?", "en") is not None
    reply = said("Hi! What time is it? And who made you?")
    assert "10:30" in reply
    assert "Holdfast" in reply


def test_comfort_comes_also_where_a_reason_is_told() -> None:
    comfort = load_table("en").answers["stressed"].answers
    plain = [one for one in comfort if "{name}" not in one]
    assert said("I'm so stressed because the boiler is broken", understood={"intent": "general_conversation"}) in plain


@pytest.mark.row("M29")
def test_who_tells_a_fact_with_how_they_feel_hears_a_kind_word_before_the_question() -> None:
    turn = a_turn(
        "I feel so lonely since I moved to Bremen", "remember_about_me", history=(an_exchange(),),
        outcomes=(an_outcome(Action.HELD),), offer=an_offer(),
    )  # fmt: skip
    assert compose_reply(a_brief(turn)) in load_table("en").answers["lonely"].answers


@pytest.mark.row("U6")
def test_where_a_model_was_chosen_nobody_is_told_to_connect_one() -> None:
    for line in ("tell me a joke", "who wrote Hamlet?", "are you ChatGPT?"):
        turn = a_turn(line, engagement_kind="personal", history=(an_exchange(),))
        assert compose_reply(a_brief(turn, has_model=True)) in load_templates("en").replies["model_away"]
