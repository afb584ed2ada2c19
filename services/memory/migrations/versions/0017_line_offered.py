"""An offer may say which line leaves the talk with its yes."""

from services.memory.migrations.sql import run_sql

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
