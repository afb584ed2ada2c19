"""The ledger of erasures as a file beside the backups: a line for each, ids only, and nothing is ever taken out."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError

from shared.contracts.requests.ops import LedgerEntry


def append_entries(file: Path, entries: Iterable[LedgerEntry]) -> None:
    """Adds lines, and returns when the disk has them. Several processes may do so at the same time."""
    lines = "".join(f"{entry.model_dump_json(exclude_none=True)}\n" for entry in entries).encode()
    if not lines:
        return
    out = os.open(file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        if _broke_off(out):
            lines = b"\n" + lines
        os.write(out, lines)
        os.fsync(out)
    finally:
        os.close(out)


def _broke_off(out: int) -> bool:
    """Whether a crash left half a line at the end: what follows must stand on a line of its own."""
    size = os.fstat(out).st_size
    return size > 0 and os.pread(out, 1, size - 1) != b"\n"


def entries_in(file: Path) -> Iterator[LedgerEntry]:
    """What it has, each once. A line that broke off is not one of them, and was written again."""
    seen = set()
    for line in file.read_bytes().splitlines() if file.exists() else ():
        try:
            entry = LedgerEntry.model_validate_json(line)
        except ValidationError:
            continue
        if entry.erasure_id not in seen:
            seen.add(entry.erasure_id)
            yield entry
