"""What the tables of all domains share. The migrations are the truth; a test holds these definitions against them."""

from typing import Any

from sqlalchemy import Column, DateTime, MetaData, Uuid, func
from sqlalchemy.types import UserDefinedType

METADATA = MetaData()


class HalfVector(UserDefinedType[str]):
    """pgvector's half precision vector; goes in and out as its text."""

    cache_ok = True

    def __init__(self, dimensions: int = 384) -> None:
        self.dimensions = int(dimensions)

    def get_col_spec(self, **_: object) -> str:
        """Its name in SQL: as many dimensions as the embedder has."""
        return f"halfvec({self.dimensions})"


def owned_columns() -> tuple[Column[Any], ...]:
    """The columns of every row that belongs to a person."""
    return (
        Column("id", Uuid, primary_key=True),
        Column("tenant_id", Uuid, nullable=False),
        Column("person_id", Uuid, primary_key=True),
        Column("created_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    )
