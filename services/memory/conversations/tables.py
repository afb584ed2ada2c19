"""What conversations would leave, and what they left."""

from sqlalchemy import (
    ARRAY,
    REAL,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Integer,
    SmallInteger,
    Table,
    Text,
    Uuid,
    func,
)
from sqlalchemy.dialects.postgresql import JSONB

from services.memory.store.schema import METADATA, owned_columns

CLOSING_DRAFT = Table(
    "closing_draft",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("conversation_id", Uuid, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("memory_id", Uuid, nullable=False),
    Column("body", Text, nullable=False),
    Column("epoch", BigInteger, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

NARRATIVE = Table(
    "narrative",
    METADATA,
    Column("assertion_id", Uuid, primary_key=True),
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("conversation_id", Uuid),
    Column("original", Text, nullable=False),
    Column("edited", Boolean, nullable=False, server_default="false"),
    Column("veiled", Boolean, nullable=False, server_default="false"),
    Column("model", Text, nullable=False, server_default=""),
    Column("reduced", Boolean, nullable=False, server_default="false"),
    Column("passes", Integer, nullable=False, server_default="0"),
    Column("took_ms", REAL, nullable=False, server_default="0"),
    Column("suggested_engagement_id", Uuid),
    Column("confidence", REAL, nullable=False, server_default="0"),
    Column("reason", Text, nullable=False, server_default=""),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

MEMORY_ENTITY = Table(
    "memory_entity",
    METADATA,
    *owned_columns(),
    Column("assertion_id", Uuid, nullable=False),
    Column("turn_id", Uuid),
    Column("entity_type", Text, nullable=False),
    Column("data", JSONB, nullable=False),
    Column("label", Text, nullable=False),
    Column("category", Text),
    Column("quote", Text, nullable=False, server_default=""),
    Column("is_active", Boolean, nullable=False, server_default="false"),
    Column("since", DateTime(timezone=True), nullable=False),
    Column("touched_at", DateTime(timezone=True), nullable=False),
    Column("engagement_id", Uuid),
    Column("due_at", Date),
    Column("resolved_at", DateTime(timezone=True)),
    Column("resolved_by", Uuid),
    Column("stale_told_at", DateTime(timezone=True)),
)

STATE_DELTA = Table(
    "state_delta",
    METADATA,
    *owned_columns(),
    Column("assertion_id", Uuid, nullable=False),
    Column("delta_type", Text, nullable=False),
    Column("entity_id", Uuid),
    Column("thread_id", Uuid),
    Column("data", JSONB, nullable=False),
    Column("before", JSONB),
    Column("confidence", REAL, nullable=False),
    Column("applied", Boolean, nullable=False, server_default="false"),
    Column("applied_at", DateTime(timezone=True)),
)

THEME = Table(
    "theme",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("place", SmallInteger, primary_key=True),
    Column("label", Text, nullable=False),
    Column("times", Integer, nullable=False),
    Column("among", Integer, nullable=False),
    Column("memory_ids", ARRAY(Uuid), nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)
