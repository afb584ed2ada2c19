"""What an assertion is, for all who speak of one: where it stands, what kind it is, on whose word, about what."""

import hashlib
import unicodedata
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from shared.message import Message, Text


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


class Category(StrEnum):
    """What an assertion is about."""

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


class AssertionView(Message):
    """One assertion, as the doors show it."""

    assertion_id: UUID
    engagement_id: UUID
    display_number: int
    kind: Kind
    category: Category
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
    created_at: datetime
    updated_at: datetime
    expires_at: datetime | None
    """When a held one that nobody confirms is dropped."""
