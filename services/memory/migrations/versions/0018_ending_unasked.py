"""The person is told once of what ends without having been asked about."""

from services.memory.migrations.sql import run_sql

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
