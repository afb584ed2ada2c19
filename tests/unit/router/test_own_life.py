"""Somebody speaks of ending or harming their own life: that is answered before anything else."""

import pytest

from services.router.routing import route
from shared.intents.card import cards
from shared.operations import TellOnly
from shared.turns import ClassifiedTurn
from shared.understanding import Continuation
from tests.unit.router.a_classified_turn import OFFER, VEGAN, a_turn

pytestmark = pytest.mark.row("P5")
OWN_LIFE = TellOnly(code="own_life")


def is_told(turn: ClassifiedTurn) -> bool:
    return route(turn, cards()).operations == (OWN_LIFE,)


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
