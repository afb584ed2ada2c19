"""Every knob of the chores."""

from pathlib import Path

from pydantic import Field

from services.memory.settings import MemorySettings


class WorkerSettings(MemorySettings):
    """The memory worker's settings."""

    sweep_seconds: float = Field(default=1.0, gt=0, le=60)
    """How often the turns in flight are looked at."""
    work_concurrency: int = Field(default=2, ge=1, le=64)
    """How many background works of a line are thought about at a time, by all reflectors together."""
    expiry_seconds: float = Field(default=60.0, gt=0, le=86_400)
    """How often it looks for held assertions that nobody confirmed in time."""
    retention_seconds: float = Field(default=3600.0, gt=0, le=86_400)
    """How often it looks for talk that is older than a person wants it kept."""
    forget_seconds: float = Field(default=3600.0, gt=0, le=86_400)
    """How often it looks for memories that nobody touched for long, and for old operational events."""
    forget_after_days: int = Field(default=60, ge=1, le=36_500)
    """Days after which a memory of little weight that nobody touched is set aside."""
    purge_after_days: int = Field(default=30, ge=7, le=36_500)
    """Days for which what was set aside can be kept before it is erased."""
    import_seconds: float = Field(default=1.0, gt=0, le=3_600)
    """How often it looks for files that are being brought in."""
    index_seconds: float = Field(default=1.0, gt=0, le=3_600)
    """How often it looks for what was said and cannot be found yet."""
    rewrite_seconds: float = Field(default=30.0, gt=0, le=86_400)
    """How often it looks whether something was erased, and then writes the tables' files anew."""
    ledger_file: Path | None = None
    """Where the ledger of erasures is kept once more, beside the backups; absent, in the database alone."""
