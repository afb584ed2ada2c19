"""What the person decided, as a message of the talk's own record: by numbers, without anybody's words."""

from collections.abc import Sequence
from types import MappingProxyType

from shared.operations import MemoryChange

BECAME = MappingProxyType({"committed": "kept", "retracted": "dropped", "held": "reworded"})
"""By where it stands since."""


def decided(memory: Sequence[MemoryChange]) -> str:
    """Empty when nothing was changed by it."""
    told = ((word, _numbers(memory, force)) for force, word in BECAME.items())
    return "; ".join(f"{word} number {numbers}" for word, numbers in told if numbers)


def _numbers(memory: Sequence[MemoryChange], force: str) -> str:
    return ", ".join(str(change.display_number) for change in memory if change.force == force)
