"""${message}."""

from services.memory.migrations.sql import run_sql

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
