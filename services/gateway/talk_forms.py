"""What the doors of conversations take, and of what they left."""

from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from services.gateway.forms import SOMETHING, Form, says_something
from services.gateway.notebook_forms import Version
from shared.contracts.message import Day
from shared.contracts.requests.conversations import MOST_NARRATIVE, NewEntity

Worded = Annotated[str, Field(max_length=280, json_schema_extra=SOMETHING), AfterValidator(says_something)]
Told = Annotated[str, Field(max_length=MOST_NARRATIVE, json_schema_extra=SOMETHING), AfterValidator(says_something)]


class ThreadForm(Form):
    """How something that is open should read, until when it is to be done, and how much it matters."""

    example: ClassVar[str] = '{"text": "the key of the cellar", "due": "2026-05-01", "priority": "high"}'
    text: Worded | None = None
    due: Day | None = None
    """Null takes the day away."""
    priority: Literal["low", "normal", "high"] | None = None


class NewEntityForm(NewEntity, Form):
    """One thing that the memory is to name."""


class TalkMemoryForm(Form):
    """What is to be changed of what a conversation meant."""

    example: ClassVar[str] = (
        '{"version": 1, "narrative": "You decided to move in June.",'
        ' "entities_to_add": [{"data": {"type": "person", "name": "Anna", "relation": "sister"}}]}'
    )
    version: Version
    narrative: Told | None = None
    entities_to_add: Annotated[tuple[NewEntityForm, ...], Field(max_length=20)] = ()
    entities_to_remove: Annotated[tuple[UUID, ...], Field(max_length=60)] = ()
    undo_deltas: Annotated[tuple[UUID, ...], Field(max_length=60)] = ()
