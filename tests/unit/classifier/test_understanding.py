"""From an opened turn to the question, and from its answer to what the line carries."""

import pytest

from services.classifier.understanding import classify_turn, question_of, understanding_from
from shared.contracts.ids import new_id
from shared.contracts.notices import Attempt
from shared.contracts.operations import Offer
from shared.contracts.turns import ClassifiedTurn, EngagementKind, OpenedTurn, TurnLine
from shared.contracts.understanding import ModelUse, Reading
from shared.intents.card import load_cards
from shared.models.model import Read
from shared.testing.scripted_model import ScriptedModel
from tests.model_stories import exchange, near, offer, performed

CARDS = tuple(load_cards().values())
USED = ModelUse(provider="scripted", model="script", latency_ms=1.0, prompt="classifier/classify#1", prompt_version=4)


def opened(standing: Offer | None = None, **changed: object) -> OpenedTurn:
    lines = (TurnLine(line_id=new_id(), text="I sail"), TurnLine(line_id=new_id(), text="on lakes"))
    told = {"lines": lines, "standing": standing, "near": (near("You like tea."),), **changed}
    earlier = performed()
    fields = {name: getattr(earlier, name) for name in OpenedTurn.model_fields}
    return OpenedTurn.model_validate({**fields, "history": (exchange("a", "b"),), **told})


def test_a_question_holds_all_that_may_help_to_understand() -> None:
    turn = opened()
    asked = question_of(turn, CARDS)
    assert (asked.text, asked.project, asked.cards) == ("I sail\non lakes", "Garden", CARDS)
    assert (asked.history, asked.near, asked.corrections) == (turn.history, turn.near, turn.corrections)
    assert (asked.language, asked.may_spend) == ("en", True)


@pytest.mark.row("U4")
@pytest.mark.parametrize("may_answer", [True, False])
def test_an_offer_counts_only_when_these_lines_may_answer_it(may_answer: bool) -> None:  # noqa: FBT001  # a parameter
    standing = offer("You're tall.")
    asked = question_of(opened(standing, may_answer=may_answer), CARDS)
    assert asked.offer == (standing if may_answer else None)


def test_outside_of_a_project_there_is_none() -> None:
    asked = question_of(opened(engagement_kind=EngagementKind.PERSONAL, engagement_title="Your Story"), CARDS)
    assert asked.project is None


@pytest.mark.row("U1", "U5")
def test_an_understanding_has_the_axes_of_its_card_and_names_its_source() -> None:
    understanding = understanding_from(Read(Reading(intent="remember_about_me", confidence=0.9), USED), load_cards())
    assert understanding.axes == {"destination": "file", "consumer": "human", "semantics": "interpret"}
    assert (understanding.source.prompt, understanding.source.prompt_version) == ("classifier/classify#1", 4)


def test_an_intent_that_no_card_has_is_conversation_and_nothing_is_sure() -> None:
    reading = Reading(intent="weather", confidence=0.9, alternatives=("help", "weather"))
    understanding = understanding_from(Read(reading, USED), load_cards())
    assert (understanding.intent, understanding.confidence) == ("general_conversation", 0.0)
    assert understanding.alternatives == ("help",)


async def test_the_classifier_hears_an_opened_turn_and_says_a_classified_one() -> None:
    model = ScriptedModel(reading=Reading(intent="ask_question", confidence=0.8, query="sailing"))
    turn = opened()
    classified = await classify_turn(model, turn, Attempt(1, 1, 1))
    assert isinstance(classified, ClassifiedTurn)
    assert (classified.turn_id, classified.understanding.query) == (turn.turn_id, "sailing")
    assert len(model.questions) == 1
