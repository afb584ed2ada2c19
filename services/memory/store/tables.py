"""Applied steps and commands, the outbox, dead letters."""

from sqlalchemy import (
    ARRAY,
    REAL,
    BigInteger,
    Column,
    DateTime,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    Uuid,
    func,
)

from services.memory.store.schema import METADATA, owned_columns

APPLIED_STEP = Table(
    "applied_step",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("turn_id", Uuid, primary_key=True),
    Column("step", Text, primary_key=True),
    Column("form", Text),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

APPLIED_COMMAND = Table(
    "applied_command",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("body_hash", Text, nullable=False),
    Column("answer", Text, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

OUTBOX = Table(
    "outbox",
    METADATA,
    *owned_columns(),
    Column("subject", Text, nullable=False),
    Column("message_id", Text),
    Column("body", Text, nullable=False),
)

OPERATIONAL_EVENT = Table(
    "operational_event",
    METADATA,
    Column("moment", BigInteger, primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("node", Text, nullable=False),
    Column("operation", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("count", Integer, nullable=False, server_default="1"),
    Column("tenant_id", Uuid),
    Column("person_id", Uuid),
    Column("assertion_id", Uuid),
    Column("category", Text),
    Column("similarity", REAL),
)

DEAD_LETTER = Table(
    "dead_letter",
    METADATA,
    Column("id", Uuid, primary_key=True),
    Column("tenant_id", Uuid),
    Column("person_id", Uuid),
    Column("turn_id", Uuid),
    Column("step", Text, nullable=False),
    Column("reason", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("form", Text),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("replayed_at", DateTime(timezone=True)),
    Column("work_id", Uuid),
)

OPEN_LOOK = Table(
    "open_look",
    METADATA,
    *owned_columns(),
    Column("key", Text),
    Column("scope", Text, nullable=False),
    Column("ids", ARRAY(Uuid), nullable=False),
    Column("ended_turn_id", Uuid),
    Column("lengths", ARRAY(SmallInteger), nullable=False),
    Column("marks", ARRAY(LargeBinary), nullable=False),
    Column("vectors", ARRAY(LargeBinary), nullable=False),
    Column("work_ids", ARRAY(Uuid), nullable=False, server_default="{}"),
)
