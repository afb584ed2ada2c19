"""Whom the scripted memory knows, their turns, and how replies go."""

import asyncio
import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime
from uuid import UUID

from shared.contracts.notices import Attempt, Closed, Failed
from shared.contracts.operations import Offer
from shared.contracts.requests.people import EngagementView, Me
from shared.contracts.requests.turns import Converse, TurnState

FIRST = Attempt(1, 1, 1)


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass
class Turn:
    """One turn as this memory keeps it."""

    turn_id: UUID
    lines: list[Converse]
    state: TurnState = TurnState.ACTIVE
    end: Closed | Failed | None = None
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))


@dataclass
class Person:
    """One person as this memory keeps them."""

    me: Me
    engagements: dict[UUID, EngagementView]
    turns: list[Turn] = field(default_factory=list)
    waiting: list[Converse] = field(default_factory=list)


@dataclass
class Reply:
    """How replies go: their pieces, the pause before each, and a gate that a test may close."""

    pieces: tuple[str, ...] = ("Hello ", "there, ", "friend.")
    pause: float = 0.0
    fails: Failed | None = None
    gate: asyncio.Event = field(default_factory=asyncio.Event)
    attempt: Attempt = FIRST
    close: bool = True
    offer: Offer | None = None
    code: str | None = None

    def __post_init__(self) -> None:
        self.gate.set()
