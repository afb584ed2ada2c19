"""`python -m tests.benchmarks [--quick] [--out results.json]`: measures everything and prints the table."""

import argparse
import os
import platform
import signal
import sys
from pathlib import Path

from tests.benchmarks.close_look import look_closely
from tests.benchmarks.contests import contests
from tests.benchmarks.machine import fdatasync_ms, filesystem
from tests.benchmarks.place import named_place, own_folder, usual_place
from tests.benchmarks.report import Machine, Report
from tests.benchmarks.scale import FULL, QUICK, Scale
from tests.benchmarks.table import as_json, text


def main() -> None:
    """Reads the options, measures, prints."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is also ended
    with own_folder(options.folder) as folder:
        report = measure(folder, QUICK if options.quick else FULL)
    sys.stdout.write(text(report))
    if options.out is not None:
        options.out.write_text(as_json(report))


def measure(folder: Path, scale: Scale) -> Report:
    """The whole run in a folder of its own."""
    say(f"measuring in {folder}, a few minutes …")
    machine = Machine(os.cpu_count() or 1, platform.python_version(), filesystem(folder), fdatasync_ms(folder))
    measured = contests(folder, scale, say)
    say("a close look: low load, idle, counts …")
    return Report(machine, measured, look_closely(folder, scale))


def say(progress: str) -> None:
    """Progress goes beside the table, so that the table can be kept."""
    sys.stderr.write(f"{progress}\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one short round of each: a glance, not a measurement")
    parser.add_argument("--out", type=Path, help="also write every round and count as JSON")
    parser.add_argument("--folder", type=named_place, default=usual_place(), help="on the disk that is to be measured")
    return parser.parse_args()


if __name__ == "__main__":
    main()
