"""Runs a revision's SQL text as it stands: many statements in one go, which a prepared statement cannot."""

from pathlib import Path

from alembic import op


def run_sql(revision_file: str) -> None:
    """Runs the `.sql` file of the same name as the revision."""
    text = Path(revision_file).with_suffix(".sql").read_text(encoding="utf-8")
    driver = op.get_bind().connection.dbapi_connection
    if driver is None:
        raise ConnectionError(revision_file)
    driver.run_async(lambda connection: connection.execute(text))
