"""The audit, read with other eyes: its chain is walked, and memory is built anew from the history alone."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

import asyncpg

from services.memory.assertions.repository import link_audit

ENTRY = ("number", "actor", "verb", "assertion_id", "force_from", "force_to", "version", "turn_id")
Row = dict[str, object]
REBUILT = ("id", "force", "content", "version", "reason")


async def audit_of(admin: asyncpg.Connection, person_id: UUID) -> list[Row]:
    return [
        dict(row) for row in await admin.fetch("select * from audit where person_id = $1 order by number", person_id)
    ]


def broken_at(rows: Sequence[Row]) -> int | None:
    """The place of the first row that does not follow from the one before it."""
    chain = b""
    for place, row in enumerate(rows, 1):
        chain = linked(chain, row)
        if row["chain"] != chain or row["number"] != place:
            return place
    return None


def linked(chain: bytes, row: Row) -> bytes:
    """The hash that a row should have after the row with this one."""
    content_hash, at = row["content_hash"], row["at"]
    assert isinstance(at, datetime)
    told = content_hash.hex() if isinstance(content_hash, bytes) else None  # of what was erased nothing is told
    command = row["command_hash"]
    cause = {
        "chain_version": row["chain_version"],
        "policy_version": row["policy_version"],
        "prompt_version": row["prompt_version"],
        "command_hash": command.hex() if isinstance(command, bytes) else command,
    }
    entry = {name: row[name] for name in ENTRY} | {"content_hash": told}
    return link_audit(chain, entry if row["chain_version"] == 1 else entry | cause, at)


async def stored(admin: asyncpg.Connection, person_id: UUID) -> dict[UUID, Row]:
    rows = await admin.fetch(f"select {', '.join(REBUILT)} from assertion where person_id = $1", person_id)
    return {row["id"]: dict(row) for row in rows}


async def rebuilt(admin: asyncpg.Connection, person_id: UUID) -> dict[UUID, Row]:
    """What the history alone says: the last row of each counts, and each takes up where the former left off."""
    found: dict[UUID, Row] = {}
    order = "select * from assertion_history where person_id = $1 order by moment"
    for row in await admin.fetch(order, person_id):
        before = found.get(row["assertion_id"], {"force": None, "content": None})
        assert (before["force"], before["content"]) == (row["force_from"], row["old"])
        found[row["assertion_id"]] = dict(
            zip(
                REBUILT,
                (row["assertion_id"], row["force_to"], row["new"], row["version"], row["reason"]),
                strict=True,
            )
        )
    return found


async def both_tell_the_same(admin: asyncpg.Connection, person_id: UUID) -> bool:
    """Whether history and audit have the same rows in the same order."""
    told = "select verb, actor, assertion_id, force_from, force_to, version, turn_id from"
    history = await admin.fetch(f"{told} assertion_history where person_id = $1 order by moment", person_id)
    audit = await admin.fetch(f"{told} audit where person_id = $1 order by number", person_id)
    return list(map(tuple, history)) == list(map(tuple, audit))
