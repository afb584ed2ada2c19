"""Ways to say a time, as the days that are meant."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.memory.recall.time_spans import span_of
from shared.text.comparable import fold_text

pytestmark = pytest.mark.row("M15")

NOW = datetime(2026, 11, 19, 12, tzinfo=UTC)
"""A Thursday."""


def days(text: str) -> tuple[date, date] | None:
    span = span_of(fold_text(text), NOW, UTC)
    return None if span is None else (span.begins.date(), span.ends.date())


@pytest.mark.parametrize(
    ("text", "begins", "ends"),
    [
        ("on 3 June, 2023", "2023-06-03", "2023-06-04"),
        ("on June 3rd 2023", "2023-06-03", "2023-06-04"),
        ("am 3. Juni 2023", "2023-06-03", "2023-06-04"),
        ("el 3 de junio de 2023", "2023-06-03", "2023-06-04"),
        ("on 2023-06-03", "2023-06-03", "2023-06-04"),
        ("am 3.6.2023", "2023-06-03", "2023-06-04"),
        ("on 6/13/2023", "2023-06-13", "2023-06-14"),
        ("on 13/6/2023", "2023-06-13", "2023-06-14"),
        ("on 24 December", "2025-12-24", "2025-12-25"),
        ("on 29 February", "2024-02-29", "2024-03-01"),
        ("in May 2023", "2023-05-01", "2023-06-01"),
        ("in May", "2026-05-01", "2026-06-01"),
        ("in December", "2025-12-01", "2026-01-01"),
        ("im Mai", "2026-05-01", "2026-06-01"),
        ("en mayo de 2023", "2023-05-01", "2023-06-01"),
        ("last March", "2026-03-01", "2026-04-01"),
        ("on 31 February 2023", "2023-02-01", "2023-03-01"),
        ("in 2022", "2022-01-01", "2023-01-01"),
        ("im Jahr 2022", "2022-01-01", "2023-01-01"),
        ("desde 2022", "2022-01-01", "2023-01-01"),
        ("last spring", "2026-03-01", "2026-06-01"),
        ("last autumn", "2025-09-01", "2025-12-01"),
        ("this autumn", "2026-09-01", "2026-12-01"),
        ("last winter", "2025-12-01", "2026-03-01"),
        ("in the summer of 2021", "2021-06-01", "2021-09-01"),
        ("letzten Sommer", "2026-06-01", "2026-09-01"),
        ("el verano pasado", "2026-06-01", "2026-09-01"),
        ("today", "2026-11-19", "2026-11-20"),
        ("yesterday", "2026-11-18", "2026-11-19"),
        ("the day before yesterday", "2026-11-17", "2026-11-18"),
        ("vorgestern", "2026-11-17", "2026-11-18"),
        ("ayer", "2026-11-18", "2026-11-19"),
        ("last week", "2026-11-09", "2026-11-16"),
        ("this week", "2026-11-16", "2026-11-23"),
        ("letzte Woche", "2026-11-09", "2026-11-16"),
        ("la semana pasada", "2026-11-09", "2026-11-16"),
        ("last weekend", "2026-11-14", "2026-11-16"),
        ("last month", "2026-10-01", "2026-11-01"),
        ("letzten Monat", "2026-10-01", "2026-11-01"),
        ("last year", "2025-01-01", "2026-01-01"),
        ("el año pasado", "2025-01-01", "2026-01-01"),
        ("on Monday", "2026-11-16", "2026-11-17"),
        ("last Thursday", "2026-11-12", "2026-11-13"),
        ("am Freitag", "2026-11-13", "2026-11-14"),
        ("el lunes", "2026-11-16", "2026-11-17"),
        ("three days ago", "2026-11-16", "2026-11-17"),
        ("vor drei Tagen", "2026-11-16", "2026-11-17"),
        ("hace tres días", "2026-11-16", "2026-11-17"),
        ("two weeks ago", "2026-11-02", "2026-11-09"),
        ("a month ago", "2026-10-01", "2026-11-01"),
        ("vor 11 Monaten", "2025-12-01", "2026-01-01"),
        ("hace dos años", "2024-01-01", "2025-01-01"),
    ],
)
def test_what_is_meant(text: str, begins: str, ends: str) -> None:
    assert days(f"what did I do {text}?") == (date.fromisoformat(begins), date.fromisoformat(ends))


@pytest.mark.parametrize(
    "text",
    [
        "may I ask you something", "we march on", "what's my name", "next week", "nächsten Sommer", "la semana próxima",
        "the year 99999", "2023456", "room 2", "", "5000 years ago", "jan is my brother",
        "in room 2020", "on 3/6/2023", "for 1999 euros",
    ],
)  # fmt: skip
def test_no_time_is_meant(text: str) -> None:
    assert days(text) is None


def test_a_day_begins_where_the_person_lives() -> None:
    late = datetime(2026, 11, 19, 2, tzinfo=UTC)
    span = span_of("yesterday", late, ZoneInfo("America/New_York"))
    assert span is not None
    assert span.begins.isoformat() == "2026-11-17T00:00:00-05:00"
    assert span.holds(datetime(2026, 11, 17, 5, tzinfo=UTC))
    assert not span.holds(datetime(2026, 11, 18, 5, tzinfo=UTC)), "the end is not part of it"


@given(
    st.text(alphabet="0123456789 -.,aegilmnorstuwy", max_size=40),
    st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1)),  # noqa: DTZ001  # the zone is added
)
def test_any_text_at_any_time_is_a_span_that_goes_forward_or_none(text: str, now: datetime) -> None:
    span = span_of(text, now.replace(tzinfo=UTC), UTC)
    assert span is None or span.begins < span.ends
