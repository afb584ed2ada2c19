"""A person's entries lie together.

In the table they lie as they came, a person's among everybody's: a question would fetch a page for each. One index has
all that a question reads of them, in the person's own order. Indexes are made while everybody goes on.
"""

from alembic import op

from services.memory.migrations.sql import run_sql

revision = "0009"
down_revision = "0008"
INDEXES = {
    "entries_as_read": """entry (person_id, role, number)
        include (tenant_id, assertion_id, message_id, turn_id, engagement_id, kind, category, position, part, begins,
                 ends, at, length, asks, edition, withheld, embedding)""",
    "entries_in_order": """entry (person_id, position, part) include (tenant_id, number)
        where message_id is not null""",
    "assertions_of_profile": """assertion (person_id, created_at desc)
        where category = 'profile' and force = 'committed' and state = 'active'""",
}
"""The last one finds what a question calls the person."""


def upgrade() -> None:
    """Runs the text beside this file, then what cannot be a part of a transaction."""
    run_sql(__file__)
    with op.get_context().autocommit_block():
        for name, what in INDEXES.items():
            # Half of it may be left of a try that was broken off.
            op.execute(f"drop index concurrently if exists {name}")
            op.execute(f"create index concurrently {name} on {what}")
        op.execute("drop index concurrently if exists entries_of_talk")
