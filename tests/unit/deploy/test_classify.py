"""`make classify`: cases that carry only text, and the offer that is read off the companion's last line."""

import json

import pytest

from deploy.workshop.classify import classify, confirmed, prediction_of, question_of
from deploy.workshop.standing import standing_offer
from shared.llm.offline.engine import OfflineModel
from shared.operations import OfferKind
from shared.understanding import Reading

pytestmark = pytest.mark.row("U4")


@pytest.mark.parametrize(
    ("line", "intent", "kind", "items"),
    [
        (
            "Got it, you're allergic to shellfish. Should I remember that?",
            "remember_about_me",
            OfferKind.REMEMBER,
            ("You're allergic to shellfish.",),
        ),
        ("You like tea. Want me to keep that?", "remember_about_me", OfferKind.REMEMBER, ("You like tea.",)),
        (
            "Should I remember that your sister is vegan?",
            "remember_about_me",
            OfferKind.REMEMBER,
            ("Your sister is vegan.",),
        ),
        (
            "I found these: 1) You love jazz 2) You hate jazz. Which one?",
            "forget_about_me",
            OfferKind.RETRACT,
            ("You love jazz.", "You hate jazz."),
        ),
        (
            "I have “You smoke.” Is it this one, shall I take it back?",
            "forget_about_me",
            OfferKind.RETRACT,
            ("You smoke.",),
        ),
        (
            "The oven runs hot. Shall I remember that for all your projects?",
            "add_knowledge",
            OfferKind.CROSS_PROMOTE,
            ("The oven runs hot.",),
        ),
        ("The soil pH is 6.5. Shall I keep it?", "add_knowledge", OfferKind.PROJECT_FACTS, ("The soil pH is 6.5.",)),
        (
            "The note says the wolf tone is on G. Should I replace it with F sharp?",
            "correct_knowledge",
            OfferKind.PROJECT_FACTS,
            ("The note says the wolf tone is on G.",),
        ),
        (
            "Verstanden: Du verträgst keine Milch. Soll ich mir das merken?",
            "remember_about_me",
            OfferKind.REMEMBER,
            ("Du verträgst keine Milch.",),
        ),
        (
            "Te gustan los boleros. ¿Quieres que lo recuerde?",
            "remember_about_me",
            OfferKind.REMEMBER,
            ("Te gustan los boleros.",),
        ),
        (
            "Los lunes tienes coro. ¿Quieres que lo recuerde?",
            "remember_about_me",
            OfferKind.REMEMBER,
            ("Los lunes tienes coro.",),
        ),
        (
            "He entendido que tienes tres gatos. ¿Lo guardo?",
            "remember_about_me",
            OfferKind.REMEMBER,
            ("Tienes tres gatos.",),
        ),
        (
            "Fine, it is on the list. You're lactose intolerant: should this hold for all your projects?",
            "remember_about_me",
            OfferKind.CROSS_PROMOTE,
            ("You're lactose intolerant.",),
        ),
        (
            "Magst du, dass ich mir projektübergreifend merke, dass du am liebsten mit Linux arbeitest?",
            "add_knowledge",
            OfferKind.CROSS_PROMOTE,
            ("Du arbeitest am liebsten mit Linux.",),
        ),
        (
            "Me quedan dos apuntes: el telón mide 9 m, hay dos focos rotos. ¿Los conservo?",
            "add_knowledge",
            OfferKind.PROJECT_FACTS,
            ("El telón mide 9 m.", "Hay dos focos rotos."),
        ),
        (
            "Shall I add that chapter nine is finished?",
            "add_knowledge",
            OfferKind.PROJECT_FACTS,
            ("Chapter nine is finished.",),
        ),
        ("I have 30 days. Should I change it to 90?", "ask_question", OfferKind.PROJECT_FACTS, ("Change it to 90.",)),
        (
            "I put 12 °C into the project. And you have asthma: would you want that known outside this project?",
            "add_knowledge",
            OfferKind.CROSS_PROMOTE,
            ("And you have asthma.",),
        ),
        (
            "Two fit: number 2, you live in Cardiff, and number 11, you live near the canal. Which one do you mean?",
            "forget_about_me",
            OfferKind.RETRACT,
            ("You live in Cardiff.", "You live near the canal."),
        ),
        (
            "Number 10: you wear a size 44. Is it this one?",
            "forget_about_me",
            OfferKind.RETRACT,
            ("You wear a size 44.",),
        ),
        ("You like it short. Shall I remember that?", "ask_question", OfferKind.REMEMBER, ("You like it short.",)),
        (
            "Alles in Zoll. Soll das für sämtliche Projekte gelten?",
            "general_conversation",
            OfferKind.CROSS_PROMOTE,
            ("Alles in Zoll.",),
        ),
        (
            "Soll ich mir merken, dass du in Köln wohnst?",
            "remember_about_me",
            OfferKind.REMEMBER,
            ("Du wohnst in Köln.",),
        ),
    ],
)
def test_the_offer_is_read_off_the_last_line(line: str, intent: str, kind: OfferKind, items: tuple[str, ...]) -> None:
    offer = standing_offer(line, intent)
    assert offer is not None
    assert (offer.kind, tuple(item.shown_text for item in offer.items)) == (kind, items)


