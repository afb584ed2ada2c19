"""All that a database holds, with ids by their order of appearance and without times: two runs can be compared."""

import re
from datetime import datetime
from uuid import UUID

from tests.integration.line.records import Records

ORDER = {
    "tenant": "created_at",
    "person": "created_at",
    "engagement": "created_at, id",
    "conversation": "created_at",
    "turn": "moment",
    "line": "moment",
    "message": "position",
    "offer": "shown_moment",
    "applied_step": "created_at",
    "applied_command": "created_at",
    "outbox": "id",
    "dead_letter": "created_at",
    "api_token": "created_at",
    "sign_in_code": "created_at",
}
"""Every table and what orders it, parents first. A new table stands here too: the catalogue is compared with this."""
DRAWN = {"moment", "position", "shown_moment"}
"""Columns drawn from a sequence: their order counts, gaps do not."""
SECRET = {"digest"}

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*(?:Z|\+00:00)")
_MS = re.compile(r'"ms": ?[\d.]+')

Table = list[dict[str, object]]


async def dump(records: Records) -> dict[str, Table]:
    """All tables."""
    names: dict[str, str] = {}
    return {table: await _table(records, table, order, names) for table, order in ORDER.items()}


async def tables_of(records: Records) -> set[str]:
    """The tables that there are."""
    rows = await records.rows("select tablename from pg_tables where schemaname = 'public'")
    return {row["tablename"] for row in rows} - {"alembic_version"}


async def _table(records: Records, table: str, order: str, names: dict[str, str]) -> Table:
    rows = await records.rows(f'select * from "{table}" order by {order}')
    return [
        {column: _plain(column, value, number, names) for column, value in row.items()}
        for number, row in enumerate(rows)
    ]


def _plain(column: str, value: object, number: int, names: dict[str, str]) -> object:
    if column in SECRET:
        return "secret"
    if column in DRAWN:
        return number
    if isinstance(value, datetime):
        return "time"
    if isinstance(value, UUID):
        return _named(str(value), names)
    if isinstance(value, str):
        plain = _UUID.sub(lambda found: _named(found[0], names), value)
        return _MS.sub('"ms": 0', _TIME.sub("time", plain))
    return value


def _named(identifier: str, names: dict[str, str]) -> str:
    return names.setdefault(identifier, f"id-{len(names)}")
