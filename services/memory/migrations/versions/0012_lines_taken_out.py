"""A single line can be taken out of the talk."""

from services.memory.migrations.sql import run_sql

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
