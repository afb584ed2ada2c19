"""A model that says it saved something, where nothing was: that is set right in our own words."""

import pytest

from services.responder.false_claims import claims_falsely
from shared.contracts.operations import Action
from tests.unit.responder.a_turn import a_turn, an_outcome

pytestmark = pytest.mark.row("M1")

CLAIMS = [
    "Lovely! I've saved that for you.",
    "I have now noted your allergy.",
    "Got it, I'll remember that.",
    "I will keep that in mind.",
    "Noted!",
    "That's saved. Anything else?",
    "Your birthday? It has been stored.",
    "Ich habe mir das gemerkt.",
    "Schön, ich merke mir das.",
    "Das ist jetzt gespeichert.",
    "Notiert!",
    "Perfecto, lo he guardado.",
    "Lo recordaré.",
    "Queda anotado.",
    "I have it noted.",
    "I just saved it.",
    "I'm going to remember that.",
    "Got it — saved to your memory.",
    "Ich hab's mir gemerkt.",
    "Das merke ich mir.",
    "Ist notiert.",
    "Ya lo guardé.",
    "He tomado nota.",
    "Me lo apunto.",
]
NONE = [
    "That sounds like a good evening.",
    "I haven't saved anything.",
    "I can't say that I've noted it.",
    "Shall I say that it is saved?",
    "I remember that you play the cello.",
    "You noted yesterday that it rained.",
    "If you say yes, I'll remember it.",
    "Once you agree, that is remembered.",
    "Ich habe nichts gespeichert.",
    "Wenn du ja sagst, merke ich mir das.",
    "No lo he guardado.",
    "Si dices que sí, lo recordaré.",
    "He saved the day, and the recipe too.",
    "Save the sauce for later.",
    "He saved it for the last day.",
    "Das merkt man sich leicht.",
    "Soll ich mir das merken?",
    "No tomo nota de nada.",
]


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_is_false_where_nothing_was_kept(claim: str) -> None:
    assert claims_falsely(claim, a_turn())
    assert claims_falsely(claim, a_turn(outcomes=(an_outcome(Action.HELD),)))


@pytest.mark.parametrize("words", NONE)
def test_what_claims_nothing_is_left_alone(words: str) -> None:
    assert not claims_falsely(words, a_turn())


@pytest.mark.parametrize("action", [Action.COMMITTED, Action.NOTED, Action.KNOWN])
def test_what_was_kept_may_be_called_so(action: Action) -> None:
    assert not claims_falsely("I've saved that.", a_turn(outcomes=(an_outcome(action),)))
