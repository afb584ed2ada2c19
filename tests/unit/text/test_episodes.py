"""What happened is noted on request, and nothing else is taken for it."""

import pytest

from shared.contracts.assertions import Category
from shared.text.episodes import noted_episode
from tests.unit.offline.test_offline_understanding import reading

pytestmark = pytest.mark.row("M32")

NOTED = {
    "note that we met today": "we met today",
    "Please note that we finished the plan yesterday.": "we finished the plan yesterday.",
    "remember that I talked to Anna this morning": "I talked to Anna this morning",
    "notiere, dass wir uns heute getroffen haben": "wir uns heute getroffen haben",
    "Merk dir bitte, dass ich gestern bei Anna war": "ich gestern bei Anna war",
    "apunta que hoy nos hemos visto": "hoy nos hemos visto",
    "Anota que ayer hablé con Ana": "ayer hablé con Ana",
}


@pytest.mark.parametrize("text", NOTED)
def test_an_order_to_note_what_happened_is_read_as_one(text: str) -> None:
    assert noted_episode(text) == NOTED[text]
    read = reading(text, None)
    assert read.intent == "remember_about_me"
    (fact,) = read.personal_facts
    assert fact.own_words.strip(".") in text
    assert fact.category in set(Category)


@pytest.mark.parametrize(
    "text",
    [
        "note that I like tea", "we met today", "remember that I have an appointment today", "did we meet today?",
        "note that we meet tomorrow", "merk dir, dass ich heute einen Termin brauche", "apunta que vivo en Sevilla",
        "remember that I was born in Bern",
    ],
)  # fmt: skip
def test_nothing_else_is_an_episode(text: str) -> None:
    assert noted_episode(text) is None
