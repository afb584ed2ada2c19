"""What a reply tells of memories beside its question: what it says was kept, changed, taken back, or known already.

Such a sentence goes the way of the words themselves: once the memory is taken back, or reads otherwise, no search finds
it and no model is shown it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from services.memory.reasoning.recording import IN_THE_HOUSE
from shared.text.quotation import without_marks

_EDGES = " \n\t.,;:!?…\"'“”„«»()[]"


@dataclass(frozen=True, slots=True)
class Worded:
    """How a memory reads, or read before the turn."""

    assertion_id: UUID
    content: str


def told_in(reply: str, provider: str, readings: Sequence[Worded]) -> Iterable[Worded]:
    """Those of these that the reply tells; of one that reads otherwise now its former reading.

    A model may say a memory in any words.
    """
    said = reply.casefold()
    told = [one for one in readings if provider != IN_THE_HOUSE or _core(one.content) in said]
    return {one.assertion_id: one for one in reversed(told)}.values()


def _core(content: str) -> str:
    return without_marks(content).strip(_EDGES).casefold()
