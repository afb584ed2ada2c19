"""The intent cards: what is shipped can be used, and a broken one stops the start and is named."""

from pathlib import Path

import pytest

from shared.intents.card import CardError, cards, read_card
from shared.llm.offline.language import SPOKEN
from shared.llm.offline.replies import templates

pytestmark = pytest.mark.row("P1")

GOOD = """+++
name = "weather"
version = 1
live = true
when = "The person talks about the weather."
boundary = "Asking for a forecast is not talking about the weather."
examples = ["It rains again."]
operation = "none"
reply_needs = ["history"]
+++

Answer kindly.
"""


def _card(folder: Path, text: str, name: str = "weather.md") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_good_card_is_read(tmp_path: Path) -> None:
    card = read_card(_card(tmp_path, GOOD))
    assert (card.name, card.reply_needs, card.reply) == ("weather", ("history",), "Answer kindly.")


def test_the_cards_that_are_shipped_can_be_used() -> None:
    assert set(cards()) == {"general_conversation", "help"}
    assert all(card.live for card in cards().values())


@pytest.mark.parametrize(
    ("was", "broken"),
    [
        ("+++\nname", "name"),
        ("+++\n\nAnswer kindly.\n", ""),
        ("Answer kindly.", "  "),
        ('name = "weather"', 'name = "weather'),
        ('name = "weather"\n', ""),
        ("version = 1\n", ""),
        ("version = 1", "version = 0"),
        ('name = "weather"', 'name = "climate"'),
        ('name = "weather"', 'name = "Weather"'),
        ('name = "weather"', 'nmae = "weather"'),
        ("live = true", 'live = "perhaps"'),
        ("live = true", "live = true\nlive = false"),
        ('examples = ["It rains again."]', "examples = []"),
        ('examples = ["It rains again."]', "examples = [1]"),
        ('operation = "none"', 'operation = "everything"'),
        ('reply_needs = ["history"]', 'reply_needs = ["secrets"]'),
        ("+++\nname", "Words before the fence\n+++\nname"),
    ],
)
def test_a_broken_card_is_refused_and_its_file_named(tmp_path: Path, was: str, broken: str) -> None:
    assert GOOD.count(was) == 1
    with pytest.raises(CardError, match=r"weather\.md"):
        read_card(_card(tmp_path, GOOD.replace(was, broken)))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe+++", b"+++\n+++\n"])
def test_a_file_that_is_no_card_at_all_is_refused_and_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "weather.md"
    path.write_bytes(content)
    with pytest.raises(CardError, match=r"weather\.md"):
        read_card(path)


@pytest.mark.parametrize("language", SPOKEN)
def test_the_offline_engine_has_words_for_every_card(language: str) -> None:
    occasions = set(cards()) - {"general_conversation"} | {"greeting", "thanks", "question", "statement"}
    assert set(templates(language).replies) == occasions
