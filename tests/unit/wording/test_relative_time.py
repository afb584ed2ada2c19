"""How long ago: coarse words, so that a prompt's beginning moves only when memory moved."""

from datetime import timedelta

import pytest

from shared.wording.relative_time import told_ago
from tests.unit.memory.an_assertion import NOW

pytestmark = pytest.mark.row("M3")

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.mark.parametrize(
    ("age", "said"),
    [
        (timedelta(), "just now"),
        (HOUR - MINUTE, "just now"),
        (HOUR, "an hour ago"),
        (2 * HOUR - MINUTE, "an hour ago"),
        (2 * HOUR, "2 hours ago"),
        (DAY - MINUTE, "23 hours ago"),
        (DAY, "yesterday"),
        (2 * DAY - MINUTE, "yesterday"),
        (2 * DAY, "2 days ago"),
        (3 * DAY, "3 days ago"),
        (7 * DAY - MINUTE, "6 days ago"),
        (7 * DAY, "last week"),
        (14 * DAY - MINUTE, "last week"),
        (14 * DAY, "2 weeks ago"),
        (30 * DAY - MINUTE, "4 weeks ago"),
        (30 * DAY, "last month"),
        (60 * DAY - MINUTE, "last month"),
        (60 * DAY, "2 months ago"),
        (95 * DAY, "3 months ago"),
        (365 * DAY - MINUTE, "12 months ago"),
        (365 * DAY, "last year"),
        (730 * DAY, "2 years ago"),
        (1_100 * DAY, "3 years ago"),
        (-HOUR, "just now"),
    ],
)
def test_how_long_ago(age: timedelta, said: str) -> None:
    assert told_ago(NOW - age, NOW) == said
