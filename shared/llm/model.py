"""What a language model is asked for, whoever provides it."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from shared.intents.card import Card
from shared.turns import Exchange


@dataclass(frozen=True, slots=True)
class Question:
    """What did the person mean? With what is needed to tell."""

    text: str
    language: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """One answer to that question."""

    intent: str
    confidence: float
    alternatives: tuple[str, ...]
    language: str


@dataclass(frozen=True, slots=True)
class Brief:
    """What is there to say, to whom, and in which language."""

    turn_id: UUID
    text: str
    card: Card
    language: str
    companion_name: str
    history: tuple[Exchange, ...]
    first_turn: bool


class LanguageModel(Protocol):
    """Understands and speaks."""

    provider: str
    model: str

    async def ask(self, question: Question) -> Reading:
        """A structured answer."""
        ...

    def stream(self, brief: Brief) -> AsyncIterator[str]:
        """A reply, in pieces as they come."""
        ...
