"""Which of what is open a line speaks of."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from services.memory.turn.fitting_threads import StoredThread, fit_threads
from shared.contracts.entities import EntityType

pytestmark = pytest.mark.row("U7")

LABELS = (
    "sync the calendar with the phone", "Anna: the key", "Where should we live next year?", "Kalender abgleichen",
    "sincronizar el calendario", "do the taxes",
)  # fmt: skip
THREADS = [
    StoredThread(UUID(int=n), UUID(int=n), EntityType.TASK, label, datetime(2026, 5, 1, tzinfo=UTC))
    for n, label in enumerate(LABELS)
]


@pytest.mark.parametrize(
    ("line", "label"),
    [
        ("fix the calendar thing", LABELS[0]),
        ("the calendar still does not sync and it drives me mad", LABELS[0]),
        ("Anna gave me the key yesterday", LABELS[1]),
        ("das mit dem Kalender", LABELS[3]),
        ("lo del calendario", LABELS[4]),
        ("What of the taxes?", LABELS[5]),
    ],
)
def test_a_line_finds_what_it_speaks_of(line: str, label: str) -> None:
    assert label in [one.text for one in fit_threads(line, THREADS)]


@pytest.mark.parametrize(
    "line",
    ["hello", "that thing", "how are you today?", "I bought a new key for the old bicycle", "yes", "ok thanks", "…",
     "I live in a small town by the sea", "my phone fell into the water this morning"],
)  # fmt: skip
def test_where_nothing_fits_nothing_is_said(line: str) -> None:
    assert fit_threads(line, THREADS) == ()


def test_at_most_three_the_best_first() -> None:
    many = [
        StoredThread(UUID(int=n), UUID(int=n), EntityType.TASK, f"calendar {n} sync", datetime(2026, 5, 1, tzinfo=UTC))
        for n in range(5)
    ]
    found = fit_threads("sync calendar 3", many)
    assert len(found) == 3
    assert found[0].text == "calendar 3 sync"
    assert found[0].score == 1
