"""What was understood, which memories had a part in it, what was set right, what it cost."""

from sqlalchemy import (
    ARRAY,
    REAL,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Integer,
    Numeric,
    Table,
    Text,
    Uuid,
    func,
)
from sqlalchemy.dialects.postgresql import JSONB

from services.memory.store.schema import METADATA, owned_columns

CLASSIFICATION = Table(
    "classification",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("turn_id", Uuid, primary_key=True),
    Column("intent", Text, nullable=False),
    Column("axes", JSONB, nullable=False),
    Column("confidence", REAL, nullable=False),
    Column("alternatives", ARRAY(Text), nullable=False),
    Column("language", Text, nullable=False),
    Column("parameters", JSONB, nullable=False),
    Column("understood_by", JSONB, nullable=False),
    Column("answered_by", JSONB),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

MEMORY_REFERENCE = Table(
    "memory_reference",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("turn_id", Uuid, primary_key=True),
    Column("assertion_id", Uuid, primary_key=True),
    Column("influence", Text, nullable=False),
    Column("score", REAL, nullable=False),
    Column("reason", Text, nullable=False),
)

CORRECTION = Table(
    "correction",
    METADATA,
    *owned_columns(),
    Column("turn_id", Uuid, nullable=False),
    Column("original", Text, nullable=False),
    Column("corrected", Text, nullable=False),
)

USAGE_DAY = Table(
    "usage_day",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("day", Date, primary_key=True),
    Column("turns", Integer, nullable=False, server_default="0"),
    Column("sent", BigInteger, nullable=False, server_default="0"),
    Column("received", BigInteger, nullable=False, server_default="0"),
    Column("cache_written", BigInteger, nullable=False, server_default="0"),
    Column("cache_read", BigInteger, nullable=False, server_default="0"),
    Column("cost", Numeric(14, 8), nullable=False, server_default="0"),
    Column("unpriced_calls", Integer, nullable=False, server_default="0"),
    Column("told_used_up", Boolean, nullable=False, server_default="false"),
)
