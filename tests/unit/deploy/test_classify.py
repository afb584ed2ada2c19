"""`make classify`: cases that carry only text, and the offer that is read off the companion's last line."""

import json

import pytest

from deploy.tools.classify import classify_cases, confirm_prediction, prediction_of, question_of
from deploy.tools.offer_from_transcript import standing_offer
from shared.contracts.operations import OfferKind
from shared.contracts.understanding import Reading
from shared.offline.engine import OfflineModel

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
        (
            "A butter crust works. One thing: hazel makes your throat swell, so should I know that in every project?",
            "ask_question",
            OfferKind.CROSS_PROMOTE,
            ("Hazel makes your throat swell.",),
        ),
        (
            "Would it help if I remembered beyond this project that flickering lights make you ill?",
            "add_knowledge",
            OfferKind.CROSS_PROMOTE,
            ("Flickering lights make you ill.",),
        ),
        (
            "Should I remember more generally that you live in Oslo and that your Norwegian is weak?",
            "add_knowledge",
            OfferKind.CROSS_PROMOTE,
            ("You live in Oslo.", "Your Norwegian is weak."),
        ),
        (
            "Notiert. Nachmittags bist du im Atelier, gilt das für alle Projekte?",
            "add_knowledge",
            OfferKind.CROSS_PROMOTE,
            ("Nachmittags bist du im Atelier.",),
        ),
        (
            "¿Eso de que solo trabajas con luz natural vale para todos tus proyectos?",
            "add_knowledge",
            OfferKind.CROSS_PROMOTE,
            ("Solo trabajas con luz natural.",),
        ),
        (
            "I heard: eldest of six; raised in Cork; can't whistle. Which should stay?",
            "remember_about_me",
            OfferKind.REMEMBER,
            ("Eldest of six.", "Raised in Cork.", "Can't whistle."),
        ),
        (
            "Dos cosas: tu tía es ceramista y tú tienes asma. ¿Guardo las dos?",
            "remember_about_me",
            OfferKind.REMEMBER,
            ("Tu tía es ceramista.", "Tú tienes asma."),
        ),
        (
            "Two things: that you fly from Lyon, and that you sit at the window. Both?",
            None,
            OfferKind.REMEMBER,
            ("You fly from Lyon.", "You sit at the window."),
        ),
        (
            "You sing alto. I'd like to remember that, if it's okay with you.",
            None,
            OfferKind.REMEMBER,
            ("You sing alto.",),
        ),
        (
            "He entendido que no comes cerdo, y que eres músico. ¿Guardo las dos?",
            None,
            OfferKind.REMEMBER,
            ("No comes cerdo.", "Eres músico."),
        ),
        ("Lo fijaría: llevas gafas desde niño. ¿De acuerdo?", None, OfferKind.REMEMBER, ("Llevas gafas desde niño.",)),
        ("I'd pin it: you use a lift. Okay?", None, OfferKind.REMEMBER, ("You use a lift.",)),
        (
            "Deine Frau ist Finnin. Wenn du magst, behalte ich es.",
            None,
            OfferKind.REMEMBER,
            ("Deine Frau ist Finnin.",),
        ),
        ("Tú cocinas. Si quieres lo guardo.", None, OfferKind.REMEMBER, ("Tú cocinas.",)),
        ("Which of these do you mean?\n#4 You row.\n#9 You swim.", None, OfferKind.RETRACT, ("You row.", "You swim.")),
        ("Ich habe „Du rauchst.“ Soll der Eintrag weg?", None, OfferKind.RETRACT, ("Du rauchst.",)),
        ("¿Añado al proyecto que los lunes se riega?", None, OfferKind.PROJECT_FACTS, ("Los lunes se riega.",)),
        (
            "You use a reader and type with one hand. Do I keep both, or one of them?",
            None,
            OfferKind.REMEMBER,
            ("You use a reader.", "You type with one hand."),
        ),
        (
            "I have “You live in Nice.” Now you say you moved to Lyon. Replace it, keep both, or drop the new one?",
            None,
            OfferKind.CLASH,
            ("You live in Nice.", "You moved to Lyon."),
        ),
        (
            "Shall I remember that your aunt, who is 81, moves in? 😉",
            None,
            OfferKind.REMEMBER,
            ("Your aunt, who is 81, moves in.",),
        ),
    ],
)
def test_the_offer_is_read_off_the_last_line(
    line: str, intent: str | None, kind: OfferKind, items: tuple[str, ...]
) -> None:
    offer = standing_offer(line, intent)
    assert offer is not None
    assert (offer.kind, tuple(item.shown_text for item in offer.items)) == (kind, items)


@pytest.mark.parametrize(
    ("line", "intent"),
    [
        ("I remember that.", "remember_about_me"),
        ("How was your day?", "general_conversation"),
        ("You've kept nothing about the dough so far. Do you know it?", "ask_question"),
        ("Are you home safe?", None),
        ("", None),
    ],
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
    told, agreed, refined, declined = await classify_cases(OfflineModel(), cases)
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


async def test_what_was_asked_for_is_heard_where_nobody_noted_it() -> None:
    fits = ("companion", "Two fit: #3 You row on Mondays. #8 You row in Ghent. Which of them do you mean?", None)
    (one,) = await classify_cases(
        OfflineModel(), [_case("the second one", ("person", "forget that I row", None), fits)]
    )
    assert (one["intent"], one["params"]["forget_description"]) == ("forget_about_me", "You row in Ghent.")  # type: ignore[index]


async def test_a_no_to_whether_anything_speaks_against_it_is_a_yes() -> None:
    asked = ("companion", "You sing alto. Would you mind if I kept that?", "remember_about_me")
    (one,) = await classify_cases(OfflineModel(), [_case("not at all", asked)])
    assert one["params"]["personal_facts"] == ["You sing alto."]  # type: ignore[index]


async def test_a_yes_with_another_fact_names_both() -> None:
    asked = ("companion", "You keep bees. Shall I remember that?", "remember_about_me")
    (one,) = await classify_cases(OfflineModel(), [_case("yes please, and my dentist is called Ona", asked)])
    assert one["params"]["personal_facts"] == ["You keep bees.", "Your dentist is called Ona."]  # type: ignore[index]


async def test_a_yes_to_a_change_of_the_project_is_that_change() -> None:
    asked = ("companion", "The note says 12 V. Should I replace it with 24 V?", "correct_knowledge")
    (agreed,) = await classify_cases(
        OfflineModel(), [_case("yes", ("user", "it's 24 volts", None), asked, project="Nets")]
    )
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
    assert confirm_prediction(question, {"params": {}}) == {"params": {}}
