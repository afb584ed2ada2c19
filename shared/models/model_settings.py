"""Which models a start uses, and where they may be."""

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

from shared.models.model_names import parse_model_name
from shared.settings import PREFIX


def _readable(name: str) -> str:
    parse_model_name(name)
    return name


ModelName = Annotated[str, AfterValidator(_readable)]


class ModelSettings(BaseSettings):
    """What everybody who asks a model can be told."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True)

    model: ModelName | None = None
    """`offline`, `anthropic:<model>` or `openai:<model>@<base-url>`; absent: Anthropic with a key, else offline."""
    classify_model: ModelName | None = None
    """The same for understanding alone."""
    respond_model: ModelName | None = None
    """The same for replying alone."""
    extract_model: ModelName | None = None
    """The same for background thinking alone."""
    small_model: bool | None = None
    """Whether a model is told little, as small ones need it; absent: where it is on this machine."""
    reading_seconds: float | None = Field(default=None, gt=0, le=600)
    """How long is waited for a reading; absent: 4, and 45 for a model on this machine."""
    first_word_seconds: float | None = Field(default=None, gt=0, le=600)
    """How long is waited for the first word of a reply; absent: 10, and 180 for a model on this machine."""
    reply_seconds: float | None = Field(default=None, gt=0, le=600)
    """How long a reply may take in all; absent: 60, and 285 for a model on this machine."""
    thinking_seconds: float | None = Field(default=None, gt=0, le=3_600)
    """How long one answer of background thinking may take; absent: 60, and 600 for a model on this machine."""
    model_file: Path | None = None
    """Where an embedded start keeps what is chosen on the page; absent: nobody chooses there."""
    local_only: bool = False
    """Forbids every model that is not on this machine or in its private network."""
    anthropic_api_key: SecretStr | None = Field(default=None, validation_alias="ANTHROPIC_API_KEY")
    anthropic_base_url: str | None = Field(default=None, validation_alias="ANTHROPIC_BASE_URL")
    openai_api_key: SecretStr | None = None
    """For an `openai:` model that asks for a key."""
