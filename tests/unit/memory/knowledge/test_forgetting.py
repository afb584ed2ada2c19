"""What is told of a request to forget that finds nothing."""

import pytest

from shared.asking.occasion import DETAILED, Occasion
from shared.operations import Action
from tests.attacks import Talk

pytestmark = pytest.mark.row("M23")


def test_never_for_a_subject_of_which_nothing_is_known_promises_no_rule() -> None:
    [outcome] = Talk().say("never remember anything about my garden gnomes").outcomes
    assert (outcome.action, outcome.code) == (Action.NO_MATCH, "never_again")
    assert DETAILED[(Action.NO_MATCH, "never_again")] is Occasion.NO_MATCH_NEVER


def test_a_plain_forget_that_finds_nothing_has_no_code() -> None:
    [outcome] = Talk().say("forget what I said about my garden gnomes").outcomes
    assert (outcome.action, outcome.code) == (Action.NO_MATCH, None)