@pytest.mark.parametrize(
    ("line", "intent"),
    [("I remember that.", "remember_about_me"), ("How was your day?", "general_conversation"), ("", None)],
)
def test_a_line_that_asks_nothing_offers_nothing(line: str, intent: str | None) -> None:
    assert standing_offer(line, intent) is None


def _case(message: str, *history: tuple[str, str, str | None], project: object = None) -> dict[str, object]:
    told = [{"role": role, "content": content, "intent": intent} for role, content, intent in history]
    return {"id": "c1", "history": told, "message": message, "project": project}


async def test_cases_are_answered_line_by_line() -> None:
    offered = ("companion", "Got it, you're allergic to shellfish. Should I remember that?", "remember_about_me")
    cases = [
        _case("I'm allergic to shellfish", project="Garden"),
        _case("yes please", ("person", "I'm allergic to shellfish", None), offered),
        _case("no, just shrimp", ("user", "I'm allergic to shellfish", None), offered),
        _case("never mind", ("user", "I'm allergic to shellfish", None), offered),
    ]
    told, agreed, refined, declined = await classify(OfflineModel(), cases)
    assert (told["id"], told["intent"]) == ("c1", "remember_about_me")
    assert told["params"]["personal_fact"] == "You're allergic to shellfish."  # type: ignore[index]
    assert agreed["params"] == {
        "personal_fact": "You're allergic to shellfish.",
        "personal_facts": ["You're allergic to shellfish."],
        "continuation": "confirm",
    }
    assert (refined["intent"], refined["params"]["personal_fact"]) == (  # type: ignore[index]
        "remember_about_me",
        "You're allergic to shrimp.",
    )
    assert (declined["intent"], declined["params"]) == ("general_conversation", {"continuation": "decline"})
    json.dumps([told, agreed, refined, declined])


async def test_a_yes_to_a_change_of_the_project_is_that_change() -> None:
    asked = ("companion", "The note says 12 V. Should I replace it with 24 V?", "correct_knowledge")
    (agreed,) = await classify(OfflineModel(), [_case("yes", ("user", "it's 24 volts", None), asked, project="Nets")])
    assert (agreed["intent"], agreed["params"]) == ("correct_knowledge", {"continuation": "confirm"})


@pytest.mark.parametrize(
    ("project", "title"),
    [
        ("Garden", "Garden"),
        ({"title": "Garden"}, "Garden"),
        ({"id": 3}, "3"),
        (True, "a project"),
        (None, None),
        (False, None),
        ("", None),
    ],
)
def test_a_project_may_be_written_in_several_ways(project: object, title: str | None) -> None:
    assert question_of(_case("hello", project=project)).project == title


def test_below_the_gate_the_likeliest_intent_is_written_with_its_low_confidence() -> None:
    asks = Reading(
        intent="general_conversation",
        confidence=0.2,
        alternatives=("remember_about_me", "add_knowledge"),
        clarification="Shall I remember this about you, or note it in the project?",
    )
    prediction = prediction_of({"id": 1}, asks)
    assert (prediction["intent"], prediction["confidence"], prediction["alternatives"]) == (
        "remember_about_me",
        0.2,
        ["add_knowledge"],
    )


@pytest.mark.parametrize("history", [None, "nothing", [], ["text"], [{"role": "companion"}], [{}]])
def test_a_history_that_says_little_stops_nothing(history: object) -> None:
    question = question_of({"id": 1, "history": history, "message": "hello"})
    assert question.offer is None
    assert confirmed(question, {"params": {}}) == {"params": {}}
