"""What a language model is asked for, whoever provides it."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from shared.contracts.operations import Offer
from shared.contracts.turns import Exchange, NearMemory, PastCorrection, PerformedTurn, Proposal
from shared.contracts.understanding import ModelUse, Reading
from shared.intents.card import Card
from shared.models.wire import Asked


@dataclass(frozen=True, slots=True)
class Question:
    """What did the person mean? With what is needed to tell."""

    text: str
    language: str
    """The person's own; what the lines are in is for the model to say."""
    project: str | None
    """The title of the project in which it was said; none outside of any."""
    cards: tuple[Card, ...]
    history: tuple[Exchange, ...] = ()
    offer: Offer | None = None
    """The standing offer, when these lines may answer it."""
    near: tuple[NearMemory, ...] = ()
    corrections: tuple[PastCorrection, ...] = ()
    may_spend: bool = True


@dataclass(frozen=True, slots=True)
class Read:
    """An answer to that question, and what it took."""

    reading: Reading
    used: ModelUse


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the prompt. `stable` parts come first and change only when memory changes: providers cache them."""

    name: str
    text: str
    stable: bool


@dataclass(frozen=True, slots=True)
class ModelPrompt:
    """What a model is told: the prompt's sections in their order, and the talk so far."""

    sections: tuple[Section, ...]
    talk: tuple[Exchange, ...] = ()
    """As a model is shown it: with its days, what was pasted fenced, and our questions only named."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What there is to say: the turn that is answered, and the prompt for a speaker that reads one."""

    turn_id: UUID
    turn: PerformedTurn
    card: Card
    history: tuple[Exchange, ...]
    """What was said before, word for word."""
    text: str
    language: str
    prompt: Callable[[], ModelPrompt]
    short_prompt: Callable[[], ModelPrompt]
    """The prompt for a small model, with the talk as it was said."""
    has_model: bool = False
    """Whether a model was chosen, whoever answers now."""
    may_propose: bool = False
    """Whether the companion may offer to remember something across all projects."""
    may_spend: bool = True


@dataclass(frozen=True, slots=True)
class Said:
    """The last thing of a stream: what it took, and what the companion proposes to remember."""

    used: ModelUse
    proposal: Proposal | None = None


@dataclass(frozen=True, slots=True)
class Thought:
    """What a model answered to a background question, as text; none, where it gave up or where none is connected."""

    text: str | None
    used: ModelUse
    why: str = ""
    """Why there is no text."""


class LanguageModel(Protocol):
    """Understands, thinks and speaks."""

    @property
    def provider(self) -> str:
        """Whose it is."""
        ...

    @property
    def model(self) -> str:
        """Which of theirs."""
        ...

    @property
    def briefly(self) -> bool:
        """It is small or slow: it is told little, and told to say little."""
        ...

    async def ask(self, question: Question) -> Read:
        """A structured answer."""
        ...

    async def think(self, asked: Asked) -> Thought:
        """The text of a structured answer that whoever asks reads themself, cut short where there was more of it."""
        ...

    def stream(self, brief: Brief) -> AsyncIterator[str | Said]:
        """A reply, in pieces as they come; last of all, what it took."""
        ...
