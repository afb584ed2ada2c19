"""Conversations and what they leave: closing, the draft, memories of talk, threads, the greeting, Your Story."""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import Field

from shared.contracts.assertions import Force
from shared.contracts.entities import Delta, Entity, EntityData, EntityType
from shared.contracts.envelope import Caller, Key, Request
from shared.contracts.message import Day, Message, Text
from shared.contracts.operations import Offer
from shared.contracts.requests.turns import TurnView
from shared.contracts.understanding import ModelUse

MOST_NARRATIVE = 1_200
Narrative = Annotated[Text, Field(min_length=1, max_length=MOST_NARRATIVE)]


class ConversationStatus(StrEnum):
    """Where a conversation stands."""

    ACTIVE = "active"
    READY_TO_CLOSE = "ready_to_close"
    COMPRESSING = "compressing"
    ARCHIVED = "archived"


class EndedAs(StrEnum):
    """How an archived conversation ended."""

    CONFIRMED = "confirmed"
    NOTHING = "nothing"
    UNCONFIRMED = "unconfirmed"
    """Nobody answered; its memory is held."""
    EMPTY = "empty"
    """Nothing of substance was said."""
    EARLIER = "earlier"
    """Talk from before conversations could be closed: it stays without a narrative."""


class Draft(Message):
    """What a closing conversation would leave; nothing of it is known before the person agrees."""

    version: int
    memory_id: UUID
    """What the memory will be known by."""
    narrative: Text
    text_hash: str
    entities: tuple[Entity, ...]
    deltas: tuple[Delta, ...]
    suggested_engagement_id: UUID
    suggestion_confidence: float
    suggestion_reason: Text
    reduced: bool
    passes: int
    took_ms: float
    thought_by: tuple[ModelUse, ...]
    made_at: datetime
    changed: tuple[UUID, ...] = ()
    """Entities and changes whose ground moved since it was made: offered anew."""


class Progress(Message):
    """How far the draft is."""

    step: str
    done: int
    total: int
    failed: bool = False
    """It could not be made; closing can be tried again, or nothing kept."""


class EntityView(Message):
    """One thing that a memory names."""

    entity: Entity
    text: Text
    is_active: bool
    resolved_at: datetime | None = None
    resolved_by: UUID | None = None
    """The memory that resolved it; none, where it was done by hand."""


class DeltaView(Message):
    """One change that a memory brought."""

    delta: Delta
    applied: bool
    applied_at: datetime | None = None


class TalkMemory(Message):
    """What a conversation meant: a narrative in its engagement, with what it names."""

    assertion_id: UUID
    conversation_id: UUID | None
    engagement_id: UUID
    display_number: int
    narrative: Text
    original: Text
    """As it was drafted; beside an edited one."""
    edited: bool
    force: Force
    version: int
    text_hash: str
    at: datetime
    """When the conversation ended."""
    reduced: bool
    model: Text
    entities: tuple[EntityView, ...] = ()
    deltas: tuple[DeltaView, ...] = ()
    beside: tuple[UUID, ...] = ()
    """The other memories of the same conversation, where it was split."""


class ConversationView(Message):
    """A conversation; with its draft while it is ready to close, with its memories once it is archived."""

    conversation_id: UUID
    status: ConversationStatus
    paused: bool
    began_at: datetime
    last_message_at: datetime | None
    closed_at: datetime | None
    archived_at: datetime | None
    turns: int
    kept: EndedAs | None
    progress: Progress | None = None
    draft: Draft | None = None
    offer: Offer | None = None
    """The question that the draft is."""
    archives_at: datetime | None = None
    """When a draft that nobody answers is put away, its memory still held."""
    memories: tuple[TalkMemory, ...] = ()


class ConversationPage(Message):
    """A stretch of them, newest first; `before` continues it."""

    conversations: tuple[ConversationView, ...]
    before: UUID | None


class ListConversations(Request[ConversationPage]):
    """Which conversations were there?"""

    subject: ClassVar[str] = "memory.query.conversations"
    answer: ClassVar[type[Message]] = ConversationPage
    caller: Caller
    status: ConversationStatus | None = None
    q: Annotated[Text, Field(max_length=200)] = ""
    before: UUID | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 20


class GetConversation(Request[ConversationView]):
    """One of them; none named: the one that is open now."""

    subject: ClassVar[str] = "memory.query.conversation"
    answer: ClassVar[type[Message]] = ConversationView
    caller: Caller
    conversation_id: UUID | None = None


class TranscriptPage(Message):
    """A stretch of what was said, oldest first; `after` continues it."""

    turns: tuple[TurnView, ...]
    after: UUID | None


class GetTranscript(Request[TranscriptPage]):
    """What was said in it?"""

    subject: ClassVar[str] = "memory.query.transcript"
    answer: ClassVar[type[Message]] = TranscriptPage
    caller: Caller
    conversation_id: UUID
    after: UUID | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 50


class ConversationVerb(StrEnum):
    """What a person can do with a conversation."""

    CLOSE = "close"
    RESUME = "resume"
    PAUSE = "pause"
    UNPAUSE = "unpause"
    CONFIRM = "confirm"
    KEEP_NOTHING = "keep_nothing"


