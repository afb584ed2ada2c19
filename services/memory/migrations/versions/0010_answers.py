"""Offers that wait, and how each person wants to be asked."""

from services.memory.migrations.sql import run_sql

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
