"""What is told to whoever asks for all that is known."""

import pytest

from services.memory.recall.quotable import MOST_IN_A_SUMMARY, all_quotes, count_unquoted
from shared.contracts.assertions import Force
from tests.unit.memory.an_assertion import STORY, an_assertion

pytestmark = pytest.mark.row("M6")


def test_what_safety_hangs_on_comes_first_and_what_waits_last() -> None:
    likes = [an_assertion(f"You like tea number {n}.", number=n) for n in range(1, 4)]
    waits = an_assertion("You are allergic to nuts.", number=4, force=Force.HELD)
    allergy = an_assertion("You are allergic to shellfish.", number=5)
    assert [one.display_number for one in all_quotes([waits, *likes, allergy], STORY)] == [5, 1, 2, 3, 4]


def test_of_what_is_too_much_it_is_counted_how_much_there_is() -> None:
    many = [an_assertion(f"You like tea number {n}.") for n in range(MOST_IN_A_SUMMARY + 4)]
    held = an_assertion("You like coffee.", force=Force.HELD)
    assert (len(all_quotes([*many, held], STORY)), count_unquoted([*many, held])) == (MOST_IN_A_SUMMARY, 4)
    assert count_unquoted(many[:3]) == 0
