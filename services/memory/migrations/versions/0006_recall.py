"""Recall: what can be found of memories and of what was said, by its words and by its meaning."""

from services.memory.migrations.sql import run_sql

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
