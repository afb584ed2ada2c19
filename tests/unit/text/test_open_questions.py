"""Whole questions after what is open, and lines that only sound like one."""

import pytest

from shared.text.open_questions import OpenQuestion, read_open_question

pytestmark = pytest.mark.row("C6")


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        (("What is still open?", "hey, what's open right now?", "What do I still have open, please?"), "threads"),
        (
            (
                "Was ist noch offen?",
                "Was steht denn noch an?",
                "\u00bfQu\u00e9 queda pendiente?",
                "que tengo pendiente",
            ),
            "threads",
        ),
        (("What am I waiting for?", "Who am I still waiting on?", "Worauf warte ich noch?"), "waiting"),
        (("\u00bfQu\u00e9 estoy esperando todav\u00eda?", "Auf wen warte ich?"), "waiting"),
        (("What did we decide lately?", "Was haben wir in letzter Zeit entschieden?"), "decisions"),
        (("\u00bfQu\u00e9 hemos decidido \u00faltimamente?", "So what have I decided?"), "decisions"),
    ],
)
def test_whole_questions_are_told_by_what_they_ask_after(lines: tuple[str, ...], asked: str) -> None:
    assert {read_open_question(line) for line in lines} == {OpenQuestion(asked)}


@pytest.mark.parametrize(
    "line",
    [
        *("Is the shop still open?", "What is open source?", "What did I decide about the car?", "open", ""),
        *("What are you waiting for?", "Was ist heute offen, die Post?", "Worauf wartet Anna noch?"),
        *("Anna asked: what is still open?", "\u00bfQu\u00e9 queda de la tarta?", "What do I have to do now?"),
    ],
)
def test_other_lines_are_none(line: str) -> None:
    assert read_open_question(line) is None
