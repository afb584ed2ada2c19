"""How much is measured: enough to trust, or a glance."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """The size of a run."""

    rounds: int
    turns: int
    """A round of ours, and of the bare line; in flight meanwhile: `in_flight`."""
    warm_up: int
    low_load_turns: int
    counted_turns: int
    idle_seconds: float
    in_flight: int = 64


FULL = Scale(rounds=3, turns=1500, warm_up=300, low_load_turns=300, counted_turns=500, idle_seconds=20)
QUICK = Scale(rounds=1, turns=600, warm_up=200, low_load_turns=100, counted_turns=200, idle_seconds=5)
