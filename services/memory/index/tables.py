"""The index of what can be found."""

from sqlalchemy import BigInteger, Boolean, Column, DateTime, Integer, SmallInteger, Table, Text, Uuid
from sqlalchemy.dialects.postgresql import BIT

from services.memory.store.schema import METADATA, HalfVector

ENTRY = Table(
    "entry",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("assertion_id", Uuid),
    Column("message_id", Uuid),
    Column("turn_id", Uuid),
    Column("engagement_id", Uuid, nullable=False),
    Column("role", Text, nullable=False),
    Column("kind", Text),
    Column("category", Text),
    Column("position", BigInteger),
    Column("part", SmallInteger, nullable=False),
    Column("begins", Integer, nullable=False),
    Column("ends", Integer, nullable=False),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("length", SmallInteger, nullable=False),
    Column("asks", Boolean, nullable=False),
    Column("edition", SmallInteger, nullable=False),
    Column("withheld", Boolean, nullable=False),
    Column("embedding", HalfVector, nullable=False),
    Column("lot", SmallInteger),
    Column("code", BIT(384)),
)

POSTING = Table(
    "posting",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("term", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("frequency", SmallInteger, nullable=False),
)
