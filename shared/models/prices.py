"""What a call costs. Prices are data (`prices.json`), in US dollars for a million tokens.

A model without a price has tokens and no cost: never zero, which would say that it is free.
"""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from shared.models.wire import Meter

MILLION = Decimal(1_000_000)
_DATED = re.compile(r"-\d{8}\Z")
"""Providers name a snapshot of a model by its date; the price is that of the model."""


class Price(BaseModel):
    """What a model costs from a day on, for prompts above so many tokens."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    valid_from: date
    above: int = Field(ge=0)
    """The prompt's tokens, cached ones included, from which on this price holds for the whole call."""
    sent: Decimal = Field(alias="in", ge=0)
    received: Decimal = Field(alias="out", ge=0)
    cache_write: Decimal = Field(ge=0)
    cache_write_hour: Decimal = Field(ge=0)
    """Of what stays in the cache for an hour and not for five minutes."""
    cache_read: Decimal = Field(ge=0)


@cache
def load_prices() -> tuple[Price, ...]:
    """All prices that are known."""
    return TypeAdapter(tuple[Price, ...]).validate_json(Path(__file__).with_name("prices.json").read_bytes())


def cost_of(model: str, meter: Meter, day: date, known: Sequence[Price]) -> Decimal | None:
    """What one call cost, or nothing when that is not known."""
    tokens = meter.tokens
    prompt = tokens.sent + tokens.cache_written + tokens.cache_read
    price = _price(_DATED.sub("", model), prompt, day, known)
    if price is None:
        return None
    parts = (
        (tokens.sent, price.sent),
        (tokens.received, price.received),
        (tokens.cache_written - meter.written_for_long, price.cache_write),
        (meter.written_for_long, price.cache_write_hour),
        (tokens.cache_read, price.cache_read),
    )
    return sum((count * each for count, each in parts), Decimal(0)) / MILLION


def _price(model: str, prompt: int, day: date, known: Sequence[Price]) -> Price | None:
    fitting = [price for price in known if price.model == model and price.valid_from <= day]
    newest = max((price.valid_from for price in fitting), default=None)
    tiers = [price for price in fitting if price.valid_from == newest and (price.above == 0 or prompt > price.above)]
    return max(tiers, key=lambda price: price.above, default=None)
