"""What the doors of memory take. An action names the version that was seen; a yes also names the text."""

from typing import Annotated, ClassVar, Literal, Self
from uuid import UUID

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from services.gateway.forms import CHANGE_WITHOUT_TEXT, ITEMS_OR_LINE, NAMED_TWICE, TEXT_WITHOUT_CHANGE, Form, Kept
from shared.contracts.assertions import CategoryName, Kind
from shared.contracts.requests.notebook import Importance, Name

MOST_VERSIONS = 2_147_483_647
"""What the database can count to."""
HASH = "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"

Version = Annotated[int, Field(ge=1, le=MOST_VERSIONS)]
TextHash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class WriteForm(Form):
    """Something that the person writes themself."""

    example: ClassVar[str] = (
        '{"engagement_id": "01890a5d-ac96-774b-bcce-b302099a8057", "content": "You prefer tea to coffee.",'
        ' "category": "preferences", "importance": 3}'
    )
    engagement_id: UUID
    content: Kept
    kind: Kind = Kind.FACT
    category: CategoryName | None = None
    importance: Importance | None = None
    run_id: Name | None = None


class SeenForm(Form):
    """An action on what was seen."""

    example: ClassVar[str] = '{"version": 1}'
    version: Version
    text_hash: TextHash | None = None


class CommitForm(Form):
    """A yes: to this version, and to this text."""

    example: ClassVar[str] = f'{{"version": 1, "text_hash": "{HASH}"}}'
    version: Version
    text_hash: TextHash


class WordingForm(SeenForm):
    """How it should read."""

    example: ClassVar[str] = '{"version": 1, "content": "You\'re allergic to shrimp."}'
    content: Kept


class ImportanceForm(SeenForm):
    """How much it matters, from 1 to 5."""

    example: ClassVar[str] = '{"version": 1, "importance": 5}'
    importance: Importance


class CategoryForm(SeenForm):
    """What it is about."""

    example: ClassVar[str] = '{"version": 1, "category": "interests"}'
    category: CategoryName


class ReplaceForm(SeenForm):
    """Which one takes its place."""

    example: ClassVar[str] = '{"version": 1, "by": "01890a5d-ac96-774b-bcce-b302099a8057"}'
    by: UUID


class MoveForm(SeenForm):
    """Where it belongs."""

    example: ClassVar[str] = '{"version": 1, "engagement_id": "01890a5d-ac96-774b-bcce-b302099a8057"}'
    engagement_id: UUID


class AwayForm(SeenForm):
    """Takes it away; with `never_again`, its meaning is kept in order to refuse it in future."""

    example: ClassVar[str] = '{"version": 1, "never_again": false}'
    never_again: bool = False


class CardItemForm(Form):
    """The answer to one item of an offer."""

    assertion_id: UUID
    version: Version
    text_hash: TextHash
    answer: Literal["yes", "no", "never", "change", "instead"]
    text: Kept | None = None
    """How it should read, for `change` and only there."""

    @model_validator(mode="after")
    def _has_its_text(self) -> Self:
        if self.answer == "change" and self.text is None:
            raise PydanticCustomError(CHANGE_WITHOUT_TEXT, "needs a text")
        if self.answer != "change" and self.text is not None:
            raise PydanticCustomError(TEXT_WITHOUT_CHANGE, "has no text")
        return self


class CardForm(Form):
    """The answers to an offer, item by item, as it was shown; of one without items, whether a line leaves the talk."""

    most_fields: ClassVar[int] = 300
    example: ClassVar[str] = (
        '{"items": [{"assertion_id": "01890a5d-ac96-774b-bcce-b302099a8057", "version": 1,'
        f' "text_hash": "{HASH}", "answer": "yes"}}]}}'
    )
    items: Annotated[tuple[CardItemForm, ...], Field(min_length=1, max_length=50)] = ()
    line: Literal["yes", "no"] | None = None

    @model_validator(mode="after")
    def _answers_something(self) -> Self:
        if bool(self.items) is (self.line is not None):
            raise PydanticCustomError(ITEMS_OR_LINE, "has items or a line")
        return self

    @model_validator(mode="after")
    def _names_each_once(self) -> Self:
        if len({item.assertion_id for item in self.items}) != len(self.items):
            raise PydanticCustomError(NAMED_TWICE, "names one twice")
        return self


class ConfirmImportForm(Form):
    """The one yes to a whole file: it names what was counted and the file itself."""

    example: ClassVar[str] = f'{{"file_hash": "{HASH}", "count": 12}}'
    file_hash: TextHash
    count: Annotated[int, Field(ge=1, le=100_000)]
