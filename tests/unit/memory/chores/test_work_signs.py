"""Signs of work: a turn that nobody has in hand is seen, and one that somebody has is left alone."""

from datetime import UTC, datetime, timedelta

import pytest

from services.memory.chores.work_signs import Signs
from shared.contracts.ids import new_id

pytestmark = pytest.mark.row("P1")

START = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
LATER = START + timedelta(minutes=1)
TURN = new_id()


def test_after_a_start_everything_counts_as_heard_just_now() -> None:
    assert Signs(LATER).last(TURN, START) == LATER


def test_a_new_turn_counts_as_heard_when_it_began() -> None:
    assert Signs(START).last(TURN, LATER) == LATER


def test_a_sign_counts_for_its_turn_alone() -> None:
    signs = Signs(START)
    signs.hear(TURN, LATER)
    assert signs.last(TURN, START) == LATER
    assert signs.last(new_id(), START) == START


def test_a_turn_that_ended_is_forgotten() -> None:
    signs, other = Signs(START), new_id()
    signs.hear(TURN, LATER)
    signs.hear(other, LATER)
    signs.forget_all_but({other})
    assert signs.last(TURN, START) == START
    assert signs.last(other, START) == LATER
