"""Engagements, and what is known in them."""

from sqlalchemy import (
    ARRAY,
    REAL,
    BigInteger,
    Boolean,
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
from sqlalchemy.dialects.postgresql import JSONB

from services.memory.schema import METADATA, HalfVector, owned

ENGAGEMENT = Table(
    "engagement",
    METADATA,
    *owned(),
    Column("kind", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("status", Text, nullable=False, server_default="active"),
    Column("numbered", Integer, nullable=False, server_default="0"),
)

ASSERTION = Table(
    "assertion",
    METADATA,
    *owned(),
    Column("engagement_id", Uuid, nullable=False),
    Column("display_number", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("category", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("own_words", Text, nullable=False),
    Column("force", Text, nullable=False),
    Column("previous_force", Text),
    Column("reason", Text),
    Column("state", Text, nullable=False, server_default="active"),
    Column("importance", SmallInteger, nullable=False),
    Column("sensitive", Boolean, nullable=False),
    Column("pinned", Boolean, nullable=False, server_default="false"),
    Column("about", Text, nullable=False, server_default="self"),
    Column("label", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
    Column("turn_id", Uuid),
    Column("source_assertion_id", Uuid),
    Column("source_engagement_id", Uuid),
    Column("replaces_id", Uuid),
    Column("replaced_by_id", Uuid),
    Column("import_id", Uuid),
    Column("model", Text, nullable=False, server_default=""),
    Column("prompt_version", Integer, nullable=False, server_default="0"),
    Column("embedding", HalfVector),
    Column("access_count", Integer, nullable=False, server_default="0"),
    Column("last_accessed_at", DateTime(timezone=True)),
    Column("updated_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("expires_at", DateTime(timezone=True)),
    Column("asked_at", DateTime(timezone=True)),
    Column("end_told_at", DateTime(timezone=True)),
    Column("agent_id", Text),
    Column("run_id", Text),
    Column("purge_at", DateTime(timezone=True)),
    Column("warned_at", DateTime(timezone=True)),
    Column("space", SmallInteger, nullable=False, server_default="1"),
    Column("edition", SmallInteger, nullable=False, server_default="0"),
)

ASSERTION_HISTORY = Table(
    "assertion_history",
    METADATA,
    *owned(),
    Column("assertion_id", Uuid, nullable=False),
    Column("moment", BigInteger, nullable=False),
    Column("revision", BigInteger, nullable=False),
    Column("event", Text, nullable=False),
    Column("verb", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("old", Text),
    Column("new", Text),
    Column("force_from", Text),
    Column("force_to", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("reason", Text),
    Column("decision", Text),
    Column("turn_id", Uuid),
)

AUDIT = Table(
    "audit",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("at", DateTime(timezone=True), nullable=False),
    Column("actor", Text, nullable=False),
    Column("verb", Text, nullable=False),
    Column("assertion_id", Uuid),
    Column("force_from", Text),
    Column("force_to", Text),
    Column("version", Integer),
    Column("turn_id", Uuid),
    Column("content_hash", LargeBinary),
    Column("chain", LargeBinary, nullable=False),
    Column("chain_version", SmallInteger, nullable=False, server_default="1"),
    Column("policy_version", SmallInteger),
    Column("prompt_version", Integer),
    Column("command_hash", LargeBinary),
)

RELATION = Table(
    "relation",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("from_id", Uuid, primary_key=True),
    Column("to_id", Uuid, primary_key=True),
    Column("relation_type", Text, primary_key=True, server_default="related_to"),
    Column("strength", REAL, nullable=False),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

MENTION = Table(
    "mention",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("turn_id", Uuid, primary_key=True),
    Column("assertion_id", Uuid, primary_key=True),
    Column("role", Text, primary_key=True),
    Column("words", Text, nullable=False),
    Column("content", Text, nullable=False),
)

REFUSAL = Table(
    "refusal",
    METADATA,
    *owned(),
    Column("level", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("text", Text),
    Column("embedding", HalfVector),
    Column("space", SmallInteger, nullable=False, server_default="1"),
)

IMPORT_BATCH = Table(
    "import_batch",
    METADATA,
    *owned(),
    Column("file_hash", Text, nullable=False),
    Column("count", Integer, nullable=False),
    Column("received", Integer, nullable=False, server_default="0"),
    Column("skipped", Integer, nullable=False, server_default="0"),
    Column("refusals", Integer, nullable=False, server_default="0"),
    Column("refusals_left_out", Integer, nullable=False, server_default="0"),
    Column("status", Text, nullable=False, server_default="receiving"),
)

IMPORT_ROW = Table(
    "import_row",
    METADATA,
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("import_id", Uuid, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    Column("assertion_id", Uuid),
    Column("embedding", HalfVector),
    Column("space", SmallInteger, nullable=False, server_default="1"),
)

ERASURE = Table(
    "erasure",
    METADATA,
    *owned(),
    Column("scope", Text, nullable=False),
    Column("subjects", ARRAY(Uuid), nullable=False),
    Column("report", JSONB, nullable=False),
)
