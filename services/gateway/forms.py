"""What a door takes, strictly: known fields only, nothing coerced. Persons and tenants are never among them."""

import unicodedata
import zoneinfo
from functools import cache
from typing import Annotated, ClassVar
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from services.gateway.problems import EmptyBodyError, EmptyMessageError
from shared.errors import HoldfastError
from shared.message import MAX_LINE
from shared.queries import EngagementStatus
from shared.turns import Channel

EMPTY_TEXT = "empty_text"
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Mn", "Zl", "Zp", "Zs"})
_INVISIBLE = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # fillers that Unicode counts as letters or symbols


def visible(text: str) -> bool:
    """Whether the text has anything that a person could see."""
    return any(unicodedata.category(char) not in _INVISIBLE_CATEGORIES and char not in _INVISIBLE for char in text)


def _says_something(text: str) -> str:
    if not visible(text):
        raise PydanticCustomError(EMPTY_TEXT, "must not be empty")
    return text


@cache
def _zones() -> set[str]:
    return zoneinfo.available_timezones()


def _known_zone(name: str) -> str:
    if _zones() and name not in _zones():
        raise PydanticCustomError("zone", "must be a time zone such as Europe/Berlin")
    return name


Said = Annotated[str, Field(max_length=MAX_LINE), AfterValidator(_says_something)]
ShortText = Annotated[str, Field(max_length=200), AfterValidator(_says_something)]
Language = Annotated[str, Field(pattern=r"^[a-z]{2}$")]
Zone = Annotated[str, Field(max_length=64), AfterValidator(_known_zone)]


class Form(BaseModel):
    """A body that a door takes."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    when_empty: ClassVar[type[HoldfastError]] = EmptyBodyError
    may_be_empty: ClassVar[bool] = False


class ConverseForm(Form):
    """A line."""

    when_empty: ClassVar[type[HoldfastError]] = EmptyMessageError
    message: Said
    project_id: UUID | None = None
    channel: Channel = Channel.API


class PersonForm(Form):
    """A new person; everything about them can be left to its default."""

    may_be_empty: ClassVar[bool] = True
    companion_name: ShortText = "Companion"
    language: Language = "en"


class SettingsForm(Form):
    """The settings that `GET /v1/me` shows."""

    language: Language | None = None
    time_zone: Zone | None = None


class MeForm(Form):
    """What is to be different; the settings may be named at the top, or in `settings` as `GET` shows them."""

    companion_name: ShortText | None = None
    language: Language | None = None
    time_zone: Zone | None = None
    settings: SettingsForm = SettingsForm()


class SignInForm(Form):
    """The one-time code of a sign-in link."""

    code: Annotated[str, Field(min_length=1, max_length=200)]


class EngagementForm(Form):
    """A new project."""

    title: ShortText
    seed: Annotated[str, Field(max_length=2_000)] = ""


class EngagementChangeForm(Form):
    """What is to be different about a project."""

    title: ShortText | None = None
    seed: Annotated[str, Field(max_length=2_000)] | None = None
    status: EngagementStatus | None = None
