"""What a file has of conversations: how they ended, what they meant, what that names and changed. Forms only."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated
from uuid import UUID

from pydantic import AwareDatetime, Field

from services.memory.conversations.apply_deltas import StateChange
from shared.contracts.entities import Delta, DeltaType, EntityData, EntityType
from shared.contracts.message import Text
from shared.contracts.requests.conversations import EndedAs, Narrative

Short = Annotated[Text, Field(max_length=200)]
Sure = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


@dataclass(frozen=True, slots=True)
class BroughtConversation:
    """A conversation as a file has it. Wherever it stood there, here it is over."""

    conversation_id: UUID
    kept: EndedAs | None = None
    created_at: AwareDatetime | None = None
    last_message_at: AwareDatetime | None = None
    closed_at: AwareDatetime | None = None
    archived_at: AwareDatetime | None = None


@dataclass(frozen=True, slots=True)
class BroughtNarrative:
    """What makes a memory that a file has the meaning of a conversation."""

    assertion_id: UUID
    original: Narrative
    at: AwareDatetime
    conversation_id: UUID | None = None
    edited: bool = False
    model: Short = ""
    reduced: bool = False
    passes: Annotated[int, Field(ge=0, le=100)] = 0
    took_ms: Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)] = 0
    suggested_engagement_id: UUID | None = None
    confidence: Sure = 0
    reason: Annotated[Text, Field(max_length=1_000)] = ""


@dataclass(frozen=True, slots=True)
class BroughtEntity:
    """What such a memory names."""

    entity_id: UUID
    assertion_id: UUID
    entity_type: EntityType
    data: EntityData
    since: AwareDatetime
    touched_at: AwareDatetime | None = None
    quote: Annotated[Text, Field(max_length=4_000)] = ""
    turn_id: UUID | None = None
    engagement_id: UUID | None = None
    is_active: bool = False
    due_at: date | None = None
    resolved_at: AwareDatetime | None = None
    resolved_by: UUID | None = None


@dataclass(frozen=True, slots=True)
class BroughtDelta:
    """What such a memory changed."""

    delta_id: UUID
    assertion_id: UUID
    delta_type: DeltaType
    data: Delta
    entity_id: UUID | None = None
    thread_id: UUID | None = None
    before: StateChange | None = None
    applied: bool = False
    applied_at: AwareDatetime | None = None


BroughtMeaning = BroughtConversation | BroughtNarrative | BroughtEntity | BroughtDelta
