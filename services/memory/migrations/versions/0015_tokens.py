"""Tokens end, and an operator can tell people apart without a word of theirs."""

from services.memory.migrations.sql import run_sql

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
