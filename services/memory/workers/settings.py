"""Every knob of the chores."""

from pydantic import Field

from services.memory.settings import MemorySettings


class WorkerSettings(MemorySettings):
    """The memory worker's settings."""

    sweep_seconds: float = Field(default=1.0, gt=0, le=60)
    """How often the turns in flight are looked at."""
