"""How `pytest -n 2` divides the suite: a file stays whole, and what lives in one installation stays together.

Loaded as a plugin into every run. With one process (`-n 0`, or none named) it changes nothing.
"""

import os

import pytest

from deploy.embedded import ports

_WORKER = "PYTEST_XDIST_WORKER"


def pytest_configure(config: pytest.Config) -> None:
    """Nobody takes the port of a server that another worker has just killed and is about to start again."""
    del config
    if name := os.environ.get(_WORKER, ""):
        workers = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        ports.RANGE = ports.RANGE[int(name.removeprefix("gw")) :: workers]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Ours, whatever `--dist` says: only this one knows what belongs together."""
    from tests.spread import Spread  # noqa: PLC0415  # whoever has not installed xdist yet runs in one process

    config.option.loadscopereorder = False
    return Spread(config, log)
