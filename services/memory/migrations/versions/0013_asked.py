"""What of a reply is a question of ours: a model that is shown those learns to write them."""

from services.memory.migrations.sql import run_sql

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Runs the text beside this file."""
    run_sql(__file__)
