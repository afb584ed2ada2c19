"""The intent cards: what is shipped can be used, and a broken one stops the start and is named."""

from pathlib import Path
from typing import get_args

import pytest

from shared.contracts.understanding import Reading
from shared.intents.card import DOES, CardError, Parameter, load_cards, read_card

pytestmark = pytest.mark.row("U1")

LIVE = {
    *("add_knowledge", "correct_knowledge", "ask_question", "ask_about_past_input", "summarize_engagement"),
    *("remember_about_me", "forget_about_me", "general_conversation", "help", "close_conversation"),
}
STUBS = {"schedule_task", "share_engagement", "export_data", "manage_settings"}
GOOD = """+++
name = "weather"
version = 1
live = true
when = "The person talks about the weather."
boundary = "Asking for a forecast is not talking about the weather."
examples = ["It rains again."]
parameters = ["query"]
operation = "none"
reply_needs = ["history"]
axes = { destination = "stream", consumer = "human", semantics = "interpret" }
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
    assert card.axes.model_dump() == {"destination": "stream", "consumer": "human", "semantics": "interpret"}


def test_the_ten_live_intents_and_the_four_stubs_are_shipped() -> None:
    assert {name for name, card in load_cards().items() if card.live} == LIVE
    assert {name for name, card in load_cards().items() if not card.live} == STUBS


def test_each_operation_is_done_by_one_intent_alone() -> None:
    done = sorted(card.operation for card in load_cards().values() if card.operation != "none")
    assert done == sorted(DOES)


@pytest.mark.parametrize(
    ("name", "needs"),
    [
        ("ask_question", {"quotes"}),
        ("ask_about_past_input", {"spoken", "quotes"}),
        ("summarize_engagement", {"summary", "quotes", "waiting"}),
    ],
)
def test_what_answers_from_memory_asks_for_it(name: str, needs: set[str]) -> None:
    assert needs <= set(load_cards()[name].reply_needs)


@pytest.mark.row("U2")
def test_every_parameter_is_a_field_of_a_reading() -> None:
    assert set(get_args(Parameter)) <= set(Reading.model_fields)


def test_no_example_stands_on_two_cards() -> None:
    examples = [example.casefold() for card in load_cards().values() for example in card.examples]
    assert len(examples) == len(set(examples))


def test_a_boundary_names_only_intents_that_there_are() -> None:
    words = {word.strip('.,:;"()') for card in load_cards().values() for word in card.boundary.split() if "_" in word}
    assert words <= set(load_cards())


@pytest.mark.parametrize("name", sorted(STUBS))
def test_a_stub_does_nothing_and_says_so(name: str) -> None:
    card = load_cards()[name]
    assert (card.operation, card.parameters) == ("none", ())
    assert any(said in card.reply for said in ("can't do that yet", "where it is done"))


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
        ('parameters = ["query"]', 'parameters = ["qeury"]'),
        ('parameters = ["query"]\n', ""),
        ('operation = "none"', 'operation = "everything"'),
        ('operation = "none"', 'operation = "remember"'),
        ('live = true\nwhen = "The person talks about the weather."', 'live = false\nwhen = ""'),
        ('reply_needs = ["history"]', 'reply_needs = ["secrets"]'),
        ('semantics = "interpret"', 'semantics = "interpets"'),
        (', semantics = "interpret"', ""),
        ("+++\nname", "Words before the fence\n+++\nname"),
    ],
)
def test_a_broken_card_is_refused_and_its_file_named(tmp_path: Path, was: str, broken: str) -> None:
    assert GOOD.count(was) == 1
    with pytest.raises(CardError, match=r"weather\.md"):
        read_card(_card(tmp_path, GOOD.replace(was, broken)))


def test_a_stub_that_would_do_something_is_refused(tmp_path: Path) -> None:
    stub = GOOD.replace("live = true", "live = false").replace('"none"', '"remember"')
    with pytest.raises(CardError, match="a stub does nothing"):
        read_card(_card(tmp_path, stub.replace('["query"]', '["personal_facts"]')))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe+++", b"+++\n+++\n"])
def test_a_file_that_is_no_card_at_all_is_refused_and_named(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "weather.md"
    path.write_bytes(content)
    with pytest.raises(CardError, match=r"weather\.md"):
        read_card(path)
