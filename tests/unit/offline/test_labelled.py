"""The labelled utterances: the format is read as it is written, and a slip is named with its line."""

from pathlib import Path

import pytest

from deploy.training.labelled import (
    UTTERANCES,
    OfferShown,
    UnreadableUtteranceError,
    Utterance,
    digest_of_lessons,
    of_cards,
    read_utterances,
    taught_utterances,
    training_files,
)
from shared.intents.card import load_cards
from shared.models.model import Question
from shared.offline.linear import trained_on
from shared.offline.read_line import CLOSE
from shared.offline.read_line import read_line as understand
from shared.offline.reader import LINES
from tests.evals.__main__ import UTTERANCES as TESTED

pytestmark = pytest.mark.row("U6")

WRITTEN = """# what this holds
[remember_about_me] lang=en project=yes
my sister's vegan and I can't stand cilantro => Your sister is vegan. ;; You can't stand cilantro.
[general_conversation] lang=de project=no also=remember_about_me
ach,\\nmontage

[offer candidates] lang=en project=no
? You like tea.
? You like jazz.
select 1,2: both of them
new help: how does this work?
"""


def _file(folder: Path, text: str) -> Path:
    path = folder / "some.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_tells_something_stands_in_brackets(tmp_path: Path) -> None:
    head = "[remember_about_me] lang=en project=no marked\n"
    said = "oh, [[I moved]] and [[my flat is tiny]]! => You moved. ;; Your flat is tiny.\nwhat a day\n"
    told, other = read_utterances([_file(tmp_path, head + said)])
    assert (told.text, told.marks) == ("oh, I moved and my flat is tiny!", ((4, 11), (16, 31)))
    assert [told.text[start:end] for start, end in told.marks or ()] == ["I moved", "my flat is tiny"]
    assert (other.text, other.marks) == ("what a day", ())


def test_a_bracket_that_nothing_closes_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableUtteranceError):
        read_utterances([_file(tmp_path, "[remember_about_me] lang=en project=no marked\noh, [[I moved\n")])


def test_what_nobody_marked_is_not_taken_for_talk(tmp_path: Path) -> None:
    (plain,) = read_utterances([_file(tmp_path, "[remember_about_me] lang=en project=no\nI moved\n")])
    assert plain.marks is None


def test_the_format_is_read_as_it_is_written(tmp_path: Path) -> None:
    offered = OfferShown("candidates", ("You like tea.", "You like jazz."))
    assert read_utterances([_file(tmp_path, WRITTEN)]) == [
        Utterance(
            "my sister's vegan and I can't stand cilantro",
            "remember_about_me",
            "en",
            in_project=True,
            gold=("Your sister is vegan.", "You can't stand cilantro."),
        ),
        Utterance(
            "ach,\nmontage", "general_conversation", "de", in_project=False, also=frozenset({"remember_about_me"})
        ),
        Utterance(
            "both of them",
            "forget_about_me",
            "en",
            in_project=False,
            offered=offered,
            answer="select",
            selection=(1, 2),
        ),
        Utterance("how does this work?", "help", "en", in_project=False, offered=offered, answer="new"),
    ]


@pytest.mark.parametrize(
    "broken",
    [
        "no header above\n",
        "[offer remember] lang=en project=no\nconfirm: yes\n",
        "[offer remember] lang=en project=no\n? You like tea.\nperhaps: yes\n",
    ],
)
def test_a_slip_is_named_with_its_line(tmp_path: Path, broken: str) -> None:
    with pytest.raises(UnreadableUtteranceError, match=r"some\.txt:\d"):
        read_utterances([_file(tmp_path, broken)])


def test_what_is_labelled_are_the_cards_intents() -> None:
    assert {one.intent for one in taught_utterances()} == set(LINES) == set(load_cards()) - {CLOSE}


def test_there_are_thousands_of_them_and_none_is_tested_with_that_was_trained_on() -> None:
    trained = [one for one in taught_utterances() if one.offered is None]
    tested = [one for one in read_utterances(sorted(TESTED.glob("*.txt"))) if one.offered is None]
    assert len(trained) > 3_000
    both = {one.text.lower() for one in trained} & {one.text.lower() for one in tested}
    assert not {text for text in both if len(text.split()) > 4}  # a greeting may well be said by two people


def test_the_weights_were_made_from_the_utterances_that_are_here() -> None:
    """Fails after a change of an utterance until `make train` has run."""
    assert trained_on() == digest_of_lessons()
    assert training_files() == sorted(UTTERANCES.glob("*.txt"))


@pytest.mark.row("U1")
@pytest.mark.parametrize("one", of_cards(), ids=lambda one: f"{one.intent}: {one.text}")
def test_what_a_card_gives_as_an_example_is_read_as_the_card_says(one: Utterance) -> None:
    question = Question(one.text, "en", "Pump" if one.in_project else None, tuple(load_cards().values()))
    reading = understand(question)
    asked_instead = reading.alternatives[0] if reading.clarification else None
    assert one.intent in {reading.intent, asked_instead}
