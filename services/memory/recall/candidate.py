"""What may answer a question, with what the database measured of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

Role = Literal["assertion", "person", "companion"]


@dataclass(frozen=True, slots=True)
class Measured:
    """An entry, and how near it is to the question."""

    number: int
    role: Role
    at: datetime
    length: int
    """In terms."""
    words: float
    """BM25 of the question's terms."""
    meaning: float
    """Cosine; 0 while its vector is of another embedder."""
    asks: bool = False
    """It is a question itself."""
    names: int = 0
    """How many of the names in the question it has."""
    entities: int = 0
    """Of a conversation: how many terms of the question stand in one thing that it named."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the best of a rough sum, with what was said around it and what is known of it."""

    entry: Measured
    before: tuple[Measured, ...] = ()
    """What was said just before it, the nearest first."""
    after: tuple[Measured, ...] = ()
    assertion_id: UUID | None = None
    message_id: UUID | None = None
    begins: int = 0
    ends: int = 0
