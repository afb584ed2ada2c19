"""What a conversation left: people, tasks, decisions, what is waited for, what stayed open; each kind has its form."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from shared.contracts.message import Day, Message, Text

MOST_ENTITIES = 60
"""Of one conversation; what is beyond is left out, the least important kinds first."""

Words = Annotated[Text, Field(max_length=280)]
SomeWords = Annotated[Text, Field(min_length=1, max_length=280)]


class EntityType(StrEnum):
    """What sort of thing is named."""

    PERSON = "person"
    TASK = "task"
    DECISION = "decision"
    WAITING_ON = "waiting_on"
    QUESTION_OPENED = "question_opened"
    QUESTION_RESOLVED = "question_resolved"
    BLOCKER = "blocker"
    BLOCKER_CLEARED = "blocker_cleared"
    PRIORITY_CHANGE = "priority_change"
    ACT_REFERENCE = "act_reference"
    ACT_UPDATE = "act_update"
    INSIGHT = "insight"


OPEN_TYPES = (EntityType.QUESTION_OPENED, EntityType.WAITING_ON, EntityType.TASK, EntityType.BLOCKER)
"""What lives on as a thread until something resolves it."""


class NamedPerson(Message):
    """Somebody who was spoken of."""

    type: Literal[EntityType.PERSON] = EntityType.PERSON
    name: SomeWords
    context: Words = ""
    relation: Words = ""


class NamedTask(Message):
    """Something to be done."""

    type: Literal[EntityType.TASK] = EntityType.TASK
    description: SomeWords
    status: Literal["decided", "in_progress", "blocked", "completed"] = "decided"
    priority: Literal["low", "normal", "high"] = "normal"
    due: Day | None = None


class NamedDecision(Message):
    """Something that the person decided."""

    type: Literal[EntityType.DECISION] = EntityType.DECISION
    what: SomeWords
    why: Words = ""


class NamedWaitingOn(Message):
    """Something that somebody else owes."""

    type: Literal[EntityType.WAITING_ON] = EntityType.WAITING_ON
    who: Words
    what: SomeWords
    since: Day | None = None
    due: Day | None = None


class OpenedQuestion(Message):
    """A question that stayed open."""

    type: Literal[EntityType.QUESTION_OPENED] = EntityType.QUESTION_OPENED
    question: SomeWords


class ResolvedQuestion(Message):
    """A question that found its answer."""

    type: Literal[EntityType.QUESTION_RESOLVED] = EntityType.QUESTION_RESOLVED
    question: SomeWords
    answer: Words = ""


class NamedBlocker(Message):
    """Something that stands in the way."""

    type: Literal[EntityType.BLOCKER] = EntityType.BLOCKER
    what: SomeWords


class ClearedBlocker(Message):
    """Something that stands in the way no longer."""

    type: Literal[EntityType.BLOCKER_CLEARED] = EntityType.BLOCKER_CLEARED
    what: SomeWords
    unblocks: Words = ""


class ChangedPriority(Message):
    """Something that matters more or less than before."""

    type: Literal[EntityType.PRIORITY_CHANGE] = EntityType.PRIORITY_CHANGE
    item: SomeWords
    old: Words = ""
    new: SomeWords


class ProjectReference(Message):
    """A project that was spoken of."""

    type: Literal[EntityType.ACT_REFERENCE] = EntityType.ACT_REFERENCE
    act: SomeWords
    relevance: Words = ""


class ProjectUpdate(Message):
    """News of a project."""

    type: Literal[EntityType.ACT_UPDATE] = EntityType.ACT_UPDATE
    act: SomeWords
    update: SomeWords


class NamedInsight(Message):
    """Something that the person understood."""

    type: Literal[EntityType.INSIGHT] = EntityType.INSIGHT
    insight: SomeWords
    context: Words = ""


EntityData = Annotated[
    NamedPerson
    | NamedTask
    | NamedDecision
    | NamedWaitingOn
    | OpenedQuestion
    | ResolvedQuestion
    | NamedBlocker
    | ClearedBlocker
    | ChangedPriority
    | ProjectReference
    | ProjectUpdate
    | NamedInsight,
    Field(discriminator="type"),
]


class Entity(Message):
    """One of them, with the turn that it was read from and the person's words that say so."""

    entity_id: UUID
    turn_id: UUID | None
    """None, where the person wrote it by hand."""
    quote: Text
    data: EntityData

    @property
    def entity_type(self) -> EntityType:
        """What sort of thing it is."""
        return self.data.type


def describe_entity(data: EntityData) -> str:
    """What it is about, in one line, as it is searched for and shown."""
    said = [str(getattr(data, name)) for name in _TOLD[data.type]]
    return ": ".join(text for text in said if text and not any(text in other for other in said if other != text))


_TOLD: dict[EntityType, tuple[str, ...]] = {
    EntityType.PERSON: ("name", "relation", "context"),
    EntityType.TASK: ("description",),
    EntityType.DECISION: ("what",),
    EntityType.WAITING_ON: ("who", "what"),
    EntityType.QUESTION_OPENED: ("question",),
    EntityType.QUESTION_RESOLVED: ("question", "answer"),
    EntityType.BLOCKER: ("what",),
    EntityType.BLOCKER_CLEARED: ("what",),
    EntityType.PRIORITY_CHANGE: ("item", "new"),
    EntityType.ACT_REFERENCE: ("act",),
    EntityType.ACT_UPDATE: ("act", "update"),
    EntityType.INSIGHT: ("insight",),
}


class DeltaType(StrEnum):
    """What a conversation changed in what is open."""

    NEW_WAITING_ON = "new_waiting_on"
    RESOLVED_WAITING_ON = "resolved_waiting_on"
    NEW_THREAD = "new_thread"
    RESOLVED_THREAD = "resolved_thread"
    PRIORITY_CHANGE = "priority_change"
    ACT_UPDATE = "act_update"


RESOLVING = frozenset({DeltaType.RESOLVED_WAITING_ON, DeltaType.RESOLVED_THREAD})
SURE = 0.7
"""Only what is surer than this is proposed as resolved."""


class Delta(Message):
    """One change to what is open, with what it rests on. Nothing is changed before the person agreed."""

    delta_id: UUID
    delta_type: DeltaType
    entity_id: UUID | None = None
    """The entity of this conversation that says so."""
    thread_id: UUID | None = None
    """The open thread that it changes."""
    text: Words
    new: Words = ""
    """Of a changed priority or a project's news: what it is now."""
    turn_id: UUID | None = None
    quote: Text = ""
    confidence: float = Field(ge=0, le=1)


class OpenThread(Message):
    """What is open, as the background work is shown it."""

    thread_id: UUID
    entity_type: EntityType
    text: Text
    since: datetime
    engagement_id: UUID
