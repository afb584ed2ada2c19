"""One round of a contestant: how many turns, in what time, at what cost; and rounds taken together."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from tests.benchmarks.machine import DISTURBED, Reading, wait_until_quiet

MOST_TRIES = 3


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies."""
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]


@dataclass(frozen=True, slots=True)
class Round:
    """One measurement."""

    turns: int
    seconds: float
    cpu_ms: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds of CPU a turn, by part."""
    strangers: float = 0.0
    """Share of the machine that processes with no part in the round used meanwhile, in cores."""
    latencies_ms: tuple[float, ...] = ()

    @property
    def rate(self) -> float:
        """Turns a second."""
        return self.turns / self.seconds

    @property
    def own_cpu_ms(self) -> float:
        """Milliseconds of CPU a turn of all but the load generator."""
        return sum(spent for part, spent in self.cpu_ms.items() if part != "load generator")


def round_between(before: Reading, after: Reading, latencies_ms: Sequence[float]) -> Round:
    """What happened between two readings, of which one was taken just before and one just after the load."""
    turns, seconds = len(latencies_ms), after.at - before.at
    used = {part: after.parts[part] - before.parts.get(part, 0) for part in after.parts}
    strangers = (after.machine - before.machine - sum(used.values())) / seconds
    cpu_ms = {part: spent / turns * 1000 for part, spent in used.items()}
    return Round(turns, seconds, cpu_ms, max(strangers, 0.0), tuple(round(ms, 2) for ms in latencies_ms))


def calmest(measure: Callable[[], Round], wait_for_quiet: Callable[[], None] = wait_until_quiet) -> Round:
    """A round that strangers disturbed is measured again, at most twice; the least disturbed one counts."""
    rounds = [measure()]
    while rounds[-1].strangers > DISTURBED and len(rounds) < MOST_TRIES:
        wait_for_quiet()
        rounds.append(measure())
    return min(rounds, key=lambda one: one.strangers)


@dataclass(frozen=True, slots=True)
class Contest:
    """All rounds of one contestant."""

    name: str
    rounds: tuple[Round, ...]

    @property
    def rate(self) -> float:
        """Turns a second, the median of the rounds."""
        return median(one.rate for one in self.rounds)

    @property
    def own_cpu_ms(self) -> float:
        """Milliseconds of CPU a turn without the load generator, the median of the rounds."""
        return median(one.own_cpu_ms for one in self.rounds)

    @property
    def strangers(self) -> float:
        """Cores that others used meanwhile, the worst round."""
        return max(one.strangers for one in self.rounds)
