"""How `pytest -n 2` divides the suite: a file stays whole, and what lives in one installation stays together.

Loaded as a plugin into every run. With one process (`-n 0`, or none named) it changes nothing.
"""

import os
import re

import pytest
from xdist.remote import Producer
from xdist.scheduler.loadscope import LoadScopeScheduling

from deploy.embedded import ports

INSTALLATION = re.compile(r"\[(?:.+-)?(offline|scripted|anthropic|openai)(?:-.+)?\]$")
"""The package-scoped installation of `tests/acceptance/memory` that a test lives in; the suite is in their order."""
WHOLE = "tests/shape/"
"""Every file of it reads the whole source, which one worker does once."""
_WORKER = "PYTEST_XDIST_WORKER"


class Spread(LoadScopeScheduling):  # type: ignore[misc]  # xdist's classes are of no known type
    """Hands out files in the order of the suite: a worker that went on to another installation never returns."""

    def _split_scope(self, nodeid: str) -> str:
        file, _, test = nodeid.partition("::")
        if file.startswith(WHOLE):
            return WHOLE
        lives = INSTALLATION.search(test) if "/acceptance/" in file else None
        return f"{file}@{lives[1]}" if lives else file


def pytest_configure(config: pytest.Config) -> None:
    """Nobody takes the port of a server that another worker has just killed and is about to start again."""
    del config
    if name := os.environ.get(_WORKER, ""):
        workers = int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        ports.RANGE = ports.RANGE[int(name.removeprefix("gw")) :: workers]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Spread:
    """Ours, whatever `--dist` says: only this one knows what belongs together."""
    config.option.loadscopereorder = False
    return Spread(config, log)
