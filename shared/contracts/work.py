"""The forms of background work. As with a turn, each extends the last and is frozen.

Compression: BackgroundWork, GatheredWork, ExtractedWork, NarratedWork, WeighedWork, SuggestedWork. The transcript is
not carried: whoever thinks reads it as pages, masked at that moment.
"""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import ClassVar, Self
from uuid import UUID

from pydantic import Field

from shared.contracts.entities import Delta, Entity, OpenThread
from shared.contracts.envelope import Request
from shared.contracts.message import CONTRACT, Message, Text
from shared.contracts.pipeline import COMPRESSION
from shared.contracts.turns import EngagementKind, Stamp
from shared.contracts.understanding import ModelUse, PersonalFact

MOST_FORM_BYTES = 256 * 1024
"""A larger form is a bad message, not an outage."""
MOST_PAGE_BYTES = 256 * 1024
MOST_TURNS = 400
"""The last turns of a conversation that are compressed; what is older stays in the archive."""


class BackgroundWork(Message):
    """A work as it is put on its line: whose it is, what it is about, and which life of it this is."""

    contract: int = Field(default=CONTRACT, ge=1, le=CONTRACT)
    work_id: UUID
    tenant_id: UUID
    person_id: UUID
    line: str
    step: str
    """The step that hears this message, or, of a result, the step that made it."""
    subject_id: UUID
    """What is thought about: of a compression, the conversation."""
    attempt: int = Field(ge=1)
    """The life of the work: raised by an erasure, a resume or a new beginning, which fences every copy."""
    offered: int = Field(ge=1)
    """How often it was put on the line in this life."""
    epoch: int = Field(ge=0)
    """The person's, when it began: raised when something that was read is hidden or reworded."""
    deadline: datetime
    stamps: tuple[Stamp, ...] = ()

    @classmethod
    def grown(cls, earlier: "BackgroundWork", **more: object) -> Self:
        """This form of an earlier one, validated again."""
        fields = {name: getattr(earlier, name) for name in type(earlier).model_fields}
        return cls.model_validate({**fields, **more})


class TalkPlace(Message):
    """Somewhere a memory can belong to: Your Story, or a project."""

    engagement_id: UUID
    kind: EngagementKind
    title: Text
    seed: Text = ""
    turns: int = 0
    """How many turns of this conversation were spoken in it."""


class GatheredWork(BackgroundWork):
    """With what is needed beside the transcript: where it was spoken, and what is open."""

    language: str
    time_zone: str
    may_spend: bool
    """Whether today's budget allows a model that costs; without, the offline form thinks."""
    turns: int
    pages: int
    began_at: datetime
    ended_at: datetime
    places: tuple[TalkPlace, ...]
    """Your Story first, then the projects that are not archived, those spoken of first."""
    open_threads: tuple[OpenThread, ...]


class ExtractedWork(GatheredWork):
    """With what the conversation named."""

    entities: tuple[Entity, ...]
    passes: int
    left_out: int
    """Items that were dropped, because their quotation does not stand in the person's lines."""
    facts: tuple[PersonalFact, ...] = ()
    """Facts about the person that were found on the way: offered by themselves, never kept by this path."""
    thought_by: tuple[ModelUse, ...]
    reduced: bool
    """The offline form made it, or had to make part of it."""


class NarratedWork(ExtractedWork):
    """With what it meant."""

    narrative: Text


class WeighedWork(NarratedWork):
    """With what it changes in what is open."""

    deltas: tuple[Delta, ...]


class SuggestedWork(WeighedWork):
    """With where it belongs."""

    suggested_engagement_id: UUID
    suggestion_confidence: float = Field(ge=0, le=1)
    suggestion_reason: Text
    """Empty, where it is Your Story by default."""


COMPRESSION_FORMS: Mapping[str, type[BackgroundWork]] = MappingProxyType(
    {
        "gather": BackgroundWork,
        "extract": GatheredWork,
        "narrate": ExtractedWork,
        "weigh": NarratedWork,
        "suggest": WeighedWork,
        "store": SuggestedWork,
    }
)
WORK_FORMS: Mapping[str, Mapping[str, type[BackgroundWork]]] = MappingProxyType({COMPRESSION.name: COMPRESSION_FORMS})
"""What each step of a line hears; what a step makes is what the next one hears."""


class TalkTurn(Message):
    """One turn of the transcript, as it may be shown now."""

    number: int
    """Of the conversation, from 1."""
    turn_id: UUID
    at: datetime
    engagement_id: UUID
    said: Text
    replied: Text
    asked: Text = ""
    """The end of the reply, where that is a question of ours."""
    intent: str | None
    action: str | None = None
    noted: tuple[Text, ...] = ()
    """What the person approved or rejected in it, and how they set a misunderstanding right."""
    facts: tuple[Text, ...] = ()
    """What was held or kept of it, as it reads now."""


class TalkPage(Message):
    """A stretch of a transcript, oldest first."""

    turns: tuple[TalkTurn, ...]


class GetTalkPage(Request[TalkPage]):
    """A page of what a work is about; only while the work is active, and of the person that it belongs to."""

    subject: ClassVar[str] = "memory.query.pages"
    answer: ClassVar[type[Message]] = TalkPage
    work_id: UUID
    attempt: int
    n: int = Field(ge=0)


class DeadWork(Message):
    """A work that a step gave up, on its way to memory."""

    work_id: UUID
    line: str
    step: str
    attempt: int | None
    reason: Text
    attempts: int
    form: Text
