"""Somebody speaks of ending or harming their own life: that is answered before anything else."""

from typing import Any

import pytest

from services.router.routing import plan_operations
from shared.contracts.operations import TellOnly
from shared.contracts.turns import ClassifiedTurn
from shared.contracts.understanding import Continuation, Reading
from shared.intents.card import load_cards
from shared.models.parse_reading import reading_of
from tests.model_stories import answer, question
from tests.unit.router.a_classified_turn import OFFER, VEGAN, a_turn

pytestmark = pytest.mark.row("P5")
OWN_LIFE = TellOnly(code="own_life")


def is_told(turn: ClassifiedTurn) -> bool:
    return plan_operations(turn, load_cards()).operations == (OWN_LIFE,)


@pytest.mark.parametrize(
    "said",
    [
        "I want to kill myself",
        "I want to die",
        "My dog is called Rex. I want to die.",
        "I don\u2019t want to be here any more",
        "i dont want to live anymore",
        "I can't go on living",
        "everyone would be better off without me",
        "I'm thinking about suicide",
        "I wish I'd never been born",
        "there is no reason to live",
        "I've been cutting myself again",
        "It would be better if I were dead",
        "Es wäre besser, wenn ich tot wäre",
        "quiero desaparecer",
        "Ich will nicht mehr leben",
        "ich bring mich um",
        "Ich möchte mich umbringen",
        "Ohne mich wären alle besser dran",
        "Ich denke an Selbstmord",
        "Ich möchte mir etwas antun",
        "No quiero vivir más",
        "me quiero matar",
        "Me quiero morir",
        "ya no quiero estar aquí",
        "todos estarían mejor sin mí",
        "Voy a quitarme la vida",
    ],
)
@pytest.mark.parametrize("intent", ["general_conversation", "remember_about_me", "add_knowledge"])
def test_whatever_it_was_taken_for_and_whatever_stands_it_is_answered_first(said: str, intent: str) -> None:
    assert is_told(a_turn(said, intent, personal_facts=(VEGAN,)))
    assert is_told(a_turn(said, intent, standing=OFFER, continuation=Continuation.CONFIRM))


def test_what_only_the_model_hears_is_answered_as_firmly() -> None:
    read = reading_of(answer(own_life_in_danger=True), question("It's all packed. Thank you for everything."))
    assert is_told(a_turn("It's all packed. Thank you for everything.", **_fields(read)))
    unheard = reading_of(answer(own_life_in_danger="yes"), question("Thank you for everything."))
    assert not is_told(a_turn("Thank you for everything.", **_fields(unheard)))


def test_a_models_no_silences_nobody() -> None:
    read = reading_of(answer(own_life_in_danger=False), question("I want to kill myself"))
    assert not read.own_life_in_danger
    assert is_told(a_turn("I want to kill myself", **_fields(read)))


def _fields(read: Reading) -> dict[str, Any]:
    return {**dict(read), "standing": None}


@pytest.mark.parametrize(
    "said", ["My friend wants to kill himself, what do I do?", "Meine Tochter ritzt sich", "Mi amigo quiere suicidarse"]
)
def test_who_fears_for_another_is_pointed_to_help_and_nothing_is_held(said: str) -> None:
    turn = a_turn(said, "remember_about_me", personal_facts=(VEGAN,))
    assert plan_operations(turn, load_cards()).operations == (TellOnly(code="anothers_life"),)


@pytest.mark.parametrize("said", ["Je veux mourir", "死にたい", "Non voglio più vivere"])
def test_in_other_languages_the_plainest_words_are_heard(said: str) -> None:
    assert is_told(a_turn(said, "remember_about_me", personal_facts=(VEGAN,)))


@pytest.mark.parametrize(
    "said",
    [
        "this traffic kills me",
        "I'm dying to see it",
        "kill the process",
        "I want to die of embarrassment",
        "I cut myself shaving",
        "I killed myself laughing",
        "I don't want to live in Berlin any more",
        "I don't want to be here any more than you do",
        "Ich will nicht mehr in Berlin leben",
        "Das bringt mich um den Verstand",
        "Ich bringe mich um die Chance",
        "No quiero vivir más en Madrid",
        "Me quiero morir de risa",
        "my phone died",
        "what is this?\n> I want to die",
    ],
)
def test_other_lines_are_not_about_the_own_life(said: str) -> None:
    assert not is_told(a_turn(said))
