"""An import is taken on in the background, batch by batch."""

from services.memory.migrations.sql import run_sql

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
