"""Off the record: what is said with writing off lies in one table that no log and no backup has."""

from services.memory.migrations.sql import run_sql

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
