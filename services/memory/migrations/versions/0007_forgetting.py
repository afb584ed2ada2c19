"""Relations between memories, forgetting over time, and what operators count."""

from services.memory.migrations.sql import run_sql

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
