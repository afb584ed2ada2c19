"""The ledger once more, outside of the database, kept by a chore: see `shared/ledger_file.py`."""

from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from services.memory.operation import Memory
from services.memory.proving import MOST_IN_A_PAGE, entries_of
from shared.ledger_file import append, entries_in

OVERLAP = timedelta(hours=1)
"""Far longer than an erasure takes from its beginning, whose time it bears, to its commit."""


class LedgerFile:
    """What it has, and what it still lacks. Any number of processes may write to the same file."""

    def __init__(self, file: Path) -> None:
        """Reads it with the first look."""
        self._file = file
        self._has: set[UUID] | None = None
        self._since: datetime | None = None

    async def keep(self, memory: Memory) -> None:
        """Writes what was entered since the last look; with the first one, all that is not there."""
        now = memory.clock()
        if self._has is None or not self._file.exists():
            self._has, self._since = {entry.erasure_id for entry in entries_in(self._file)}, None
        after: UUID | None = None
        while True:
            entries = await entries_of(memory, self._since, after)
            new = [entry for entry in entries if entry.erasure_id not in self._has]
            append(self._file, new)
            self._has |= {entry.erasure_id for entry in new}
            if len(entries) < MOST_IN_A_PAGE:
                break
            after = entries[-1].erasure_id
        self._since = now - OVERLAP
