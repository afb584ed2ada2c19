"""What is said after an offer and is none of its business: another fact, or keys that were pressed by accident."""

import pytest

from deploy.training.labelled import read, training_files
from shared.intents.card import cards
from shared.llm.model import Question
from shared.offline.asked import asks_of_themself
from shared.offline.nonsense import is_nonsense
from shared.offline.offered import OfferShown
from shared.offline.understanding import read as understand
from shared.understanding import Continuation, Reading
from tests.evals.questions import offer_of


def heard(text: str, offered: str = "", language: str = "en", project: str | None = None) -> Reading:
    offer = offer_of(OfferShown("remember", (offered,))) if offered else None
    return understand(
        Question(text=text, language=language, project=project, cards=tuple(cards().values()), offer=offer)
    )


@pytest.mark.row("U4")
@pytest.mark.parametrize(
    ("offered", "text", "language"),
    [
        ("You're allergic to shellfish.", "I work at a bank", "en"),
        ("You're allergic to shellfish.", "I'm a vegetarian", "en"),
        ("You collect old maps.", "I'm a vegetarian", "en"),
        ("Your sister is vegan.", "I'm left-handed", "en"),
        ("Your birthday is on 3 May.", "I hate coriander", "en"),
        ("You work night shifts.", "I run marathons", "en"),
        ("Du wohnst in Bern.", "Ich spiele Cello", "de"),
        ("Du trinkst gern Tee.", "Ich lerne Polnisch", "de"),
        ("Eres alérgico al marisco.", "Trabajo en un banco", "es"),
        ("Vives en Berna.", "Tengo dos gatos", "es"),
        ("Tu hermana es vegana.", "Soy zurdo", "es"),
        ("Du bist allergisch gegen Nüsse.", "eigentlich wohne ich jetzt in Ulm", "de"),
        ("You're allergic to nuts.", "actually I live in Leeds now", "en"),
        ("Eres alérgico al marisco.", "en realidad ahora vivo en Vigo", "es"),
        ("Du hast eine Katze.", "übrigens bin ich Linkshänder", "de"),
    ],
)
def test_a_fact_that_shares_no_subject_with_the_offer_is_a_new_one(offered: str, text: str, language: str) -> None:
    reading = heard(text, offered, language)
    assert (reading.continuation, reading.intent) == (Continuation.TOPIC_SHIFT, "remember_about_me")
    assert len(reading.personal_facts) == 1


@pytest.mark.row("U4")
@pytest.mark.parametrize(
    ("offered", "text"),
    [
        ("You're allergic to shellfish.", "no, just shrimp"),
        ("You're allergic to shellfish.", "I'm only allergic to prawns"),
        ("You live in Bern.", "I live in Basel"),
        ("You have two cats.", "I have three now"),
        ("You prefer tea.", "I prefer green tea"),
        ("You work night shifts.", "only at weekends"),
        ("You play the cello.", "no, I play the viola"),
    ],
)
def test_a_correction_stays_one(offered: str, text: str) -> None:
    assert heard(text, offered).continuation is Continuation.REFINE


@pytest.mark.row("U1")
@pytest.mark.parametrize("text", ["asdf qwer 12", "hjkl", "qwertz asdfg", "jfkdsl jfkdsla", "123 456", "lkjhg fdsa"])
def test_nonsense_is_no_fact_and_nothing_is_asked_about_it(text: str) -> None:
    assert is_nonsense(text)
    for project in (None, "Garden"):
        reading = heard(text, project=project)
        assert (reading.intent, reading.personal_facts, reading.clarification) == ("general_conversation", (), None)
        assert reading.knowledge is None


@pytest.mark.parametrize("text", ["Angstschweiß", "hmm", "pssst", "brb", "property", "I like the Wert", "👍", "rhythm"])
def test_what_only_looks_a_little_like_it_is_none(text: str) -> None:
    assert not is_nonsense(text)


def test_nothing_that_people_say_is_taken_for_nonsense() -> None:
    taken = [one for one in read(training_files()) if one.offered is None and is_nonsense(one.text)]
    assert {one.intent for one in taken} <= {"general_conversation"}


@pytest.mark.row("M6")
@pytest.mark.parametrize(
    "text",
    [
        "What do I do for a living?",
        "How old am I?",
        "Where do I live?",
        "what's my name?",
        "do you know where I live?",
        "Wo wohne ich?",
        "Wie alt bin ich?",
        "Was mache ich beruflich?",
        "¿Cuántos años tengo?",
        "¿A qué me dedico?",
        "dónde vivo",
    ],
)
def test_a_question_about_oneself_is_one_for_memory_in_and_outside_of_a_project(text: str) -> None:
    assert asks_of_themself(text, surely=True)
    for project in (None, "Garden"):
        assert heard(text, project=project).intent == "ask_question"


@pytest.mark.row("M6")
@pytest.mark.parametrize("text", ["what's my shoe size?", "do I drink coffee?", "Mag ich Kaffee?", "¿Tengo mascotas?"])
def test_less_usual_ones_are_heard_so_outside_of_a_project_only(text: str) -> None:
    assert asks_of_themself(text)
    assert not asks_of_themself(text, surely=True)


@pytest.mark.parametrize(
    "text",
    [
        "What do I do now?",
        "what do you do for a living?",
        "how do I export my data?",
        "where do I click?",
        "Was mache ich jetzt?",
        "¿Qué hago ahora?",
        "What should I cook?",
        "what's my next task?",
        "Soy alérgico al marisco",
        "soy vegetariana",
        "Tengo dos gatos",
        "Me gusta el café",
        "I know where I live now, it's Leeds",
        "Where I live it rains all year",
        "Wo ich wohne, ist es ruhig",
        "Seitdem bin ich allergisch gegen Nüsse",
    ],
)
def test_other_questions_with_i_in_them_are_not_about_oneself(text: str) -> None:
    assert not asks_of_themself(text)


@pytest.mark.row("M25", "U3")
@pytest.mark.parametrize(
    ("text", "fact", "language"),
    [
        ("I'm Tom", "Your name is Tom.", "en"),
        ("hi, I'm Anna", "Your name is Anna.", "en"),
        ("Call me Tom", "You want to be called Tom.", "en"),
        ("my name is Thomas", "Your name is Thomas.", "en"),
        ("Nenn mich Tom", "Du möchtest Tom genannt werden.", "de"),
        ("Ich heiße Thomas", "Du heißt Thomas.", "de"),
        ("Soy Tomás", "Te llamas Tomás.", "es"),
        ("Hola, soy Ana", "Te llamas Ana.", "es"),
    ],
)
def test_who_says_what_they_are_called_tells_a_fact(text: str, fact: str, language: str) -> None:
    reading = heard(text, language=language)
    assert (reading.intent, [one.text for one in reading.personal_facts]) == ("remember_about_me", [fact])
    assert reading.confidence > 0.5


@pytest.mark.row("U3")
@pytest.mark.parametrize("text", ["I'm tired", "I'm German", "I'm Catholic", "Call me when you can", "I'm back"])
def test_what_is_no_name_is_none(text: str) -> None:
    facts = heard(text).personal_facts
    assert not [fact for fact in facts if "name" in fact.text]
