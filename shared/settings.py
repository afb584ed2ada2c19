"""Settings from the environment, prefix `HOLDFAST_`. A missing or wrong one stops the start and is named."""

import os
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Literal, TypeVar
from uuid import UUID

from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "HOLDFAST_"
KNOWN = Path(__file__).with_name("settings.txt")
"""Every variable with that prefix that something of ours reads; a test holds it to the code."""
DEFAULT_TENANT = UUID("00000000-0000-7000-8000-000000000001")
"""The one tenant of a machine that has only one; made by the first migration."""


def _nats_url(url: str) -> str:
    if not url.startswith(("nats://", "tls://")):
        raise ValueError("must begin with nats:// or tls://")
    return url


def _database_url(url: str) -> str:
    if not url.startswith("postgresql://"):
        raise ValueError("must begin with postgresql://")
    return url


NatsUrl = Annotated[str, AfterValidator(_nats_url)]
DatabaseUrl = Annotated[str, AfterValidator(_database_url)]


class ServiceSettings(BaseSettings):
    """What every service can be told."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="ignore", frozen=True)

    nats_url: NatsUrl
    """The broker, with this service's own user: nats://classifier:secret@host:4222. Several: joined by commas."""
    concurrency: int = Field(default=8, ge=1, le=256)
    """How many messages of one kind a process handles at a time."""
    health_host: str = "127.0.0.1"
    health_port: int | None = Field(default=None, ge=1, le=65535)
    """Where /healthz, /readyz and /metrics answer; absent: nowhere (the gateway answers on its own port)."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["json", "text"] = "json"
    trace: bool = False
    """OpenTelemetry spans over OTLP; the exporter reads the standard OTEL_EXPORTER_OTLP_* variables."""


class DatabaseSettings(ServiceSettings):
    """What the memory service, alone, is told besides."""

    database_url: DatabaseUrl
    """As the role that owns nothing: postgresql://holdfast_app:secret@host:5432/holdfast."""
    database_pool: int = Field(default=10, ge=1, le=200)
    database_wait_seconds: float = Field(default=1.0, gt=0, le=30)
    """How long a connection may take, from the pool or anew; after that the database counts as away."""


SettingsT = TypeVar("SettingsT", bound=BaseSettings)


class SettingError(Exception):
    """A setting is missing or wrong; names it, and what was expected."""


def load_settings(kind: type[SettingsT]) -> SettingsT:
    """The settings from the environment, or an error in one line that names the setting and never its value."""
    try:
        return kind()
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = _variable(kind, str(first["loc"][0]))
        wrong = first["msg"].removeprefix("Value error, ")  # pydantic's own words before a sentence of ours
        reason = "is missing" if first["type"] == "missing" else f"is wrong: {wrong}"
        raise SettingError(f"{name} {reason}") from None


def _variable(kind: type[BaseSettings], field: str) -> str:
    """The variable that a field is read from; what belongs to others, such as a provider's key, has no prefix."""
    ours = field in kind.model_fields
    return f"{PREFIX}{field.upper()}" if ours else field


def misspelt_settings() -> list[str]:
    """A sentence for each variable with our prefix that nobody reads: most often it was to be another one."""
    known = KNOWN.read_text().split()
    unread = sorted(name for name in os.environ if name.startswith(PREFIX) and name not in known)
    return [_misspelt(name, known) for name in unread]


def _misspelt(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1)
    meant = f" Was {near[0]} meant?" if near else ""
    return f"{name} is no setting and nobody reads it.{meant}"


def home_folder(default: Path = Path("~/.holdfast")) -> Path:
    """Where an embedded start keeps its data: `HOLDFAST_HOME`, or a folder in the person's own."""
    return Path(os.environ.get("HOLDFAST_HOME") or default).expanduser().resolve()
