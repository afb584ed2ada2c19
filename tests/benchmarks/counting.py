"""What a turn costs the broker and the database, counted by themselves.

SQL: PostgreSQL's own statement log is switched on for the counted stretch and off again. Each line carries the
transaction that the statement ran in, so statements and transactions are exact counts and no estimate.
"""

import asyncio
import json
import urllib.request
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import asyncpg

FLUSH_SECONDS = 11.0
"""A backend that has become idle hands its statistics in within 10 s."""
MARK = "holdfast-bench"
LOGGING = {"log_statement": "all", "log_line_prefix": f"{MARK} %u %v "}
CONTROL = ("BEGIN", "COMMIT", "ROLLBACK")


@dataclass(frozen=True, slots=True)
class Messages:
    """What the broker took in and gave out so far."""

    taken: int
    given: int


def broker_messages(home: Path) -> Messages:
    """Asks the broker's monitoring."""
    [ports] = (home / "run" / "ports").glob("*.ports")
    [address] = json.loads(ports.read_text())["monitoring"]
    with urllib.request.urlopen(f"{address}/varz", timeout=5) as answer:
        told = json.load(answer)
    return Messages(told["in_msgs"], told["out_msgs"])


@dataclass(frozen=True, slots=True)
class Statements:
    """What the services' role asked of the database in the counted stretch."""

    all: int
    control: int
    """Those of them that only begin or end a transaction."""
    transactions: int


@contextmanager
def statement_log(database_url: str, log: Path) -> Iterator[list[Statements]]:
    """Counts the statements while the block lasts; the list holds the count after it."""
    counted: list[Statements] = []
    asyncio.run(_configure(database_url, LOGGING))
    began = log.stat().st_size
    try:
        yield counted
    finally:
        asyncio.run(_configure(database_url, {}))
    with log.open(errors="replace") as written:
        written.seek(began)
        counted.append(count_statements(written))


async def _configure(database_url: str, settings: Mapping[str, str]) -> None:
    connection = await asyncpg.connect(database_url)
    for name in LOGGING:
        value = f"= '{settings[name]}'" if name in settings else "to default"
        await connection.execute(f"alter system set {name} {value}")
    await connection.execute("select pg_reload_conf()")
    await asyncio.sleep(0.5)  # every backend reads the change before its next statement
    await connection.close()


def count_statements(lines: Iterable[str]) -> Statements:
    """What the log of the counted stretch holds. Further lines of a long statement begin with a tab."""
    statements = [line.split(maxsplit=6) for line in lines if line.startswith(f"{MARK} holdfast_app ")]
    said = [line for line in statements if line[3] == "LOG:" and line[4] in ("statement:", "execute")]
    texts = [line[5] if line[4] == "statement:" else line[6] for line in said]
    control = sum(text.upper().startswith(CONTROL) for text in texts)
    return Statements(len(said), control, len({line[2] for line in said}))


@dataclass(frozen=True, slots=True)
class Writes:
    """What the database wrote so far."""

    fsyncs: int
    log_bytes: int
    commits: int


def database_writes(database_url: str) -> Writes:
    """Asks the database; what its backends did in the last seconds may not be in it yet."""
    return asyncio.run(_database_writes(database_url))


async def _database_writes(database_url: str) -> Writes:
    connection = await asyncpg.connect(database_url)
    row = await connection.fetchrow(
        "select (select sum(fsyncs) from pg_stat_io where object = 'wal')::bigint,"
        " (pg_current_wal_lsn() - '0/0')::bigint,"
        " (select xact_commit from pg_stat_database where datname = current_database())"
    )
    await connection.close()
    assert row is not None
    return Writes(*row)
