"""Sums in figures, as people write them in three languages."""

import pytest

from shared.offline.fixed_answers.sums import work_out
from shared.offline.fixed_answers.table import load_table

pytestmark = pytest.mark.row("U6")


@pytest.mark.parametrize(
    ("text", "language", "worked_out"),
    [
        ("what's 17 * 23?", "en", "17 × 23 = 391."),  # noqa: RUF001
        ("2+2", "en", "2 + 2 = 4."),
        ("2 + 3 * 4 =", "en", "2 + 3 × 4 = 14."),  # noqa: RUF001
        ("(2 + 3) x 4", "en", "(2 + 3) × 4 = 20."),  # noqa: RUF001
        ("10 - 12.5", "en", "10 \N{MINUS SIGN} 12.5 = \N{MINUS SIGN}2.5."),
        ("1,000 / 3", "en", "1,000 ÷ 3 = ≈ 333.3333."),
        ("15% of 80", "en", "15 % × 80 = 12."),  # noqa: RUF001
        ("2 to the power of 10?", "en", "2 ^ 10 = 1024."),
        ("what is 5/0?", "en", "nothing can be divided by zero."),
        ("was ist 3,5 mal 4", "de", "3,5 × 4 = 14."),  # noqa: RUF001
        ("7 geteilt durch 2?", "de", "7 ÷ 2 = 3,5."),
        ("¿cuánto es 1.000 más 5?", "es", "1.000 + 5 = 1005."),
    ],
)
def test_a_sum_is_worked_out(text: str, language: str, worked_out: str) -> None:
    assert work_out(text, load_table(language), language) == worked_out


@pytest.mark.parametrize(
    "text",
    [
        "24/7",
        "3-1",
        "2026-05-06",
        "0171-5551234",
        "I'm 3/4 German",
        "my flat is 3 x 4 metres",
        "what is 17?",
        "2 + two",
        "9 ^ 9 ^ 9 ^ 9",
        "2 ^ 999",
        "(1 + 2",
        "1 + ",
        "+ + 1",
        "1" * 40 + " + 1",
        "7 + 5 apples",
    ],
)
def test_what_is_no_sum_is_left_alone(text: str) -> None:
    assert work_out(text, load_table("en"), "en") is None
