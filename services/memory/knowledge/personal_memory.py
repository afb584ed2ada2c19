"""The section of a project's prompt that holds what the person said about themself."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.memory.knowledge.policy import is_safety
from services.memory.knowledge.telling import ago

HEADING = "PERSONAL MEMORY\nWhat the person said about themself, and agreed to have remembered, newest first:"
MOST_CHARACTERS = 2_000


@dataclass(frozen=True, slots=True)
class Bullet:
    """One committed fact of Your Story."""

    content: str
    pinned: bool
    created_at: datetime
    assertion_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class PersonalMemory:
    """The section, and the memories that found room in it."""

    text: str = ""
    known: tuple[UUID, ...] = ()


def section(newest_first: Sequence[Bullet], as_of: datetime) -> PersonalMemory:
    """Whole bullets within the limit; the oldest are left out first, pinned ones and what keeps a person safe never."""
    if not newest_first:
        return PersonalMemory()
    bullets = [(memory, f"- {memory.content} ({ago(memory.created_at, as_of)})") for memory in newest_first]
    must = {bullet for memory, bullet in bullets if memory.pinned or is_safety(memory.content)}
    left = MOST_CHARACTERS - len(HEADING) - sum(len(bullet) + 1 for _, bullet in bullets if bullet in must)
    kept, full = list[tuple[Bullet, str]](), False
    for memory, bullet in bullets:
        if bullet in must:
            kept.append((memory, bullet))
        elif not full and len(bullet) + 1 <= left:
            kept.append((memory, bullet))
            left -= len(bullet) + 1
        else:
            full = True  # whole bullets in their order: a shorter, older one does not slip in
    known = tuple(memory.assertion_id for memory, _ in kept if memory.assertion_id is not None)
    return PersonalMemory("\n".join([HEADING, *(bullet for _, bullet in kept)]), known)
