"""How long a line may be read: what is not read by then is taken as it was said."""

import time
from collections.abc import Callable
from typing import TypeVar

MOST_MS = 100.0
Result = TypeVar("Result")


class ReadingTime:
    """Of the thread's own time: what others do beside it makes no line read worse."""

    def __init__(self, most_ms: float = MOST_MS, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._heard: dict[tuple[object, str], object] = {}
        self._until = clock() + most_ms / 1_000

    def is_spent(self) -> bool:
        """Whether no further reader is to be asked."""
        return self._clock() >= self._until

    def once(self, network: Callable[[str], Result], text: str) -> Result:
        """What a network makes of a text; it is asked once while a line is read, however many need it."""
        if (network, text) not in self._heard:
            self._heard[network, text] = network(text)
        return self._heard[network, text]  # type: ignore[return-value]  # it is what this network gave
