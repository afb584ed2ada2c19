"""`holdfast export`: takes everything along. A file that is there is whole; one that broke off is not left behind."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from services.terminal.calls import Calls
from services.terminal.kept_token import person_account
from services.terminal.output import tell_aside
from services.terminal.terminal_error import SorryError

BACK = "\r\x1b[K"


def run(given: Namespace) -> int:
    """Writes it to a file, or to standard output."""
    pieces = _watched(Calls(person_account()).download(f"/v1/export?format={given.format}"))
    if given.out is None:
        for piece in pieces:
            sys.stdout.buffer.write(piece)
        sys.stdout.flush()
    else:
        _write(Path(given.out), pieces)
        tell_aside(f"Everything is in {given.out}.")
    return 0


def _write(file: Path, pieces: Iterator[bytes]) -> None:
    unfinished = file.with_name(f"{file.name}.part")
    try:
        # Nobody else on this machine is to read it.
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            for piece in pieces:
                out.write(piece)
        unfinished.replace(file)
    except OSError as error:
        raise SorryError(f"{file} cannot be written: {error.strerror}.") from None
    finally:
        unfinished.unlink(missing_ok=True)


def _watched(pieces: Iterator[tuple[bytes, int]]) -> Iterator[bytes]:
    """The same, with how far it is on a terminal."""
    watched, size, lines = sys.stderr.isatty(), 0, 0
    for piece, rows in pieces:
        size, lines = size + len(piece), lines + piece.count(b"\n")
        if watched:
            far = f"{min(lines, rows):,} of {rows:,} rows" if rows else f"{size // 1024:,} KB"
            sys.stderr.write(f"{BACK}{far}")
        yield piece
    if watched:
        sys.stderr.write(BACK)
