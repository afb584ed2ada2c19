"""Trust: looks that are finished by whoever comes after, and what the operator asks of the audit and the ledger."""

from services.memory.migrations.sql import run_sql

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
