"""Every knob of the memory service."""

from pathlib import Path

from pydantic import Field

from shared.settings import DatabaseSettings


class MemorySettings(DatabaseSettings):
    """The memory service's settings."""

    turn_seconds: float = Field(default=30.0, ge=1, le=600)
    """A turn's deadline, from its activation."""
    closing_days: int = Field(default=7, ge=1, le=3_650)
    """Days that what a conversation meant waits for the person's word; then it is put away, its memory still held."""
    database_folder: Path | None = None
    """Where the database's files are, if on this machine (an embedded start says it): no readiness on a full disk."""
    provision_seconds: float = Field(default=2.0, gt=0, le=60)
    """How often it looks whether the broker still has the streams and consumers, and whether the file of categories
    has changed."""
    replicas: int = Field(default=1, ge=1, le=5)
    """Copies of the streams; 3 in a cluster of three brokers."""
    stale_days: float = Field(default=5.0, gt=0, le=365)
    """After so many days in which nobody spoke of it, what is open is pointed out once."""
    quiet_hours: float = Field(default=24.0, gt=0, le=8_760)
    """After so many hours of silence a conversation that is open is mentioned once."""
    categories: Path | None = None
    """The file of categories and agents; absent: the one that comes with the service."""
