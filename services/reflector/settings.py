"""Every knob of the reflector."""

from pydantic import Field

from shared.models.model_settings import ModelSettings
from shared.settings import ServiceSettings


class ReflectorSettings(ModelSettings, ServiceSettings):
    """The reflector's settings: those of every service, and which model thinks."""

    work_concurrency: int = Field(default=2, ge=1, le=64)
    """How many works a process thinks about at a time, in each step."""
