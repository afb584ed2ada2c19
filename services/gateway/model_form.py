"""Which model speaks: what the page sends, and what it is shown. The key goes in and never comes out."""

from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, Field

from services.gateway.forms import STORABLE, Form
from shared.models.model_names import Provider

Name = Annotated[str, Field(max_length=200, json_schema_extra=STORABLE)]
Key = Annotated[str, Field(max_length=500, json_schema_extra=STORABLE)]


class ModelForm(Form):
    """A model to be tried, or to be used from the next line on."""

    example: ClassVar[str] = '{"provider": "openai", "model": "llama3.1", "address": "http://localhost:11434/v1"}'
    provider: Literal["offline", "anthropic", "openai"]
    model: Name = ""
    address: Name = ""
    key: Key | None = None
    """Absent: the one that is kept, for the same address."""


class ModelView(BaseModel):
    """The model that speaks now, for whoever runs an embedded start; for everybody else only that it is not theirs."""

    here: bool = False
    """Whether it is chosen on this page at all."""
    may_choose: bool = False
    """Not where the environment has chosen."""
    provider: Provider | None = None
    model: str = ""
    address: str = ""
    has_key: bool = False
    host: str = ""
    place: Literal["house", "machine", "network", "far"] = "house"
    """In this very process, on the same machine, in its private network, or beyond."""


class ModelTrial(BaseModel):
    """What came of asking it for one sentence."""

    answered: bool
    seconds: float
    first_word_seconds: float | None
    said: str
    why: str | None
    """`key_refused`, `away`, `slow`, …; none when it answered."""
