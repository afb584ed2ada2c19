"""Functions stand in one file each, and are applied again when their text changes."""

from services.memory.migrations.sql import run_sql

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
