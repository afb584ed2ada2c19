"""Begins a migration: an empty revision after the newest one."""

import sys
from pathlib import Path

from alembic import command
from alembic.config import Config

MIGRATIONS = Path(__file__).resolve().parents[2] / "services" / "memory" / "migrations"


def main() -> None:
    """Takes the sentence that says what the migration changes."""
    sentence = " ".join(sys.argv[1:]).strip()
    if not sentence:
        sys.exit('Say what it changes: make migration NAME="…"')
    config = Config()
    # A percent sign in an option begins a placeholder there.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    command.revision(config, message=sentence)


if __name__ == "__main__":
    main()
