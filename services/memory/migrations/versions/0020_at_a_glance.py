"""Entries at a glance: a narrow index of what is compared first.

Entries that are there get theirs a person at a time, each in a transaction of its own, and the index is made while
everybody goes on.
"""

from alembic import op
from sqlalchemy import text

from services.memory.migrations.sql import run_sql

revision = "0020"
down_revision = "0019"
WITHOUT = text("select distinct person_id from entry where code is null")
SKETCH = text(
    "update entry set lot = number % 64, code = binary_quantize(embedding)::bit(384)"
    " where person_id = :person_id and code is null"
)
INDEX = """entries_at_a_glance on entry (person_id, role, lot, number)
    include (tenant_id, engagement_id, kind, edition, at, code)"""


def upgrade() -> None:
    """Runs the text beside this file, then what cannot be a part of a transaction."""
    run_sql(__file__)
    with op.get_context().autocommit_block():
        connection = op.get_bind()
        for person_id in connection.execute(WITHOUT).scalars().all():
            connection.execute(SKETCH, {"person_id": person_id})
        op.execute("drop index concurrently if exists entries_at_a_glance")
        op.execute(f"create index concurrently {INDEX}")
