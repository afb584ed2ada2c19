"""People, their tokens and their sign-in codes, and what their agents asked for."""

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Integer,
    LargeBinary,
    Numeric,
    Table,
    Text,
    Uuid,
    func,
)

from services.memory.store.schema import METADATA, owned_columns

PERSON = Table(
    "person",
    METADATA,
    Column("id", Uuid, primary_key=True),
    Column("tenant_id", Uuid, primary_key=True),
    Column("companion_name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("time_zone", Text, nullable=False),
    Column("revision", BigInteger, nullable=False, server_default="0"),
    Column("personal_engagement_id", Uuid, nullable=False),
    Column("active_turn_id", Uuid),
    Column("secret", LargeBinary, nullable=False),
    Column("daily_budget", Numeric(12, 6)),
    Column("retention_days", Integer),
    Column("asking", Text, nullable=False, server_default="now"),
    Column("keep_orders_at_once", Boolean, nullable=False, server_default="false"),
    Column("always_ask", ARRAY(Text), nullable=False),
    Column("never_ask", ARRAY(Text), nullable=False),
    Column("asked_together_on", Date),
    Column("epoch", BigInteger, nullable=False, server_default="0"),
    Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
)

API_TOKEN = Table(
    "api_token",
    METADATA,
    *owned_columns(),
    Column("digest", Text, nullable=False),
    Column("scope", Text, nullable=False),
    Column("expires_at", DateTime(timezone=True)),
    Column("agent", Text),
    Column("made_by", Text, nullable=False, server_default="person"),
)

AGENT_QUERY = Table(
    "agent_query",
    METADATA,
    *owned_columns(),
    Column("token_id", Uuid, nullable=False),
    Column("agent", Text, nullable=False),
    Column("categories", ARRAY(Text), nullable=False),
    Column("search_type", Text, nullable=False),
    Column("allowed", Boolean, nullable=False),
)

SIGN_IN_CODE = Table(
    "sign_in_code",
    METADATA,
    *owned_columns(),
    Column("digest", Text, nullable=False),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    Column("used_at", DateTime(timezone=True)),
)
