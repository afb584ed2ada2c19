"""The ledger once more, outside of the database, kept by a chore: see `shared/ledger_file.py`."""

from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

from services.memory.store.context import MemoryContext
from services.memory.store.database import call_function, plain_transaction
from shared.bus.service import CannotRunError
from shared.contracts.requests.ops import LedgerEntry
from shared.ledger_file import append_entries, entries_in

MOST_IN_A_PAGE = 100


async def ledger_entries(memory: MemoryContext, since: object, after: UUID | None) -> tuple[LedgerEntry, ...]:
    """What was entered since then, in the order of the ids."""
    async with plain_transaction(memory.database) as connection:
        rows = await call_function(connection, "ledger_entries", since, after, MOST_IN_A_PAGE)
    return tuple(
        LedgerEntry(
            erasure_id=row["id"],
            tenant_id=row["tenant_id"],
            person_id=row["person_id"],
            scope=row["scope"],
            subjects=tuple(row["subjects"]),
            at=row["created_at"],
            before=row["before"],
            refused=row["refused"],
            key=row["asked_key"],
            body=row["asked_body"],
            memories=row["memories"],
        )
        for row in rows
    )


OVERLAP = timedelta(hours=1)
"""Far longer than an erasure takes from its beginning, whose time it bears, to its commit."""


class LedgerFile:
    """What it has, and what it still lacks. Any number of processes may write to the same file."""

    def __init__(self, file: Path | None) -> None:
        """Reads it with the first look; without a file there is nothing to do."""
        self._file = file
        self._has: set[UUID] | None = None
        self._since: datetime | None = None
        self._failed: OSError | None = None

    def require(self) -> None:
        """At a start: a file that cannot be written is noticed before anything is erased."""
        if self._file is None:
            return
        try:
            self._file.open("ab").close()
        except OSError as error:
            raise CannotRunError(
                f"HOLDFAST_LEDGER_FILE is wrong: {self._file} cannot be written ({error.strerror})"
            ) from None

    async def check(self) -> None:
        """Raises while what was erased is not written down."""
        if self._failed is not None:
            raise self._failed

    async def keep(self, memory: MemoryContext) -> None:
        """Writes what was entered since the last look; with the first one, all that is not there."""
        if self._file is None:
            return
        try:
            await self._keep(memory, self._file)
            if self._file.exists():  # also when there was nothing to write
                self._file.open("ab").close()
            self._failed = None
        except OSError as error:
            self._failed = error
            raise

    async def _keep(self, memory: MemoryContext, file: Path) -> None:
        now = memory.clock()
        if self._has is None or not file.exists():
            self._has, self._since = {entry.erasure_id for entry in entries_in(file)}, None
        after: UUID | None = None
        while True:
            entries = await ledger_entries(memory, self._since, after)
            new = [entry for entry in entries if entry.erasure_id not in self._has]
            append_entries(file, new)
            self._has |= {entry.erasure_id for entry in new}
            if len(entries) < MOST_IN_A_PAGE:
                break
            after = entries[-1].erasure_id
        self._since = now - OVERLAP
