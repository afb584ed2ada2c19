"""What got a no keeps its text for a week."""

from services.memory.migrations.sql import run_sql

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
