"""What answering one question takes, over all its tries: time, tokens and money, those of failed tries too."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from shared.contracts.understanding import ModelUse, Tokens
from shared.models.prices import Price, cost_of
from shared.models.wire import Meter


@dataclass(slots=True)
class Spending:
    """The running account of one question."""

    provider: str
    model: str
    day: date
    prices: Sequence[Price]
    prompt: str = ""
    prompt_version: int = 0
    host: str = ""
    attempts: int = 0
    tokens: Tokens = field(default_factory=Tokens)
    cost: Decimal | None = Decimal(0)
    began: float = field(default_factory=time.perf_counter)

    @contextmanager
    def one_call(self) -> Iterator[Meter]:
        """Counts a try, however it ends."""
        meter, answered = Meter(), False
        self.attempts += 1
        try:
            yield meter
            answered = True
        finally:
            self._add(meter, answered=answered)

    def _add(self, meter: Meter, *, answered: bool) -> None:
        if not answered and meter.tokens == Tokens():
            return  # nobody read or wrote anything, so nothing was spent, whatever the price
        self.tokens = add_tokens(self.tokens, meter.tokens)
        cost = cost_of(self.model, meter, self.day, self.prices)
        self.cost = None if self.cost is None or cost is None else self.cost + cost

    def so_far(self) -> ModelUse:
        """The account as a turn carries it."""
        return ModelUse(
            provider=self.provider,
            model=self.model,
            latency_ms=(time.perf_counter() - self.began) * 1000,
            prompt=self.prompt,
            prompt_version=self.prompt_version,
            tokens=self.tokens,
            cost=self.cost,
            attempts=self.attempts,
            host=self.host,
        )


def add_tokens(one: Tokens, other: Tokens) -> Tokens:
    """Both together."""
    return Tokens(**{name: getattr(one, name) + getattr(other, name) for name in Tokens.model_fields})
