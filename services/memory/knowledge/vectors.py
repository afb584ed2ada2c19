"""Meanings on their way to the database and back."""

import json
from collections.abc import Sequence

Vector = Sequence[float]


def vector_text(vector: Vector) -> str:
    """As pgvector reads it."""
    return "[" + ",".join(f"{number:.6g}" for number in vector) + "]"


def vector_of(text: str | None) -> Vector | None:
    """As pgvector writes it."""
    return None if text is None else tuple(json.loads(text))
