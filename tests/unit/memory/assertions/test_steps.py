"""A procedure is numbered steps that say what to do; what is not is refused with a sentence that says how."""

import pytest

from services.memory.assertions.writing_rules import written_text
from shared.contracts.assertions import Kind
from shared.contracts.errors import WritingRuleError

pytestmark = pytest.mark.row("M21")


@pytest.mark.parametrize(
    "text",
    [
        "1. Open the valve.\n2. Wait for ten minutes.",
        "1) Abrir la válvula.\n2) Esperar diez minutos.",
        "Den Ofen anheizen:\n\n1. Klappe öffnen.\n  2. Holz auflegen.",
        "1. Back up the database.",
        "\n".join(f"{n}. Turn it once more." for n in range(1, 21)),
    ],
)
def test_numbered_steps_are_kept_line_by_line(text: str) -> None:
    assert [line.split() for line in written_text(text, Kind.PROCEDURE).splitlines()] == [
        line.split() for line in text.splitlines()
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Open the valve and wait.", "numbered steps"),
        ("Heating:\nOpen the valve.", "Step 1 must begin with its number"),
        ("1. Open the valve.\n3. Wait.", "Step 2 must begin with its number"),
        ("1. Open the valve.\nThen wait.", "Step 2 must begin with its number"),
        ("2. Open the valve.", "Step 1 must begin with its number"),
        ("1. Open the valve.\n2. You like tea.", "Step 2 must say what is to be done"),
        ("1. I go to Bern.", "Step 1 must say what is to be done"),
        ("1. Wie öffnet man die Klappe?", "Step 1 must say what is to be done"),
        ("1. Ich öffne die Klappe.", "Step 1 must say what is to be done"),
        ("\n".join(f"{n}. Turn it once more." for n in range(1, 22)), "20 steps at most; this one has 21"),
        ("1. " + "x" * 4_000, "4000 characters at most"),
    ],
)
def test_anything_else_is_refused_in_words_that_help(text: str, sentence: str) -> None:
    with pytest.raises(WritingRuleError) as refused:
        written_text(text, Kind.PROCEDURE)
    assert sentence in str(refused.value)
    assert refused.value.status == 422


def test_a_fact_needs_no_steps() -> None:
    assert written_text("You like tea.", Kind.FACT) == "You like tea."
