"""Engagements."""

from sqlalchemy import Column, Table, Text

from services.memory.schema import METADATA, owned

ENGAGEMENT = Table(
    "engagement",
    METADATA,
    *owned(),
    Column("kind", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("status", Text, nullable=False, server_default="active"),
)
