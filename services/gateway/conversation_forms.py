"""What the doors of conversations take. A yes names the version of the draft that was seen."""

from typing import Annotated, ClassVar
from uuid import UUID

from pydantic import AfterValidator, Field

from services.gateway.forms import SOMETHING, Form, says_something
from services.gateway.notebook_forms import Version
from shared.contracts.requests.conversations import MOST_NARRATIVE

Worded = Annotated[str, Field(max_length=MOST_NARRATIVE, json_schema_extra=SOMETHING), AfterValidator(says_something)]


class NothingForm(Form):
    """A move that needs no more than its address."""

    may_be_empty: ClassVar[bool] = True


class KeptMemoryForm(Form):
    """One of the memories that the conversation is to leave."""

    engagement_id: UUID | None = None
    narrative: Worded
    entity_ids: Annotated[tuple[UUID, ...], Field(max_length=60)] = ()


class ConfirmForm(Form):
    """A yes to the draft; with other words, another place, or several memories, if so wanted."""

    most_fields: ClassVar[int] = 300
    example: ClassVar[str] = (
        '{"version": 1, "memories": [{"narrative": "You decided to take the train to Vigo, and wait for Ana.",'
        ' "engagement_id": "01890a5d-ac96-774b-bcce-b302099a8057", "entity_ids": []}], "without_deltas": []}'
    )
    version: Version
    memories: Annotated[tuple[KeptMemoryForm, ...], Field(max_length=10)] = ()
    without_deltas: Annotated[tuple[UUID, ...], Field(max_length=100)] = ()
