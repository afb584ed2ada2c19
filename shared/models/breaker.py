"""Leaves a provider alone that fails again and again: nobody waits for it, and it is not asked by everybody at once."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from shared.models.wire import CallFailedError, Why

FAILURES = 5
WITHIN = 30.0
REST = 20.0
TELLS_OF_ILLNESS = {Why.AWAY, Why.SLOW, Why.LIMITED, Why.KEY}
"""What would most likely befall the next call as well; a refusal or a bad answer is about this one."""


class Breaker:
    """Of one provider and model: five failures within half a minute, and it rests; then one call is let through."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._failures: deque[float] = deque(maxlen=FAILURES)
        self._rests_until: float | None = None
        self._probing = False

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Around one call; refuses it while the provider rests."""
        probe = self._admit()
        try:
            yield
        except CallFailedError as error:
            if error.why in TELLS_OF_ILLNESS:
                self._failed(probe=probe)
            else:
                self._answered(probe=probe)
            raise
        except BaseException:  # somebody stopped waiting: that says nothing of the provider
            self._probing = self._probing and not probe
            raise
        else:
            self._answered(probe=probe)

    def _admit(self) -> bool:
        """Whether this is the one call that finds out; raises when it may not be made."""
        if self._rests_until is None:
            return False
        if self._now() < self._rests_until or self._probing:
            raise CallFailedError(Why.RESTING)
        self._probing = True
        return True

    def _failed(self, *, probe: bool) -> None:
        now = self._now()
        self._failures.append(now)
        if probe or (len(self._failures) == FAILURES and now - self._failures[0] <= WITHIN):
            self._rests_until = now + REST
            self._probing = False

    def _answered(self, *, probe: bool) -> None:
        if probe:
            self._failures.clear()
            self._rests_until = None
            self._probing = False
