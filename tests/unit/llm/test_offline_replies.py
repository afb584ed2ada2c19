"""What the offline engine says, and when: in each language that it speaks."""

import pytest

from shared.ids import new_id
from shared.intents.card import cards
from shared.llm.model import Brief, Question
from shared.llm.offline.engine import OfflineModel
from shared.llm.offline.language import SPOKEN, language_of
from shared.llm.offline.replies import compose, templates
from shared.llm.offline.understanding import intent_of

pytestmark = pytest.mark.row("P5")


def _brief(text: str, language: str = "en", card: str = "general_conversation") -> Brief:
    return Brief(new_id(), text, cards()[card], language, "Ada", (), first_turn=False)


@pytest.mark.parametrize("language", SPOKEN)
def test_every_template_can_be_said_with_any_name_and_there_are_several_for_each_occasion(language: str) -> None:
    spoken = templates(language)
    for variants in spoken.replies.values():
        assert len(set(variants)) > 1  # so that none has to come twice in a row
        for variant in variants:
            said = variant.format(companion="{Ada}")
            assert said
            assert ("{Ada}" in said) is ("{companion}" in variant)
    assert "{" not in spoken.first_time


@pytest.mark.parametrize(
    ("text", "language", "occasion"),
    [
        ("Hello!", "en", "greeting"),
        ("good morning, you", "en", "greeting"),
        ("Thanks!", "en", "thanks"),
        ("Where is my hat?", "en", "question"),
        ("I lost my hat.", "en", "statement"),
        ("Hola", "es", "greeting"),
        ("gracias", "es", "thanks"),
        ("Hallo", "de", "greeting"),
        ("Danke, das hilft", "de", "thanks"),
        ("Wo ist mein Hut?", "de", "question"),
    ],
)
def test_the_occasion_decides_what_is_said(text: str, language: str, occasion: str) -> None:
    assert compose(_brief(text, language)) in templates(language).replies[occasion]


def test_a_language_that_is_not_spoken_is_answered_in_english() -> None:
    assert compose(_brief("Ça va.", "fr")) in templates("en").replies["statement"]


@pytest.mark.parametrize(
    "text",
    [
        "help",
        "What can you do?",
        "How does this work?",
        "Who are you?",
        "Do you remember what I tell you?",
        "¿Qué puedes hacer?",
        "Was kannst du?",
        "Hilfe!",
    ],
)
def test_a_call_for_help_is_heard(text: str) -> None:
    assert intent_of(text)[0] == "help"


@pytest.mark.parametrize("text", ["Good morning!", "I helped my neighbour", "never mind", "Ich bin müde", "¿Y tú?"])
def test_conversation_is_not_taken_for_a_call_for_help(text: str) -> None:
    assert intent_of(text)[0] == "general_conversation"


@pytest.mark.parametrize(
    ("text", "otherwise", "language"),
    [
        ("What is the matter with you?", "de", "en"),
        ("¿Dónde está el perro?", "en", "es"),
        ("Wo ist der Hund?", "en", "de"),
        ("Lisbon", "es", "es"),
        ("Lisbon", "fr", "en"),
    ],
)
def test_the_language_is_told_by_its_small_words(text: str, otherwise: str, language: str) -> None:
    assert language_of(text, otherwise) == language


async def test_the_model_reads_and_speaks_by_these_rules() -> None:
    model = OfflineModel()
    reading = await model.ask(Question("Was kannst du?", "en", tuple(cards().values())))
    assert (reading.intent, reading.language, reading.alternatives) == ("help", "de", ("general_conversation",))
    brief = _brief("Was kannst du?", "de", "help")
    said = [piece async for piece in model.stream(brief)]
    assert len(said) > 1
    assert "".join(said) == compose(brief)
