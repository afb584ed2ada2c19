"""Retention: how long what was said is kept. And the notebook: an index for its pages, a search as one types."""

from services.memory.migrations.sql import run_sql

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
