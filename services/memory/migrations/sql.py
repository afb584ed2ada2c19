"""Runs SQL texts as they stand: many statements in one go, which a prepared statement cannot."""

import hashlib
from pathlib import Path

from alembic import op
from sqlalchemy import Column, Connection, MetaData, Table, Text, select
from sqlalchemy.dialects.postgresql import insert

FUNCTIONS = Path(__file__).with_name("functions")
APPLIED = Table("applied_function", MetaData(), Column("name", Text, primary_key=True), Column("digest", Text))


def run_sql(revision_file: str) -> None:
    """Runs the `.sql` file of the same name as the revision."""
    _run_file(op.get_bind(), Path(revision_file).with_suffix(".sql"))


def apply_functions(connection: Connection) -> None:
    """Brings the database's functions to the texts of this release: those whose text it does not have yet."""
    applied = {row.name: row.digest for row in connection.execute(select(APPLIED))}
    for file in sorted(FUNCTIONS.glob("*.sql")):
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        if applied.get(file.stem) != digest:
            _run_file(connection, file)
            has = insert(APPLIED).values(name=file.stem, digest=digest)
            connection.execute(has.on_conflict_do_update(index_elements=["name"], set_={"digest": digest}))


def _run_file(connection: Connection, file: Path) -> None:
    driver = connection.connection.dbapi_connection
    if driver is None:
        raise ConnectionError(file.name)
    written = file.read_text(encoding="utf-8")
    driver.run_async(lambda raw: raw.execute(written))  # through SQLAlchemy a text is one statement
