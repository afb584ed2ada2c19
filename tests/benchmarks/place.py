"""Where a benchmark keeps its data: a folder of its own, on a real disk, gone afterwards."""

import argparse
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from deploy.embedded.account import can_enter, database_uid
from tests.benchmarks.machine import filesystem


def usual_place() -> Path:
    """The system's folder for temporary files, unless that is in memory, where writes would cost nothing."""
    usual = Path(tempfile.gettempdir())
    return Path("/var/tmp") if filesystem(usual) == "tmpfs" else usual


def named_place(given: str) -> Path:
    """A folder that somebody named. As root the database is another user, and elsewhere its data would be another's."""
    folder = Path(given).resolve()
    if not folder.is_dir() or not can_enter(folder, database_uid()):
        raise argparse.ArgumentTypeError(f"{folder} is no folder that the database's user can enter")
    return folder


@contextmanager
def own_folder(place: Path) -> Iterator[Path]:
    """A new folder there for as long as the block lasts."""
    with tempfile.TemporaryDirectory(prefix="holdfast-bench-", dir=place) as made:
        if os.geteuid() == 0:
            Path(made).chmod(0o711)
        yield Path(made)
