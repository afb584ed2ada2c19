"""The line: people, engagements, turns, and what makes effects happen once."""

from services.memory.migrations.sql import run_sql

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
