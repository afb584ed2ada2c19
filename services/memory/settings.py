"""Every knob of the memory service."""

from pathlib import Path

from pydantic import Field

from shared.settings import DatabaseSettings


class MemorySettings(DatabaseSettings):
    """The memory service's settings."""

    turn_seconds: float = Field(default=30.0, ge=1, le=600)
    """A turn's deadline, from its activation."""
    database_folder: Path | None = None
    """Where the database's files are, if on this machine (an embedded start says it): no readiness on a full disk."""
    provision_seconds: float = Field(default=2.0, gt=0, le=60)
    """How often it looks whether the broker still has the streams and consumers, and whether the file of categories
    has changed."""
    replicas: int = Field(default=1, ge=1, le=5)
    """Copies of the streams; 3 in a cluster of three brokers."""
    categories: Path | None = None
    """The file of categories and agents; absent: the one that comes with the service."""
