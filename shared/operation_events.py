"""What an operator may ask about what was done: counts by stage, operation and status over time; no content."""

from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import Field

from shared.message import Message
from shared.queries import Request

LONGEST_SECONDS = 30 * 86_400
"""As long as they are kept."""


class EventCount(Message):
    """So many times, in one stretch of the time asked for."""

    begins: datetime
    node: str
    operation: str
    status: str
    count: int
    category: str | None = None
    """Of the memories that it was done to; none, where there are several or it has nothing to do with any."""
    similarity: float | None = None
    """The mean, of what has one."""


class EventCounts(Message):
    """Oldest first."""

    since: datetime
    until: datetime
    counts: tuple[EventCount, ...]


class CountEvents(Request[EventCounts]):
    """What was done, and how often?"""

    subject: ClassVar[str] = "memory.query.operational_events"
    answer: ClassVar[type[Message]] = EventCounts
    seconds: Annotated[int, Field(ge=60, le=LONGEST_SECONDS)] = 3_600
