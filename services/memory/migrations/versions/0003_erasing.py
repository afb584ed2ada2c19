"""Erasing: who may rewrite a table's file, which columns leave no samples behind, what finds a person's rows fast."""

from services.memory.migrations.sql import run_sql

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
