"""Who is measured against whom. Each contestant is started for its round alone, and their rounds alternate.

Alternating, because a machine is faster at one minute than at the next, and a ratio should not be made of that.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from tests.benchmarks.bare_line import bare_line
from tests.benchmarks.celery_chain import celery_chain
from tests.benchmarks.holdfast import holdfast
from tests.benchmarks.rounds import Contest, Round, calmest
from tests.benchmarks.scale import Scale

CELERY, CELERY_TUNED = "Celery, empty chain", "Celery, empty chain, tuned"
BARE = ("bare nats-py line, one worker", "bare nats-py line, two workers")
LINE = ("Holdfast, one process", "Holdfast, a process each")
DOOR = ("Holdfast over HTTP, one process", "Holdfast over HTTP, a process each")

Named = tuple[str, Round]
Say = Callable[[str], None]


def contests(folder: Path, scale: Scale, say: Say) -> dict[str, Contest]:
    """All rounds of all contestants."""
    rounds: defaultdict[str, list[Round]] = defaultdict(list)
    for number in range(scale.rounds):
        for name, measured in _one_round_of_each(folder, scale):
            say(f"round {number + 1} of {scale.rounds}: {name}: {measured.rate:.0f} a second")
            rounds[name].append(measured)
    return {name: Contest(name, tuple(measured)) for name, measured in rounds.items()}


def _one_round_of_each(folder: Path, scale: Scale) -> Iterator[Named]:
    yield from _celery(folder, scale, CELERY, tuned=False)
    yield from _ours(folder, scale, processes=False)
    yield from _celery(folder, scale, CELERY_TUNED, tuned=True)
    yield from _ours(folder, scale, processes=True)
    for workers, name in enumerate(BARE, start=1):
        with bare_line(folder, workers) as line:
            line.round(scale.warm_up, scale.in_flight)
            yield name, calmest(partial(line.round, scale.turns, scale.in_flight))


def _celery(folder: Path, scale: Scale, name: str, *, tuned: bool) -> Iterator[Named]:
    with celery_chain(folder, tuned=tuned) as chain:
        chain.round(scale.warm_up, scale.in_flight)
        yield name, calmest(partial(chain.round, scale.turns, scale.in_flight))


def _ours(folder: Path, scale: Scale, *, processes: bool) -> Iterator[Named]:
    with holdfast(folder, processes=processes) as ours:
        persons = ours.persons()
        line, door = ours.line(persons), ours.door(persons)
        line.round(scale.warm_up, scale.in_flight)
        yield LINE[processes], calmest(partial(line.round, scale.turns, scale.in_flight))
        door.round(scale.warm_up, scale.in_flight)
        yield DOOR[processes], calmest(partial(door.round, scale.turns, scale.in_flight))
