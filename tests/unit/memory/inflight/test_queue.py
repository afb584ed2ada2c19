"""Which waiting lines are taken together: one example for each rule."""

from dataclasses import replace

import pytest

from services.memory.inflight.queue import MOST_CHARACTERS, MOST_LINES, Place, ShownOffer, WaitingLine, next_batch
from shared.contracts.ids import new_id
from shared.contracts.turns import Channel, EngagementKind

pytestmark = pytest.mark.row("P3")

HERE = Place(new_id(), EngagementKind.PROJECT, "garden", Channel.WEB, write=True, read=True)


def _lines(*texts: str, place: Place = HERE) -> list[WaitingLine]:
    return [WaitingLine(new_id(), text, moment, place) for moment, text in enumerate(texts, 1)]


def _taken(waiting: list[WaitingLine], offer: ShownOffer | None = None) -> int:
    return len(next_batch(waiting, offer))


def test_three_quick_lines_are_one_thought() -> None:
    assert _taken(_lines("one", "two", "three")) == 3


@pytest.mark.parametrize(
    "elsewhere",
    [
        replace(HERE, engagement_id=new_id()),
        replace(HERE, channel=Channel.CLI),
        replace(HERE, write=False),
        replace(HERE, read=False),
    ],
)
def test_a_line_of_another_place_ends_the_thought(elsewhere: Place) -> None:
    assert _taken([*_lines("one", "two"), *_lines("three", place=elsewhere), *_lines("four")]) == 2


def test_ten_lines_are_enough() -> None:
    assert _taken(_lines(*["x"] * (MOST_LINES + 1))) == MOST_LINES


def test_a_thought_is_as_long_as_a_line_may_be_with_what_joins_it() -> None:
    half = MOST_CHARACTERS // 2
    assert _taken(_lines("x" * half, "x" * (half - 1))) == 2
    assert _taken(_lines("x" * half, "x" * half)) == 1  # the newline between them is one too many
    assert _taken(_lines("x" * MOST_CHARACTERS, "x")) == 1


def test_a_line_that_may_answer_an_offer_stands_alone() -> None:
    assert _taken(_lines("yes", "two", "three"), ShownOffer(new_id(), since=0)) == 1


def test_a_line_that_may_answer_an_offer_ends_the_thought_before_it() -> None:
    assert _taken(_lines("one", "two", "yes", "four"), ShownOffer(new_id(), since=2)) == 2


def test_an_offer_that_was_shown_after_all_of_them_changes_nothing() -> None:
    assert _taken(_lines("one", "two", "three"), ShownOffer(new_id(), since=3)) == 3
