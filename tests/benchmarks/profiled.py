"""`python -m tests.benchmarks.profiled`: where the services' CPU goes, by library and by function.

One process with all services under cProfile, 64 turns in flight. The profiler slows Python down and C hardly at all:
read the shares as a map, not as a measurement.
"""

import os
import pstats
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.holdfast import holdfast
from tests.benchmarks.place import own_folder, usual_place
from tests.benchmarks.scale import QUICK

SHOWN = 30
Function = tuple[str, int, str]


def main() -> None:
    """Runs, then prints two tables."""
    with own_folder(usual_place()) as folder:
        file = folder / "profile"
        with holdfast(folder, processes=False, environment={"BENCH_PROFILE": str(file)}) as ours:
            line = ours.line(ours.persons())
            line.round(QUICK.warm_up, QUICK.in_flight)
            os.kill(ours.pid, signal.SIGUSR1)
            line.round(QUICK.turns, QUICK.in_flight)
            os.kill(ours.pid, signal.SIGUSR2)
        own = own_seconds(file)
    sys.stdout.write("\n".join([*_table(by_library(own)), "", *_table(_by_function(own)), ""]))


def own_seconds(file: Path) -> dict[Function, float]:
    """The time spent in each function itself."""
    stats: dict[Function, tuple[int, int, float, float, object]] = pstats.Stats(str(file)).stats  # type: ignore[attr-defined]  # its documented content, missing in the stubs
    return {function: row[2] for function, row in stats.items()}


def by_library(own: dict[Function, float]) -> Counter[str]:
    """The same, by the library or part of ours that the function is of."""
    libraries: Counter[str] = Counter()
    for (path, _, name), seconds in own.items():
        libraries[_library(path, name)] += seconds  # type: ignore[assignment]  # a Counter of seconds
    return libraries


def _library(path: str, name: str) -> str:
    if path == "~":  # built in or of a C extension, which only its name tells
        return f"C: {name.strip('<>').partition(' of ')[2] or name}"
    parts = Path(path).parts
    if "site-packages" in parts:
        return parts[parts.index("site-packages") + 1]
    ours = [part for part in ("services", "shared", "deploy") if part in parts]
    return "/".join(parts[parts.index(ours[0]) :][:3]) if ours else "Python itself"


def _by_function(own: dict[Function, float]) -> Counter[str]:
    return Counter({f"{_library(path, name)}: {name}:{line}": seconds for (path, line, name), seconds in own.items()})


def _table(seconds: Counter[str]) -> Iterator[str]:
    whole = sum(seconds.values())
    for name, spent in seconds.most_common(SHOWN):
        yield f"{spent / whole * 100:5.1f} %  {name}"


if __name__ == "__main__":
    main()
