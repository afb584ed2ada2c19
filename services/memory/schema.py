"""What the tables of all domains share. The migrations are the truth; a test holds these definitions against them."""

from typing import Any

from sqlalchemy import Column, DateTime, MetaData, Uuid, func

METADATA = MetaData()


def owned() -> tuple[Column[Any], ...]:
    """The columns of every row that belongs to a person."""
    return (
        Column("id", Uuid, primary_key=True),
        Column("tenant_id", Uuid, nullable=False),
        Column("person_id", Uuid, primary_key=True),
        Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    )
