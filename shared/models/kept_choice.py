"""The model that whoever runs an embedded start chose on the page: kept in a file that nobody else can read.

What the environment chooses wins over it. The file is read and written by services of that start alone; nothing of it
crosses the broker.
"""

import os
from pathlib import Path

from pydantic import BaseModel, ConfigDict, SecretStr, ValidationError

from shared.bus.logs import log_failure
from shared.models.model_names import OFFLINE, Provider, parse_model_name
from shared.models.model_settings import ModelSettings


class KeptModel(BaseModel):
    """A choice, with the key that it takes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    provider: Provider = Provider.OFFLINE
    model: str = ""
    """Absent for Anthropic: a quick one to read and a better one to reply."""
    address: str = ""
    key: str = ""

    @property
    def name(self) -> str | None:
        """As settings name it; a ValueError says what is missing."""
        if self.provider is Provider.OFFLINE:
            return OFFLINE
        if self.provider is Provider.ANTHROPIC and not self.key:
            raise ValueError("Anthropic asks for a key")
        if self.provider is Provider.ANTHROPIC:
            return str(parse_model_name(f"anthropic:{self.model}")) if self.model else None
        parse_model_name(name := f"openai:{self.model}@{self.address}")
        return name


def is_chosen_elsewhere(settings: ModelSettings) -> bool:
    """Whether the environment says which model it is."""
    named = settings.model or settings.classify_model or settings.respond_model
    return bool(named or (settings.anthropic_api_key and settings.anthropic_api_key.get_secret_value().strip()))


def read_choice(file: Path) -> KeptModel | None:
    """What was chosen; nothing where nobody chose, or where it cannot be read."""
    try:
        return KeptModel.model_validate_json(file.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, ValidationError) as error:
        log_failure("kept_model_unreadable", error)
        return None


def keep_choice(file: Path, kept: KeptModel) -> None:
    """Whole or not at all, and for its owner's eyes only."""
    beside = file.with_name(f"{file.name}.new")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as written:
        os.fchmod(descriptor, 0o600)
        written.write(kept.model_dump_json())
        written.flush()
        os.fsync(descriptor)
    beside.replace(file)


def with_kept(settings: ModelSettings) -> ModelSettings:
    """The settings with what was chosen on the page, where the environment leaves that open."""
    if settings.model_file is None or is_chosen_elsewhere(settings):
        return settings
    kept = read_choice(settings.model_file)
    return settings if kept is None else with_choice(settings, kept)


def with_choice(settings: ModelSettings, kept: KeptModel) -> ModelSettings:
    """The same with this very choice."""
    keys = {Provider.ANTHROPIC: "anthropic_api_key", Provider.OPENAI: "openai_api_key"}
    key = {keys[kept.provider]: SecretStr(kept.key)} if kept.provider in keys else {}
    return settings.model_copy(update={"model": kept.name, **key})
