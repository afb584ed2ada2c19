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
    "off_record": "created_at",
    "message": "position",
    "assertion": "created_at, id",
    "assertion_history": "moment",
    "entry": "(select p.created_at from person p where p.id = person_id), position, part, assertion_id",
    "posting": "(select p.created_at from person p where p.id = person_id), (select e.position from entry e where"
    " e.person_id = posting.person_id and e.number = posting.number), number, term",
    "relation": "created_at, from_id, to_id",
    "audit": "at, number",
    "mention": "turn_id, assertion_id, role",
    "refusal": "created_at",
    "classification": "created_at",
    "memory_reference": "turn_id",
    "correction": "created_at",
    "usage_day": "(select p.created_at from person p where p.id = person_id)",
    "import_batch": "created_at",
    "import_row": "number",
    "erasure": "created_at",
    "open_look": "created_at",
    "operational_event": "moment",
    "offer": "shown_moment",
    "applied_step": "created_at",
    "applied_command": "created_at",
    "outbox": "id",
    "dead_letter": "created_at",
    "agent_query": "created_at",
    "api_token": "created_at",
    "sign_in_code": "created_at",
    "closing_draft": "created_at",
    "narrative": "created_at, assertion_id",
    "memory_entity": "created_at, id",
    "state_delta": "created_at, id",
    "theme": "place",
    "work": "created_at",
}
"""Every table and what orders it, parents first. A new table stands here too: the catalogue is compared with this."""
ONLY = {"operational_event": "operation in ('open', 'classify', 'route', 'perform', 'respond', 'close')"}
"""Rows that are written with what they tell of; a command is counted a moment later, and not if the process dies."""
DRAWN = {"moment", "position", "shown_moment"}
"""Columns drawn from a sequence: their order counts, gaps do not."""
NUMBERED = {"entry", "posting"}
"""Tables whose number is such a one, too; elsewhere it counts."""
SECRET = {"digest", "secret", "chain", "content_hash", "marks", "vectors", "lot"}
"""Drawn by chance, or made of what was: as good as a name."""

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[\d.]*(?:Z|\+00:00)")
_MS = re.compile(r'"(ms|latency_ms)": ?[\d.]+')

Table = list[dict[str, object]]


async def dump(records: Records) -> dict[str, Table]:
    """All tables."""
    names: dict[str, str] = {}
    return {table: await _table(records, table, order, names) for table, order in ORDER.items()}


async def tables_of(records: Records) -> set[str]:
    """The tables that there are."""
    rows = await records.rows("select tablename from pg_tables where schemaname = 'public'")
    return {row["tablename"] for row in rows} - {"alembic_version", "applied_function"}


async def _table(records: Records, table: str, order: str, names: dict[str, str]) -> Table:
    rows = await records.rows(f'select * from "{table}" where {ONLY.get(table, True)} order by {order}')
    return [
        {
            column: number if column == "number" and table in NUMBERED else _plain(column, value, number, names)
            for column, value in row.items()
        }
        for number, row in enumerate(rows)
    ]


def _plain(column: str, value: object, number: int, names: dict[str, str]) -> object:
    if column in SECRET or isinstance(value, datetime):
        return "secret" if column in SECRET else "time"
    if column in DRAWN:
        return number
    if isinstance(value, list):
        return [_plain(column, one, number, names) for one in value]
    if isinstance(value, UUID | str):
        plain = _UUID.sub(lambda found: _named(found[0], names), str(value))
        return _MS.sub('"ms": 0', _TIME.sub("time", plain))
    return value


def _named(identifier: str, names: dict[str, str]) -> str:
    return names.setdefault(identifier, f"id-{len(names)}")
