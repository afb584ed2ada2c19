"""The offline engine tells the language of a line among those that it speaks."""

import pytest

from shared.llm.offline.language import language_of

pytestmark = pytest.mark.row("P5")


@pytest.mark.parametrize(
    ("text", "otherwise", "language"),
    [
        ("What is the matter with you?", "de", "en"),
        ("¿Dónde está el perro?", "en", "es"),
        ("Wo ist der Hund?", "en", "de"),
        ("vergiss es", "en", "de"),
        ("Vergiss meinen Hund", "en", "de"),
        ("rückgängig", "en", "de"),
        ("olvida a mis hijos", "en", "es"),
        ("deshacer", "en", "es"),
        ("Hablo chino", "en", "es"),
        ("Lisbon", "es", "es"),
        ("Lisbon", "fr", "en"),
    ],
)
def test_the_language_is_told_by_its_small_words(text: str, otherwise: str, language: str) -> None:
    assert language_of(text, otherwise) == language
