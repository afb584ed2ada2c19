"""The section of a project's prompt that holds what the person said about themself."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

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


def section(newest_first: Sequence[Bullet], as_of: datetime) -> str:
    """Whole bullets within the limit; the oldest are left out first, pinned ones and what keeps a person safe never."""
    if not newest_first:
        return ""
    bullets = [(memory, f"- {memory.content} ({ago(memory.created_at, as_of)})") for memory in newest_first]
    must = {bullet for memory, bullet in bullets if memory.pinned or is_safety(memory.content)}
    left = MOST_CHARACTERS - len(HEADING) - sum(len(bullet) + 1 for _, bullet in bullets if bullet in must)
    kept, full = [HEADING], False
    for _, bullet in bullets:
        if bullet in must:
            kept.append(bullet)
        elif not full and len(bullet) + 1 <= left:
            kept.append(bullet)
            left -= len(bullet) + 1
        else:
            full = True  # whole bullets in their order: a shorter, older one does not slip in
    return "\n".join(kept)
