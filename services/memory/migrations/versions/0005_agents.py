"""Agents: who may ask memory besides the person, and what each may see."""

from services.memory.migrations.sql import run_sql

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
