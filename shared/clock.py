"""The time, as an argument: whoever needs it is handed a clock and never asks the system."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """The present, in UTC."""
    return datetime.now(UTC)
