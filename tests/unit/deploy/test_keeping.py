"""What ends by itself comes back: at once when it had run well, later and later when it keeps ending."""

import asyncio

import pytest

from deploy.embedded.child import Child
from deploy.embedded.supervisor import FIRST_DELAY, LONGEST_DELAY, keep_running

pytestmark = pytest.mark.row("P1")


class Dying:
    """Lives for so long each time."""

    def __init__(self, lives: list[float], clock: list[float]) -> None:
        self._lives, self._clock = lives, clock
        self.command = self
        self.name = "part"

    @property
    def child(self) -> Child:
        return self  # type: ignore[return-value]  # as much of it as is asked for

    async def start(self) -> None:
        """At once."""

    async def ended(self) -> int:
        if not self._lives:
            raise asyncio.CancelledError
        self._clock[0] += self._lives.pop(0)
        return -9


@pytest.mark.parametrize(
    ("lives", "delays"),
    [
        ([3.0] * 5, [FIRST_DELAY] * 5),
        ([0.2] * 4, [0.1, 0.2, 0.4, 0.8]),
        ([0.2, 0.2, 3.0, 0.2], [0.1, 0.2, 0.1, 0.2]),
        ([0.2] * 9, [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, *[LONGEST_DELAY] * 3]),
    ],
)
async def test_who_had_run_well_starts_again_at_once(
    monkeypatch: pytest.MonkeyPatch, lives: list[float], delays: list[float]
) -> None:
    clock, slept = [0.0], list[float]()

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("deploy.embedded.supervisor.time.monotonic", lambda: clock[0])
    monkeypatch.setattr("deploy.embedded.supervisor.asyncio.sleep", sleep)
    with pytest.raises(asyncio.CancelledError):
        await keep_running(Dying(list(lives), clock), lambda _: None)
    assert slept == pytest.approx(delays)
