"""What a door takes, strictly: known fields only, nothing coerced. Persons and tenants are never among them."""

import unicodedata
import zoneinfo
from decimal import Decimal
from functools import cache
from typing import Annotated, ClassVar, Literal
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError

from services.gateway.problems import EmptyBodyError, EmptyMessageError
from shared.contracts.assertions import CategoryName
from shared.contracts.errors import HoldfastError
from shared.contracts.message import MAX_LINE
from shared.contracts.requests.notebook import MOST_CONTENT
from shared.contracts.requests.ops import LEAST_RETENTION, MOST_RETENTION
from shared.contracts.requests.people import AgentName, Asking, EngagementStatus
from shared.contracts.requests.turns import MOST_EARLIER, MOST_EARLIER_CHARACTERS
from shared.contracts.turns import Channel

# What a form finds wrong by itself; reading.py has the words for it.
EMPTY_TEXT = "empty_text"
CHANGE_WITHOUT_TEXT = "change_without_text"
TEXT_WITHOUT_CHANGE = "text_without_change"
NAMED_TWICE = "named_twice"
ITEMS_OR_LINE = "items_or_line"
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Mn", "Zl", "Zp", "Zs"})
_INVISIBLE = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # fillers that Unicode counts as letters or symbols


def has_visible_text(text: str) -> bool:
    """Whether the text has anything that a person could see."""
    return any(unicodedata.category(char) not in _INVISIBLE_CATEGORIES and char not in _INVISIBLE for char in text)


def says_something(text: str) -> str:
    """The text, which a person can see."""
    if not has_visible_text(text):
        raise PydanticCustomError(EMPTY_TEXT, "must not be empty")
    return text


@cache
def _zones() -> set[str]:
    return zoneinfo.available_timezones()


def _known_zone(name: str) -> str:
    if _zones() and name not in _zones():
        raise PydanticCustomError("zone", "must be a time zone such as Europe/Berlin")
    return name


SOMETHING: JsonDict = {"minLength": 1, "pattern": r"^[^\x00]*[^\s\x00-\x1f\x7f-\xa0][^\x00]*$"}
"""How the document says that a text must have something to be seen, and no NUL."""
STORABLE: JsonDict = {"pattern": r"^[^\x00]*$"}
Said = Annotated[str, Field(max_length=MAX_LINE, json_schema_extra=SOMETHING), AfterValidator(says_something)]
Kept = Annotated[str, Field(max_length=MOST_CONTENT, json_schema_extra=SOMETHING), AfterValidator(says_something)]
Asked = Annotated[str, Field(max_length=1_000, json_schema_extra=SOMETHING), AfterValidator(says_something)]
ShortText = Annotated[str, Field(max_length=200, json_schema_extra=SOMETHING), AfterValidator(says_something)]
Language = Annotated[str, Field(pattern=r"^[a-z]{2}$")]
Zone = Annotated[str, Field(max_length=64), AfterValidator(_known_zone)]
Dollars = Annotated[Decimal, Field(ge=0, le=10_000, max_digits=9, decimal_places=4, allow_inf_nan=False)]
Days = Annotated[int, Field(ge=LEAST_RETENTION, le=MOST_RETENTION)]


def _needs_something(schema: JsonDict, form: type["Form"]) -> None:
    if not form.may_be_empty:
        schema["minProperties"] = 1


class Form(BaseModel):
    """A body that a door takes."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, json_schema_extra=_needs_something)
    when_empty: ClassVar[type[HoldfastError]] = EmptyBodyError
    may_be_empty: ClassVar[bool] = False
    most_fields: ClassVar[int] = 200
    """More are not read, all objects in it taken together."""
    says_who: ClassVar[bool] = False
    """Its callers may think that whoever asks is named in it; they are told that this is read from the token."""
    example: ClassVar[str] = "{}"
    """A body as a client may send it, for the document."""


class EarlierForm(Form):
    """An exchange that the client remembers."""

    said: Said
    replied: Annotated[str, Field(max_length=MOST_EARLIER_CHARACTERS, json_schema_extra=STORABLE)]


def _not_too_much(earlier: list[EarlierForm]) -> list[EarlierForm]:
    if sum(len(one.said) + len(one.replied) for one in earlier) > MOST_EARLIER_CHARACTERS:
        raise PydanticCustomError("string_too_long", "too long", {"max_length": MOST_EARLIER_CHARACTERS})
    return earlier


class ConverseForm(Form):
    """A line. Where writing is off nobody but the client remembers what was said, and it may send that along."""

    example: ClassVar[str] = '{"message": "I am allergic to shellfish", "channel": "api"}'
    when_empty: ClassVar[type[HoldfastError]] = EmptyMessageError
    message: Said
    project_id: UUID | None = None
    channel: Channel = Channel.API
    earlier: Annotated[list[EarlierForm], Field(max_length=MOST_EARLIER), AfterValidator(_not_too_much)] = []


class PersonForm(Form):
    """A new person; everything about them can be left to its default."""

    example: ClassVar[str] = '{"companion_name": "Ada", "language": "en"}'
    may_be_empty: ClassVar[bool] = True
    companion_name: ShortText = "Companion"
    language: Language = "en"


class AgentForm(Form):
    """An agent that is to be let in, by the name that the operator's file of categories gives it."""

    example: ClassVar[str] = '{"agent": "researcher"}'
    agent: AgentName


