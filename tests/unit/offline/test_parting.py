"""A line that asks for different things falls into them; what is told in one breath does not."""

import pytest
from pydantic import JsonValue

from shared.contracts.understanding import Part
from shared.intents.card import load_cards
from shared.models.model import Question
from shared.models.parse_reading import reading_of
from shared.offline.read_line import read_line
from tests.model_stories import answer, question

pytestmark = pytest.mark.row("U11")


def parts_of(said: str, *, project: str | None = "Garden", language: str = "en") -> tuple[Part, ...]:
    return read_line(Question(text=said, language=language, project=project, cards=tuple(load_cards().values()))).parts


@pytest.mark.parametrize(
    ("language", "said", "known"),
    [
        (
            "en",
            "Note that the beds are 1.2 m wide, forget my old address, and what is the soil pH?",
            ("The beds are 1.2 m wide.", "my old address", "what is the soil pH"),
        ),
        (
            "es",
            "Anota que los bancales miden 1,2 m, olvida mi antigua direcci\u00f3n, y \u00bfcu\u00e1l es el pH?",
            ("Los bancales miden 1,2 m.", "mi antigua direcci\u00f3n", "\u00bfcu\u00e1l es el pH"),
        ),
    ],
)
def test_a_note_a_forgetting_and_a_question_are_three(language: str, said: str, known: tuple[str, ...]) -> None:
    parts = parts_of(said, language=language)
    assert [part.intent for part in parts] == ["add_knowledge", "forget_about_me", "ask_question"]
    assert tuple(part.knowledge or part.forget_description or part.query for part in parts) == known
    assert all(part.text in said for part in parts)


def test_a_fact_and_a_question_about_oneself_are_two() -> None:
    told, asked = parts_of("I'm allergic to nuts, and what do you know about me?", project=None)
    assert (told.intent, asked.intent) == ("remember_about_me", "ask_about_past_input")
    assert [fact.text for fact in told.personal_facts] == ["You're allergic to nuts."]


@pytest.mark.parametrize(
    "said",
    [
        "I'm allergic to nuts",
        "I always lock the door and forget my keys",
        "Don't let me forget my keys, please",
        "I like tea, my sister likes coffee, and we both like cake",
        "What should I remember, and what can I forget?",
        "Remember that I ski. Remember that I sail.",
        "My boss wrote: \u201cForget the plan, and what is the budget?\u201d",
        "If I were vegan, what would I put in a custard?",
        "Before I show this to the client, please forget that I ski",
        "My grandad used to say that eels are born at sea. Is that true?",
        "I don't do yoga any more, remove it",
        "Forget the first, forget the second, forget the third, and what is left?",
    ],
)
def test_what_is_one_thing_stays_whole(said: str) -> None:
    assert parts_of(said, project=None) == ()


def test_what_a_model_says_of_parts_counts_where_the_person_said_it() -> None:
    said = "I ski, forget my address"
    told: list[JsonValue] = [{"text": "You ski."}]
    ski: JsonValue = {"intent": "remember_about_me", "text": "I ski", "confidence": 0.9, "personal_facts": told}
    gone: JsonValue = {**FORGOTTEN, "text": "forget my address", "confidence": 2}
    made_up: JsonValue = {**FORGOTTEN, "text": "forget everything"}
    unknown: JsonValue = {"intent": "dance", "text": "I ski"}
    one, other = reading_of(answer(parts=[made_up, ski, gone]), question(said)).parts
    assert (one.intent, [fact.text for fact in one.personal_facts]) == ("remember_about_me", ["You ski."])
    assert (other.confidence, other.forget_description) == (1.0, "address")
    several: list[JsonValue] = [[ski, unknown], [ski, made_up], [ski], "both", None, [1, None, {}]]
    for parts in several:
        assert reading_of(answer(parts=parts), question(said)).parts == ()


FORGOTTEN: dict[str, JsonValue] = {"intent": "forget_about_me", "forget_description": "address"}
