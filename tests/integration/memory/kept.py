"""All that is stored of a person, written so that two persons who lived alike can be compared."""

import json
import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from uuid import UUID

from tests.integration.line.records import Records

Kept = dict[str, list[str]]

_BY_CHANCE = frozenset({"moment", "shown_moment", "position", "secret", "digest", "chain", "command_hash"})
"""Numbers of one sequence that all persons share, secrets, and what hangs on them."""
_NUMBERED_BY_CHANCE = {"entry": {"number", "lot"}, "posting": {"number"}}
"""Tables whose numbers are of such a sequence too; those of an audit count."""
_NAMES = """
    select id, 'the person' as name from person where id = $1
    union all select id, 'the conversation' from conversation where person_id = $1
    union all select id, kind || ' ' || title from engagement where person_id = $1
    union all select a.id, e.kind || ' memory ' || a.display_number from assertion a
              join engagement e on e.person_id = a.person_id and e.id = a.engagement_id where a.person_id = $1
    union all select id, 'turn ' || rank() over (order by moment) from turn where person_id = $1
    union all select id, 'offer ' || rank() over (order by shown_moment) from offer where person_id = $1
"""
_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z|[+-]\d\d(?::?\d\d)?)")
_BYTES = re.compile(r'\\\\x[0-9a-f]{16,}|(?<="key": ")[0-9a-f]{64}')

_LOOK = re.compile(r'\\*"status\\*": ?\\*"(?:gone|checking)\\*"|\\*"checked\\*": ?\[[^\]]*\]')


async def names_of(records: Records, person_id: UUID) -> dict[str, str]:
    """What each id stands for, as it would in any other person's life."""
    return {str(row["id"]): row["name"] for row in await records.rows(_NAMES, person_id)}


def told(text: str, names: Mapping[str, str]) -> str:
    """A text without what differs from one life to another: ids are named, times and hashes only said to be there."""
    named = _ID.sub(lambda found: names.get(found[0], "an id"), text)
    return _BYTES.sub("a hash", _TIME.sub("a time", named))


def unlooked(text: str) -> str:
    """A receipt without the look: whoever dies before it leaves an open one, the one thing that may differ."""
    return _LOOK.sub("", text)


def all_unlooked(kept: Kept) -> Kept:
    return {table: sorted(map(unlooked, rows)) for table, rows in kept.items()}


async def kept_of(records: Records, person_id: UUID) -> Kept:
    """Every row of theirs in every table, the audit and the ledger included."""
    names = await names_of(records, person_id)
    tables = await records.rows(
        "select distinct table_name::text as name from information_schema.columns"
        " where column_name = 'person_id' and table_schema = 'public'"
    )
    kept: Kept = {}
    for table, owner in [("person", "id"), *((row["name"], "person_id") for row in tables)]:
        rows = await records.rows(f'select to_jsonb(t)::text as row from "{table}" t where "{owner}" = $1', person_id)
        apart = _BY_CHANCE | _NUMBERED_BY_CHANCE.get(table, set())
        kept[table] = sorted(told(_without(row["row"], apart), names) for row in rows)
    return kept


def _without(row: str, apart: AbstractSet[str]) -> str:
    values = {name: value for name, value in json.loads(row).items() if name not in apart}
    return json.dumps(values, sort_keys=True, ensure_ascii=False)
