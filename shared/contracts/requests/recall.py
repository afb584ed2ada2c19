"""What memory is asked for, by the person or by an agent, and what it answers: one contract for every door."""

from datetime import datetime
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import AwareDatetime, ConfigDict, Field

from shared.contracts.assertions import AssertionView, CategoryName, Kind, Label
from shared.contracts.entities import EntityType
from shared.contracts.envelope import Caller, Request
from shared.contracts.message import Message, Moment, Text
from shared.contracts.requests.notebook import Importance, Name
from shared.contracts.requests.people import AgentName

SearchType = Literal["facts", "conversations", "both"]
Who = Literal["person", "companion", "system"]
LONGEST_QUERY = 1_000
MOST_HITS = 50
MOST_TOKENS = 32_000


class Filters(Message):
    """What of memory a query is about. Each narrows it; none can widen what the asker may see."""

    agent_id: Name | None = None
    """Made by this agent; the companion itself is the supervisor."""
    run_id: Name | None = None
    actor: Who | None = None
    """Who brought it into memory."""
    role: Who | None = None
    """Whose words they are: what was concluded is the companion's, all else the person's."""
    category: CategoryName | None = None
    kind: Kind | None = None
    entity_type: EntityType | None = None
    """Of conversations that named something of this type."""
    pinned: bool | None = None
    importance_min: Importance | None = None
    importance_max: Importance | None = None
    updated_after: AwareDatetime | None = None
    updated_before: AwareDatetime | None = None


class Signal(Message):
    """One reason why something was found, and its share of the score."""

    name: str
    share: float


class ToldView(Message):
    """A memory as an agent is told it: nothing by which it could count or follow what it may not see."""

    assertion_id: UUID
    kind: Kind
    category: CategoryName
    content: Text
    voice: Literal["third", "kept"]
    """Said of the person; or as it is kept, where it could not surely be turned: then it may speak to them."""
    importance: int
    pinned: bool
    label: Label
    created_at: datetime
    updated_at: datetime


class ExchangeView(Message):
    """Something that was said."""

    message_id: UUID
    turn_id: UUID
    role: Literal["person", "companion"]
    content: Text
    at: datetime


class Hit(Message):
    """One thing that fits a query: a memory, or something that was said."""

    id: UUID | None = None
    category: CategoryName | None = None
    """None for what was said."""
    text: Text = ""
    """As one bullet: "[tasks] You're to water the garden."."""
    score: float
    why: tuple[Signal, ...] = ()
    """What it was found by, the greatest share first; the shares add up to the score."""
    assertion: AssertionView | None = None
    """The whole of it, for the person."""
    told: ToldView | None = None
    """The whole of it, for an agent."""
    exchange: ExchangeView | None = None


class QueryAnswer(Message):
    """What fits, best first; nothing when nothing does."""

    hits: tuple[Hit, ...]
    revision: int
    """Goes up with every change that the asker may know of. An agent's is a mark of its own."""
    delta: Text = ""
    """What has changed since the revision that was named, in at most three lines."""


class MemoryQuery(Message):
    """What is wanted of memory."""

    # `return` is the contract's name for it, and none that Python gives to a field.
    model_config = ConfigDict(validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)

    query: Annotated[Text, Field(min_length=1, max_length=LONGEST_QUERY)]
    engagement_id: UUID | None = None
    categories: Annotated[tuple[CategoryName, ...], Field(max_length=50)] = ()
    filters: Filters = Filters()
    search_type: SearchType = "facts"
    top_k: Annotated[int, Field(ge=1, le=MOST_HITS)] = 10
    threshold: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] | None = None
    """The least score; none, and it is where silence is the better answer."""
    budget_tokens: Annotated[int, Field(ge=1, le=MOST_TOKENS)] | None = None
    """How much the texts may take together; four characters count as a token."""
    returns: Annotated[Literal["full", "bullets"], Field(alias="return")] = "full"
    seen_revision: Annotated[int, Field(ge=0, le=2**53)] | None = None
    """The revision that an earlier answer named: what changed since comes as `delta`."""


class QueryMemory(MemoryQuery, Request[QueryAnswer]):
    """What is known, or was said, that fits a question? Committed and in use only."""

    subject: ClassVar[str] = "memory.query.memory"
    answer: ClassVar[type[Message]] = QueryAnswer
    caller: Caller
    as_of: Moment | None = None
    """Of what was known then, as it read then; of memories only."""


class QueryAsAgent(MemoryQuery, Request[QueryAnswer]):
    """The same for an agent: of what it is granted, and nothing else.

    A subject of its own: a memory service that knows nothing of agents must not answer it as if the person asked.
    """

    subject: ClassVar[str] = "memory.query.memory_as_agent"
    answer: ClassVar[type[Message]] = QueryAnswer
    caller: Caller
    agent: AgentName
    token_id: UUID