Categories = Annotated[tuple[CategoryName, ...], Field(max_length=50)]


class SettingsForm(Form):
    """The settings that `GET /v1/me` shows."""

    may_be_empty: ClassVar[bool] = True
    language: Language | None = None
    time_zone: Zone | None = None
    write: bool | None = None
    read: bool | None = None
    daily_budget: Dollars | None = None
    retention_days: Days | None = None
    asking: Asking | None = None
    keep_orders_at_once: bool | None = None
    always_ask: Categories | None = None
    never_ask: Categories | None = None


class MeForm(Form):
    """What is to be different; the settings may be named at the top, or in `settings` as `GET` shows them."""

    example: ClassVar[str] = '{"companion_name": "Ada", "time_zone": "Europe/Berlin", "daily_budget": "2.50"}'
    companion_name: ShortText | None = None
    language: Language | None = None
    time_zone: Zone | None = None
    write: bool | None = None
    read: bool | None = None
    daily_budget: Dollars | None = None
    retention_days: Days | None = None
    asking: Asking | None = None
    keep_orders_at_once: bool | None = None
    always_ask: Categories | None = None
    never_ask: Categories | None = None
    settings: SettingsForm = SettingsForm()

    def budget(self) -> tuple[Decimal | None, bool]:
        """The new limit, and whether the limit is to go: a null says so, a field that is not there says nothing."""
        for form in (self, self.settings):
            if "daily_budget" in form.model_fields_set:
                return form.daily_budget, form.daily_budget is None
        return None, False

    def retention(self) -> tuple[int | None, bool]:
        """The same of the days after which what was said is erased."""
        for form in (self, self.settings):
            if "retention_days" in form.model_fields_set:
                return form.retention_days, form.retention_days is None
        return None, False


class SignInForm(Form):
    """The one-time code of a sign-in link."""

    example: ClassVar[str] = '{"code": "the-code-of-the-link"}'
    code: Annotated[str, Field(min_length=1, max_length=200, json_schema_extra=STORABLE)]


class EngagementForm(Form):
    """A new project."""

    example: ClassVar[str] = '{"title": "Garden", "seed": "Three raised beds behind the house."}'
    title: ShortText
    seed: Annotated[str, Field(max_length=2_000, json_schema_extra=STORABLE)] = ""


class EngagementChangeForm(Form):
    """What is to be different about a project."""

    example: ClassVar[str] = '{"status": "archived"}'
    title: ShortText | None = None
    seed: Annotated[str, Field(max_length=2_000, json_schema_extra=STORABLE)] | None = None
    status: EngagementStatus | None = None


class EraseConversationForm(Form):
    """Erases a conversation; what becomes of its memories has to be said."""

    example: ClassVar[str] = '{"memories": "keep"}'
    memories: Literal["keep", "erase"]


class EraseEngagementForm(Form):
    """Erases a project; what becomes of its memories has to be said."""

    example: ClassVar[str] = '{"memories": "move"}'
    memories: Literal["move", "erase"]


class TakeLineOutForm(Form):
    """Takes a line out of the talk; what was read from it stays unless it is said."""

    example: ClassVar[str] = '{"memories": "keep"}'
    may_be_empty: ClassVar[bool] = True
    memories: Literal["keep", "erase"] = "keep"


class EraseMeForm(Form):
    """Erases a person; the words have to be there, so that no slip of a program can do it."""

    example: ClassVar[str] = '{"confirm": "erase everything"}'
    confirm: Literal["erase everything"]