class ConfirmedMemory(Message):
    """One of the memories that a conversation is to leave."""

    engagement_id: UUID | None = None
    """None: Your Story."""
    narrative: Narrative
    entity_ids: tuple[UUID, ...] = ()
    """Which of the draft's entities go with it."""


class ChangeConversation(Request[ConversationView]):
    """Closes it, goes on with it, silences it, keeps what it meant or nothing."""

    subject: ClassVar[str] = "memory.command.conversation"
    answer: ClassVar[type[Message]] = ConversationView
    caller: Caller
    key: Key
    conversation_id: UUID
    verb: ConversationVerb
    version: int | None = None
    """Of the draft that was seen; with `confirm`."""
    memories: Annotated[tuple[ConfirmedMemory, ...], Field(max_length=10)] = ()
    """With `confirm`; none: the draft as it is, where it suggests."""
    without_deltas: Annotated[tuple[UUID, ...], Field(max_length=100)] = ()
    """With `confirm`: changes that are not to be made."""


class NewEntity(Message):
    """One that the person adds by hand."""

    data: EntityData


class ChangeTalkMemory(Request[TalkMemory]):
    """The person's own hand at what a conversation meant, also after it is archived."""

    subject: ClassVar[str] = "memory.command.talk_memory"
    answer: ClassVar[type[Message]] = TalkMemory
    caller: Caller
    key: Key
    assertion_id: UUID
    version: int
    narrative: Narrative | None = None
    entities_to_add: Annotated[tuple[NewEntity, ...], Field(max_length=20)] = ()
    entities_to_remove: Annotated[tuple[UUID, ...], Field(max_length=60)] = ()
    undo_deltas: Annotated[tuple[UUID, ...], Field(max_length=60)] = ()
    """Changes that it brought, and that are taken back."""


class ThreadView(Message):
    """Something that is open, or was."""

    thread_id: UUID
    entity_type: EntityType
    text: Text
    who: Text = ""
    since: datetime
    due: date | None = None
    stale: bool
    """Nobody spoke of it for longer than the person's setting."""
    engagement_id: UUID
    memory_id: UUID
    conversation_id: UUID | None
    open: bool
    resolved_at: datetime | None = None
    resolved_by: UUID | None = None
    priority: Literal["low", "normal", "high"] = "normal"


class ThreadPage(Message):
    """What is open, the longest first; `cursor` continues it."""

    threads: tuple[ThreadView, ...]
    cursor: str | None


class ListThreads(Request[ThreadPage]):
    """What is open?"""

    subject: ClassVar[str] = "memory.query.threads"
    answer: ClassVar[type[Message]] = ThreadPage
    caller: Caller
    open: bool | None = True
    entity_type: EntityType | None = None
    engagement_id: UUID | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 50
    cursor: Annotated[Text, Field(max_length=100)] | None = None


class ThreadVerb(StrEnum):
    """What a person can do with a thread."""

    RESOLVE = "resolve"
    REOPEN = "reopen"
    EDIT = "edit"


class ChangeThread(Request[ThreadView]):
    """Resolves it, opens it again, words it anew or says until when."""

    subject: ClassVar[str] = "memory.command.thread"
    answer: ClassVar[type[Message]] = ThreadView
    caller: Caller
    key: Key
    thread_id: UUID
    verb: ThreadVerb
    text: Annotated[Text, Field(min_length=1, max_length=280)] | None = None
    due: Day | None = None
    no_due: bool = False
    """It is not to be done by any day."""
    priority: Literal["low", "normal", "high"] | None = None


class GreetingItem(Message):
    """One thing that a greeting names."""

    thread_id: UUID | None
    memory_id: UUID
    entity_type: EntityType
    text: Text
    since: datetime
    due: date | None = None


class Greeting(Message):
    """What is worth knowing before the next word; empty where there is nothing to say."""

    text: Text
    lines: tuple[Text, ...] = ()
    resume: UUID | None = None
    """The conversation that is open."""
    quiet: bool = False
    """It was still for long: said once."""
    waiting: tuple[GreetingItem, ...] = ()
    threads: tuple[GreetingItem, ...] = ()
    decisions: tuple[GreetingItem, ...] = ()
    stale: tuple[GreetingItem, ...] = ()
    due: tuple[GreetingItem, ...] = ()


class GetGreeting(Request[Greeting]):
    """How does the companion greet me?"""

    subject: ClassVar[str] = "memory.query.greeting"
    answer: ClassVar[type[Message]] = Greeting
    caller: Caller


class Theme(Message):
    """What comes up again and again in Your Story, and in which memories."""

    label: Text
    times: int
    of: int
    """Among how many of the newest narratives."""
    memory_ids: tuple[UUID, ...]


class StoryPage(Message):
    """A stretch of the narratives of Your Story or a project."""

    memories: tuple[TalkMemory, ...]
    total: int
    themes: tuple[Theme, ...] = ()


class ListStory(Request[StoryPage]):
    """What did our conversations mean?"""

    subject: ClassVar[str] = "memory.query.story"
    answer: ClassVar[type[Message]] = StoryPage
    caller: Caller
    engagement_id: UUID | None = None
    limit: Annotated[int, Field(ge=1, le=100)] = 20
    offset: Annotated[int, Field(ge=0, le=100_000)] = 0
    order: Literal["time", "meaning"] = "time"
    q: Annotated[Text, Field(max_length=200)] = ""
