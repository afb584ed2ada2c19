"""How many of others' private matters a yes in words could still keep, as the offline engine reads them."""

from pathlib import Path

import pytest

from services.memory.assertions import policy
from shared.intents.card import load_cards
from shared.models.model import Question
from shared.offline.read_line import read_line

LINES = Path(__file__).parents[3] / "evals" / "private_of_others.txt"


def _lines(wanted: str) -> list[tuple[str, str]]:
    parts = (line.split("|") for line in LINES.read_text(encoding="utf-8").splitlines() if not line.startswith("# "))
    return [(language, text) for language, asked, text in parts if asked == wanted]


def _kept_by_words(language: str, text: str) -> bool:
    """Offered in such a way that a yes in words keeps it; what is not offered at all is not."""
    reading = read_line(Question(text=text, language=language, project=None, cards=tuple(load_cards().values())))
    offered = reading.intent == "remember_about_me" and reading.clarification is None
    facts = [fact for fact in reading.personal_facts if policy.may_be_asked(fact)] if offered else []
    return bool(facts) and not any(map(policy.needs_control, facts))


@pytest.mark.row("M20")
def test_hardly_anything_private_of_others_is_kept_by_a_yes_in_words() -> None:
    lines = _lines("card")
    missed = [text for language, text in lines if _kept_by_words(language, text)]
    assert len(missed) <= 0.05 * len(lines), missed


@pytest.mark.row("M20")
def test_what_is_benign_mostly_is() -> None:
    lines = _lines("words")
    kept = [text for language, text in lines if _kept_by_words(language, text)]
    assert len(kept) >= 0.9 * len(lines), sorted({text for _, text in lines} - set(kept))
