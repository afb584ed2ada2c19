"""Conversations end with meaning; background work has its table."""

from services.memory.migrations.sql import run_sql

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
