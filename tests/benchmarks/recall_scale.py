"""`python -m tests.benchmarks.recall_scale [--quick] [--only writing]`: how recall bears a full memory.

All of it goes through the product.
A thousand persons with a thousand memories each, and one with a hundred thousand; docs/log.md has the figures.
"""

import argparse
import json
import os
import platform
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import uvloop

from tests.benchmarks import recall_sections as sections
from tests.benchmarks.holdfast import Holdfast, holdfast
from tests.benchmarks.machine import DISTURBED, fdatasync_ms, filesystem, read_cpu
from tests.benchmarks.place import named_place, own_folder, usual_place
from tests.benchmarks.recall_sections import FULL, QUICK, Size
from tests.benchmarks.rounds import quantile
from tests.benchmarks.targets import Finding, findings


def main() -> None:
    """Reads the options, measures, prints."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is also ended
    with own_folder(options.folder) as folder, holdfast(folder, processes=False) as ours:
        say(f"{_machine(folder)}\n{os.cpu_count()} cores, Python {platform.python_version()}")
        found = list(measure(ours, QUICK if options.quick else FULL, options.only or [*sections.ALL]))
    sys.stdout.write("\n".join([*findings(found), ""]))
    if options.out is not None:
        options.out.write_text(json.dumps([asdict(one) | {"verdict": one.verdict} for one in found], indent=1))


def measure(ours: Holdfast, size: Size, wanted: Sequence[str]) -> Iterator[Finding]:
    """The parts that are wanted, one after the other."""
    say("filling memories …")
    inhabited = uvloop.run(sections.fill(ours, size, say))
    for name in wanted:
        with _watched(ours, name):
            found = sections.ALL[name](ours, inhabited)
        say("\n".join(findings(found)))
        yield from found


@contextmanager
def _watched(ours: Holdfast, name: str) -> Iterator[None]:
    """Tells when others used the machine meanwhile."""
    say(f"\n{name} …")
    before = read_cpu([ours.pid])
    yield
    after = read_cpu([ours.pid])
    own = sum(after.parts[part] - before.parts.get(part, 0) for part in after.parts)
    strangers = (after.machine - before.machine - own) / (after.at - before.at)
    if strangers > DISTURBED:
        say(f"(others used {strangers:.1f} cores meanwhile)")


def _machine(folder: Path) -> str:
    taken = fdatasync_ms(folder)
    return f"{filesystem(folder)}, fdatasync p50 {quantile(taken, 0.5):.2f} ms"


def say(progress: str) -> None:
    """Progress goes beside the table, so that the table can be kept."""
    sys.stderr.write(f"{progress}\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.recall_scale", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fifty persons instead of a thousand: a glance")
    parser.add_argument("--only", nargs="+", choices=sections.ALL, help="these parts alone")
    parser.add_argument("--out", type=Path, help="also write what was measured as JSON")
    parser.add_argument("--folder", type=named_place, default=usual_place(), help="on the disk that is to be measured")
    return parser.parse_args()


if __name__ == "__main__":
    main()
