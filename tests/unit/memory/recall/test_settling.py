"""Of what fits equally well, what is pinned or important is told first, and nothing else changes places."""

from dataclasses import replace

import pytest

from services.memory.recall.find_matches import Match, settle_ties
from shared.contracts.requests.recall import ExchangeView, Signal
from tests.unit.memory.an_assertion import NOW, an_assertion

pytestmark = pytest.mark.row("M12")

WHY = (Signal(name="words", share=0.4),)
TEA = an_assertion("You like tea.")
SAID = ExchangeView(message_id=TEA.assertion_id, turn_id=TEA.assertion_id, role="person", content="Tea!", at=NOW)


def test_of_equals_what_is_pinned_then_what_is_important_comes_first() -> None:
    usual, important = Match(0.4, WHY, TEA), Match(0.4, WHY, replace(TEA, importance=5))
    pinned, said = Match(0.4, WHY, replace(TEA, pinned=True, importance=1)), Match(0.4, WHY, SAID)
    assert settle_ties([said, usual, important, pinned]) == [pinned, important, usual, said]


def test_what_fits_better_or_for_another_reason_keeps_its_place() -> None:
    better = Match(0.41, WHY, TEA)
    otherwise = Match(0.4, (Signal(name="meaning", share=0.4),), TEA)
    pinned = Match(0.4, WHY, replace(TEA, pinned=True))
    assert settle_ties([better, otherwise, pinned]) == [better, otherwise, pinned]
