"""How long a line may be read: what is not read by then is taken as it was said."""

import time
from collections.abc import Callable

MOST_MS = 100.0


class ReadingTime:
    """Of the thread's own time: what others do beside it makes no line read worse."""

    def __init__(self, most_ms: float = MOST_MS, clock: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._until = clock() + most_ms / 1_000

    def is_spent(self) -> bool:
        """Whether no further reader is to be asked."""
        return self._clock() >= self._until
