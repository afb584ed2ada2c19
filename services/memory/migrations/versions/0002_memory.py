"""Memory with consent: assertions, their history, refusals, erasures, what was understood, what it cost."""

from services.memory.migrations.sql import run_sql

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
