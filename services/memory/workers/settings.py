"""Every knob of the chores."""

from pydantic import Field

from services.memory.settings import MemorySettings


class WorkerSettings(MemorySettings):
    """The memory worker's settings."""

    sweep_seconds: float = Field(default=1.0, gt=0, le=60)
    """How often the turns in flight are looked at."""
    expiry_seconds: float = Field(default=60.0, gt=0, le=86_400)
    """How often it looks for held assertions that nobody confirmed in time."""
    retention_seconds: float = Field(default=3600.0, gt=0, le=86_400)
    """How often it looks for talk that is older than a person wants it kept."""
    rewrite_seconds: float = Field(default=30.0, gt=0, le=86_400)
    """How often it looks whether something was erased, and then writes the tables' files anew."""
