"""What an assertion is, for all who speak of one: where it stands, what kind it is, on whose word, about what."""

import hashlib
import unicodedata
from datetime import datetime
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from pydantic import Field

from shared.contracts.message import Message, Text


class Force(StrEnum):
    """Where an assertion stands."""

    HELD = "held"
    COMMITTED = "committed"
    RETRACTED = "retracted"


class Kind(StrEnum):
    """What sort of thing is known."""

    FACT = "fact"
    EPISODE = "episode"
    INSIGHT = "insight"
    PROCEDURE = "procedure"
    NARRATIVE = "narrative"


class Label(StrEnum):
    """On whose word. Stamped by services, never by a model; no rewriting raises it."""

    STATED = "stated"
    INFERRED = "inferred"
    QUOTED = "quoted"
    WRITTEN = "written"


CATEGORY_NAME = r"^[a-z][a-z0-9_]{0,39}$"
CategoryName = Annotated[str, Field(pattern=CATEGORY_NAME)]
"""What an assertion is about: one of `Category`, or one that the operator has declared besides."""


class Category(StrEnum):
    """The categories that the companion itself gives."""

    PROFILE = "profile"
    HEALTH = "health"
    RELATIONSHIPS = "relationships"
    PREFERENCES = "preferences"
    STYLE = "style"
    TONE = "tone"
    GOALS = "goals"
    CONSTRAINTS = "constraints"
    INTERESTS = "interests"
    HISTORY = "history"
    ACTIVITY = "activity"
    EVENT = "event"
    TASKS = "tasks"
    PROJECTS = "projects"
    KNOWLEDGE = "knowledge"
    PROCEDURAL = "procedural"


class About(StrEnum):
    """Whom a personal fact is about."""

    SELF = "self"
    OWN_PEOPLE = "own_people"
    OTHERS = "others"


class Because(StrEnum):
    """Why an assertion is retracted."""

    REJECTED = "rejected"
    """The person said no to it."""
    DECLINED = "declined"
    """The person wants it in the project only; says nothing about the fact."""
    NOT_CONFIRMED = "not confirmed"
    FORGOTTEN = "forgotten"
    REPLACED = "replaced"


def text_hash(text: str) -> str:
    """What a confirmation names beside the version: the text that was shown, whatever way it was composed."""
    return hashlib.sha256(unicodedata.normalize("NFC", text).encode()).hexdigest()


class State(StrEnum):
    """Whether an assertion is in use."""

    ACTIVE = "active"
    SOFT_DELETED = "soft_deleted"
    """Set aside, because nobody touched it for long: out of every answer, and erased after a while unless kept."""


class Related(Message):
    """Another assertion that one has to do with."""

    assertion_id: UUID
    engagement_id: UUID
    display_number: int
    category: CategoryName
    content: Text
    strength: float
    """How near the two are in meaning, from 0 to 1."""


class NearKnown(Message):
    """What is known of which there can be many, as it was shown beside something new: that may take its place."""

    assertion_id: UUID
    display_number: int
    version: int
    text_hash: str
    shown_text: Text
    noted: datetime | None = None


class AssertionView(Message):
    """One assertion, as the doors show it."""

    assertion_id: UUID
    engagement_id: UUID
    display_number: int
    kind: Kind
    category: CategoryName
    content: Text
    own_words: Text
    force: Force
    reason: str | None
    """Why it is retracted."""
    importance: int
    sensitive: bool
    pinned: bool
    label: Label
    version: int
    text_hash: str
    turn_id: UUID | None
    source_assertion_id: UUID | None
    replaces_id: UUID | None
    """The committed assertion that this held one would take the place of."""
    valid_from: datetime | None = None
    """When it was noted."""
    valid_to: datetime | None = None
    """When it was replaced or taken back; of what was known at a moment, also when it was reworded."""
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None
    """When a held one that nobody confirms is dropped."""
    state: State = State.ACTIVE
    purge_at: datetime | None = None
    """When one that was set aside is erased, unless it is kept."""
    related: tuple[Related, ...] = ()
    """What it has to do with, the nearest first; told where one is asked for by its id."""
    agent_id: str | None = None
    """Which agent made it; none, where it was the person's own hand."""
    run_id: str | None = None
    """The run that it was written in, as a builder's program names its runs."""
    beside: NearKnown | None = None
    """What is known and may be about the same; told where it was just written by hand."""
