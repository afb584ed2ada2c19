"""A person's entries lie together."""

from services.memory.migrations.sql import run_sql

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
