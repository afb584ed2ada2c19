"""The embedded start as it is, with two differences that a benchmark needs.

`python -m tests.benchmarks.monitored --port 8080`, with the options of `deploy.local`. The product's broker has no
monitoring port; this one listens on the loopback address, on a port that stands in the broker's ports file. With
BENCH_PROFILE=<file>, SIGUSR1 begins a profile of this process and SIGUSR2 ends and writes it.
"""

import cProfile
import os
import runpy
import signal
import time
from unittest.mock import patch

from deploy.embedded import broker
from deploy.nats.configuration import broker_configuration

MONITORING = 'http: "127.0.0.1:-1"\n'


def main() -> None:
    """Becomes `deploy.local`."""
    if file := os.environ.get("BENCH_PROFILE"):
        _profile_on_demand(file)
    with patch.object(broker, "broker_configuration", _monitored):
        runpy.run_module("deploy.local", run_name="__main__")


def _monitored(**given: object) -> str:
    return broker_configuration(**given | {"more": f"{given['more']}{MONITORING}"})  # type: ignore[arg-type]  # passed on as it came


def _profile_on_demand(file: str) -> None:
    profile = cProfile.Profile(time.thread_time)
    signal.signal(signal.SIGUSR1, lambda *_: profile.enable())
    signal.signal(signal.SIGUSR2, lambda *_: profile.dump_stats(file))


if __name__ == "__main__":
    main()
