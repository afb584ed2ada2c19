"""What a call costs, and that an unknown price is not nothing."""

from datetime import date
from decimal import Decimal

import pytest

from shared.contracts.understanding import Tokens
from shared.models.prices import Price, cost_of, load_prices
from shared.models.wire import Meter

pytestmark = pytest.mark.row("K12")

DAY = date(2026, 6, 1)


def metered(long: int = 0, **tokens: int) -> Meter:
    return Meter(Tokens(**tokens), long)


def priced(above: int, sent: str, valid_from: date = date(2026, 1, 1)) -> Price:
    others = dict.fromkeys(("out", "cache_write", "cache_write_hour", "cache_read"), "0")
    return Price.model_validate({"model": "m", "valid_from": valid_from, "above": above, "in": sent, **others})


@pytest.mark.parametrize(
    ("model", "meter", "cost"),
    [
        ("claude-haiku-5-5", metered(sent=1_000_000), "0.5"),
        ("claude-haiku-5-5", metered(sent=100_000), "0.01"),
        ("claude-haiku-5-5", metered(sent=100_001), "0.0500005"),
        ("claude-haiku-5-5", metered(sent=50_000, cache_read=50_001), "0.02750005"),
        ("claude-haiku-5-5", metered(received=1_000), "0.0005"),
        ("claude-sonnet-5-5", metered(sent=1_000, received=1_000), "0.012"),
        ("claude-sonnet-5-5", metered(cache_written=1_000), "0.0025"),
        ("claude-sonnet-5-5", metered(1_000, cache_written=1_000), "0.004"),
        ("claude-sonnet-5-5", metered(400, cache_written=1_000, cache_read=1_000), "0.0033"),
        ("claude-sonnet-5-5-20260401", metered(sent=1_000), "0.002"),
        ("claude-sonnet-5-5", metered(), "0"),
    ],
)
def test_a_known_model_costs_what_the_list_says(model: str, meter: Meter, cost: str) -> None:
    assert cost_of(model, meter, DAY, load_prices()) == Decimal(cost)


@pytest.mark.parametrize("model", ["claude-haiku-9", "llama3.1:8b", "", "claude-haiku-5", "claude-haiku-5-5-fast"])
def test_an_unknown_model_costs_nobody_knows_what(model: str) -> None:
    assert cost_of(model, metered(sent=1_000), DAY, load_prices()) is None


@pytest.mark.parametrize(("day", "cost"), [(date(2025, 12, 31), None), (date(2026, 1, 1), 1), (date(2026, 7, 1), 2)])
def test_a_price_holds_from_its_day_until_the_next(day: date, cost: int | None) -> None:
    known = [priced(0, "2", date(2026, 7, 1)), priced(0, "1"), priced(10, "9")]
    assert cost_of("m", metered(sent=1_000_000), day, known[:2]) == (None if cost is None else Decimal(cost))


def test_a_new_price_replaces_all_tiers_of_the_old() -> None:
    known = [priced(0, "1"), priced(10, "9"), priced(0, "2", date(2026, 7, 1))]
    assert cost_of("m", metered(sent=1_000_000), date(2026, 7, 1), known) == 2
