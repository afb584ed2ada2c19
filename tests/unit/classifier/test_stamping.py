"""Whose words a reading stands on, whatever a model made of them."""

import pytest

from services.classifier.understanding import stamp_reading
from shared.contracts.assertions import Category
from shared.contracts.understanding import Continuation, Part, PersonalFact, Reading

pytestmark = pytest.mark.row("M20")


def a_reading(text: str, own_words: str, **more: object) -> Reading:
    fact = PersonalFact(text=text, own_words=own_words, category=Category.PROFILE)
    fields = {"intent": "remember_about_me", "confidence": 0.9, "personal_facts": (fact,), **more}
    return Reading.model_validate(fields)


def test_of_a_line_with_a_secret_nothing_of_its_words_is_passed_on() -> None:
    text = "my password is hunter2"
    read = a_reading(
        "Your password is hunter2.", text, knowledge=text, target=text, query=text, continuation=Continuation.REFINE
    )
    found = stamp_reading(read, text)
    assert "hunter2" not in found.model_dump_json()
    assert (found.intent, found.continuation) == ("remember_about_me", Continuation.NONE)


def test_a_secret_that_is_to_be_forgotten_is_looked_for() -> None:
    read = Reading(intent="forget_about_me", confidence=0.9, forget_description="PIN 1234")
    assert stamp_reading(read, "forget that my PIN is 1234") == read


@pytest.mark.parametrize(
    "text", ["[12:03] Anna: I'm pregnant", "Fwd: I'm pregnant", "look at this:\n[12:03] Anna: I'm pregnant"]
)
def test_what_somebody_else_wrote_tells_nothing_of_the_person(text: str) -> None:
    assert stamp_reading(a_reading("You are pregnant.", "I'm pregnant"), text).personal_facts == ()


def test_what_the_person_says_beside_it_stays() -> None:
    read = a_reading("You're vegan.", "I'm vegan")
    assert stamp_reading(read, "I'm vegan.\n[12:03] Anna: I'm pregnant").personal_facts == read.personal_facts


@pytest.mark.row("U11")
def test_beside_a_quotation_or_a_secret_nothing_is_taken_for_a_part() -> None:
    parts = (Part(intent="forget_about_me", text="forget it", confidence=0.9, forget_description="it"),) * 2
    read = Reading(intent="ask_question", confidence=0.9, parts=parts)
    assert stamp_reading(read, "forget it, and what is it?").parts == parts
    assert stamp_reading(read, "what is it?\n[12:03] Anna: forget it").parts == ()
    assert stamp_reading(read, "my PIN is 4711, and what is it?").parts == ()
