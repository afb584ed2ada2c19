"""What a model reads out of a person's lines, and what answering them took. One form for every provider."""

from decimal import Decimal
from enum import StrEnum
from uuid import UUID

from pydantic import Field

from shared.contracts.assertions import About, Category
from shared.contracts.message import Message, Text

MOST_FACTS = 3
MOST_PARTS = 3


class Continuation(StrEnum):
    """How the lines relate to the standing offer."""

    NONE = "none"
    CONFIRM = "confirm"
    DECLINE = "decline"
    REFINE = "refine"
    SELECT = "select"
    """Some of several; of a clash, which of the two is to stand."""
    TOPIC_SHIFT = "topic_shift"


class PersonalFact(Message):
    """One fact about the person, as it would be kept, and the words that it was read from."""

    text: Text
    own_words: Text
    category: Category
    importance: int = Field(default=3, ge=1, le=5)
    sensitive: bool = False
    about: About = About.SELF
    quoted: bool = False
    """It stood in something pasted or quoted: not the person's own statement."""
    replaces: tuple[UUID, ...] = ()
    """Memories that hold no longer by it, as whoever read it takes it: the person is asked."""


class Influence(StrEnum):
    """What a memory did to an understanding."""

    DISAMBIGUATION = "disambiguation"
    PATTERN_MATCH = "pattern_match"
    ENTITY_REFERENCE = "entity_reference"
    INTENT_VERIFICATION = "intent_verification"
    KNOWN = "known"
    """It stood in what the model was shown when it wrote the reply."""


HELPFUL: tuple[str, ...] = tuple(influence.value for influence in Influence if influence is not Influence.KNOWN)
"""What a memory can have done to an understanding, as a model may say of it."""


class MemoryUse(Message):
    """One memory that helped to understand."""

    assertion_id: UUID
    influence: Influence
    score: float = Field(ge=0, le=1)
    reason: Text


class Part(Message):
    """One of several things that a line asks for, in the person's words, with what only this one fills in."""

    intent: str
    text: Text
    confidence: float = Field(ge=0, le=1)
    personal_facts: tuple[PersonalFact, ...] = ()
    forget_description: Text | None = None
    forget_everything: bool = False
    never_again: bool = False
    knowledge: Text | None = None
    target: Text | None = None
    query: Text | None = None


class Reading(Message):
    """What the lines mean. Every provider gives all of it; what does not apply is empty."""

    intent: str
    confidence: float = Field(ge=0, le=1)
    alternatives: tuple[str, ...] = ()
    personal_facts: tuple[PersonalFact, ...] = ()
    """At most three; of a refinement, one for each refined item of the offer, in its order."""
    unread_facts: tuple[Text, ...] = ()
    """The person's words for further facts, beyond three: the reply names them."""
    forget_description: Text | None = None
    forget_everything: bool = False
    """All that fits the description, not one of it."""
    never_again: bool = False
    knowledge: Text | None = None
    """The statement about the project, as it would be kept."""
    target: Text | None = None
    """Which stored statement a correction is about."""
    query: Text | None = None
    continuation: Continuation = Continuation.NONE
    selection: tuple[int, ...] = ()
    """Places of the offer's items, from 1."""
    language: str = "en"
    secondary_intent: str | None = None
    memory_used: tuple[MemoryUse, ...] = ()
    clarification: Text | None = None
    """The one question to ask instead of guessing."""
    own_life_in_danger: bool = False
    """They speak of ending or harming their own life, as whoever read it found; a no silences nobody."""
    parts: tuple[Part, ...] = ()
    """Two or three, in the order in which they were said, where the lines ask for different things; else none."""


class Tokens(Message):
    """What a call counted."""

    sent: int = 0
    received: int = 0
    cache_written: int = 0
    cache_read: int = 0


class ModelUse(Message):
    """Which model answered, with which prompt, and at what price; failed attempts are counted too."""

    provider: str
    model: str
    latency_ms: float
    prompt: str = ""
    prompt_version: int = 0
    tokens: Tokens = Tokens()
    cost: Decimal | None = Decimal(0)
    """In US dollars; unknown for a model without a price, never zero by default."""
    attempts: int = 1
    fallback_from: str | None = None
    """The model that was configured and could not answer."""
    fallback_why: str | None = None
    """Why it could not: `key_refused`, `away`, `slow`, …"""
    host: str = ""
    """Where the model is that was asked; empty for the engine in the house."""


class Understanding(Reading):
    """The reading as the line carries it."""

    axes: dict[str, str] = Field(default_factory=dict)
    """Destination, consumer and semantics, as the intent's card has them."""
    source: ModelUse
