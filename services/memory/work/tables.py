"""The table of background work."""

from sqlalchemy import ARRAY, BigInteger, Column, DateTime, Integer, SmallInteger, Table, Text, Uuid, func

from services.memory.store.schema import METADATA, owned_columns

WORK_TABLE = Table(
    "work",
    METADATA,
    *owned_columns(),
    Column("line", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("subject_id", Uuid, nullable=False),
    Column("state", Text, nullable=False, server_default="waiting"),
    Column("step", Text, nullable=False),
    Column("steps_done", ARRAY(Text), nullable=False),
    Column("priority", SmallInteger, nullable=False, server_default="1"),
    Column("attempt", Integer, nullable=False, server_default="1"),
    Column("offered", Integer, nullable=False, server_default="0"),
    Column("epoch", BigInteger, nullable=False, server_default="0"),
    Column("tries", SmallInteger, nullable=False, server_default="0"),
    Column("restarts", SmallInteger, nullable=False, server_default="0"),
    Column("not_before", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("started_at", DateTime(timezone=True)),
    Column("deadline", DateTime(timezone=True)),
    Column("ended_at", DateTime(timezone=True)),
    Column("form", Text),
    Column("reason", Text, nullable=False, server_default=""),
    Column("counted", ARRAY(Text), nullable=False),
)
