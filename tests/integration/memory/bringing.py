"""A file of rows, brought to memory as the door brings it, and the one yes to all of it."""

import hashlib
from collections.abc import Sequence
from uuid import uuid5

from services.memory.chores.advance_imports import advance_imports
from services.memory.transfer import import_requests
from shared.contracts.requests.notebook import GetImport
from shared.contracts.requests.transfer import ConfirmImport, ImportRows, ImportState
from tests.integration.memory.house import House, Inhabitant, a_key


def messages(one: Inhabitant, rows: Sequence[str], *, at_once: int = 200, count: int | None = None) -> list[ImportRows]:
    file_hash = hashlib.sha256("\n".join(rows).encode()).hexdigest()
    memories = sum('"content"' in row for row in rows) if count is None else count
    starts = range(0, len(rows), at_once)
    return [
        ImportRows(
            caller=one.who,
            key=a_key(),
            import_id=uuid5(one.who.person_id, file_hash),
            file_hash=file_hash,
            count=memories,
            first=first,
            rows=tuple(rows[first : first + at_once]),
            last=first == starts[-1],
        )
        for first in starts
    ]


async def accepted(
    house: House, one: Inhabitant, rows: Sequence[str], *, at_once: int = 200, count: int | None = None
) -> ImportState:
    """What the door answers."""
    for message in messages(one, rows, at_once=at_once, count=count):
        state = await import_requests.receive_rows(house.memory, message)
    return state


async def taken_on(house: House, one: Inhabitant, state: ImportState) -> ImportState:
    """How it stands when the chore is through with it."""
    await advance_imports(house.memory)
    return await import_requests.get_import(house.memory, GetImport(caller=one.who, import_id=state.import_id))


async def brought(house: House, one: Inhabitant, rows: Sequence[str], *, at_once: int = 200) -> ImportState:
    return await taken_on(house, one, await accepted(house, one, rows, at_once=at_once))


async def confirmed(house: House, one: Inhabitant, state: ImportState) -> ImportState:
    command = ConfirmImport(
        caller=one.who, key=a_key(), import_id=state.import_id, file_hash=state.file_hash, count=state.count
    )
    return await taken_on(house, one, await import_requests.confirm_import(house.memory, command))
