"""The conversation's tables."""

from sqlalchemy import ARRAY, BigInteger, Boolean, Column, DateTime, Integer, SmallInteger, Table, Text, Uuid, func
from sqlalchemy.dialects.postgresql import JSONB

from services.memory.store.schema import METADATA, owned_columns

CONVERSATION = Table(
    "conversation",
    METADATA,
    *owned_columns(),
    Column("status", Text, nullable=False, server_default="active"),
    Column("write", Boolean, nullable=False, server_default="true"),
    Column("read", Boolean, nullable=False, server_default="true"),
    Column("message_count", Integer, nullable=False, server_default="0"),
    Column("last_message_at", DateTime(timezone=True)),
    Column("seen_revision", BigInteger, nullable=False, server_default="0"),
    Column("block_at", DateTime(timezone=True)),
    Column("paused_at", DateTime(timezone=True)),
    Column("ready_at", DateTime(timezone=True)),
    Column("closed_at", DateTime(timezone=True)),
    Column("archived_at", DateTime(timezone=True)),
    Column("kept", Text),
    Column("quiet_told_at", DateTime(timezone=True)),
    Column("drafts", Integer, nullable=False, server_default="0"),
    Column("decided", Text),
)

TURN = Table(
    "turn",
    METADATA,
    Column("id", Uuid, primary_key=True),
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("conversation_id", Uuid, nullable=False),
    Column("engagement_id", Uuid, nullable=False),
    Column("channel", Text, nullable=False),
    Column("write", Boolean, nullable=False),
    Column("read", Boolean, nullable=False),
    Column("origin", Text, nullable=False, server_default="person"),
    Column("status", Text, nullable=False),
    Column("moment", BigInteger, nullable=False),
    Column("offered", Integer, nullable=False),
    Column("steps", ARRAY(Text), nullable=False),
    Column("answers_offer_id", Uuid),
    Column("activated_at", DateTime(timezone=True), nullable=False),
    Column("deadline", DateTime(timezone=True), nullable=False),
    Column("closed_at", DateTime(timezone=True)),
    Column("intent", Text),
    Column("action", Text),
    Column("failure_code", Text),
    Column("failure_detail", Text),
    Column("failure_saved", Boolean),
    Column("stamps", JSONB, nullable=False),
    Column("code", Text),
    Column("stored_count", Integer, nullable=False, server_default="0"),
    Column("asked", Integer, nullable=False, server_default="0"),
    Column("mentioned", ARRAY(Uuid), nullable=False),
)

LINE_TABLE = Table(
    "line",
    METADATA,
    Column("id", Uuid, primary_key=True),
    Column("tenant_id", Uuid, nullable=False),
    Column("person_id", Uuid, primary_key=True),
    Column("engagement_id", Uuid, nullable=False),
    Column("channel", Text, nullable=False),
    Column("write", Boolean, nullable=False),
    Column("read", Boolean, nullable=False),
    Column("moment", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
    Column("body_hash", Text, nullable=False),
    Column("turn_id", Uuid),
    Column("accepted_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    Column("taken_out_at", DateTime(timezone=True)),
)

OFF_RECORD = Table(
    "off_record",
    METADATA,
    *owned_columns(),
    Column("line_id", Uuid),
    Column("turn_id", Uuid),
    Column("content", Text, nullable=False),
    Column("earlier", Text, nullable=False, server_default="[]"),
)

MESSAGE = Table(
    "message",
    METADATA,
    *owned_columns(),
    Column("conversation_id", Uuid, nullable=False),
    Column("turn_id", Uuid, nullable=False),
    Column("role", Text, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("content", Text, nullable=False),
    Column("intent", Text),
    Column("edition", SmallInteger, nullable=False, server_default="0"),
)

OFFER = Table(
    "offer",
    METADATA,
    *owned_columns(),
    Column("turn_id", Uuid, nullable=False),
    Column("kind", Text, nullable=False),
    Column("items", JSONB, nullable=False),
    Column("needs_choice", Boolean, nullable=False, server_default="false"),
    Column("needs_control", Boolean, nullable=False, server_default="false"),
    Column("never_again", Boolean, nullable=False, server_default="false"),
    Column("more", Integer, nullable=False, server_default="0"),
    Column("asked_again", Boolean, nullable=False, server_default="false"),
    Column("awaits", Uuid),
    Column("takes_out", Uuid),
    Column("status", Text, nullable=False, server_default="standing"),
    Column("shown_moment", BigInteger, nullable=False),
    Column("expires_at", DateTime(timezone=True), nullable=False),
)
