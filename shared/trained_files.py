"""Trained files are what they were when they were shipped: half a download answers, too, and wrongly."""

import hashlib
from pathlib import Path


class DamagedModelError(Exception):
    """A file is not there, or is not what was shipped; says what to do."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"{file.name} is not the file that was shipped with this release, or not all of it. "
            "Get the release again: nothing is understood with a damaged model."
        )


def check_file(file: Path, sha256: str) -> None:
    """Raises unless the file has this hash."""
    try:
        with file.open("rb") as opened:
            found = hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError:
        found = ""
    if found != sha256:
        raise DamagedModelError(file)
