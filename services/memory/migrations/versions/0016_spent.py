"""What was spent goes after a month: answers of commands, tokens, sign-in codes."""

from services.memory.migrations.sql import run_sql

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
