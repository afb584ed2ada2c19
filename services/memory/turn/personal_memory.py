"""What a reply's prompt holds of the person: inside a project all that finds room, outside of one what fits."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from services.memory.assertions.policy import is_safety
from shared.wording.relative_time import told_ago

TOLD = "Things the person told about themself; “you” is the person, words in quotation marks are theirs:"
FITS = "Of what they told, this may matter now; “you” is the person, words in quotation marks are theirs:"
HEADING = f"PERSONAL MEMORY\n{TOLD}"
MOST_CHARACTERS = 2_000
MOST_OUTSIDE = 1_500
"""Of what a reply outside of any project holds, both its parts together."""


@dataclass(frozen=True, slots=True)
class Bullet:
    """One committed fact of Your Story."""

    content: str
    pinned: bool
    created_at: datetime
    assertion_id: UUID | None = None
    is_newest: bool = False
    """One of the three that were told last."""

    @property
    def is_safety(self) -> bool:
        """Never left out for want of room."""
        return is_safety(self.content)

    def line(self, as_of: datetime) -> str:
        """As a prompt says it."""
        return f"- {self.content} (noted {told_ago(self.created_at, as_of)})"


@dataclass(frozen=True, slots=True)
class PersonalMemory:
    """A section, and the memories that found room in it."""

    text: str = ""
    known: tuple[UUID, ...] = ()


def project_section(newest_first: Sequence[Bullet], as_of: datetime) -> PersonalMemory:
    """Whole bullets within the limit: the oldest go first, pinned ones after the others, what keeps them safe never."""
    ranks = (_is_safety, _is_pinned, _is_any)
    return _written(HEADING, _chosen(newest_first, ranks, MOST_CHARACTERS - len(HEADING), as_of), as_of)


def lasting_section(newest_first: Sequence[Bullet], as_of: datetime) -> PersonalMemory:
    """Outside of a project, whatever the line is about: what safety hangs on, and what is pinned."""
    ranks = (_is_safety, _is_pinned)
    return _written(TOLD, _chosen(newest_first, ranks, MOST_OUTSIDE - len(TOLD), as_of), as_of)


def fitting_section(
    newest_first: Sequence[Bullet], best_first: Sequence[UUID], but: Collection[UUID], length: int, as_of: datetime
) -> PersonalMemory:
    """Besides, what fits this line, then what was told last; `length` is what the part before took."""
    by_id = {bullet.assertion_id: bullet for bullet in newest_first if bullet.assertion_id not in but}
    relevant = [by_id[one] for one in dict.fromkeys(best_first) if one in by_id]
    newest = [bullet for bullet in by_id.values() if bullet.is_newest and bullet not in relevant]
    kept = _chosen([*relevant, *newest], (_is_any,), MOST_OUTSIDE - length - len(FITS), as_of)
    return _written(FITS, kept, as_of)


def _is_safety(bullet: Bullet) -> bool:
    return bullet.is_safety


def _is_pinned(bullet: Bullet) -> bool:
    return bullet.pinned


def _is_any(_: Bullet) -> bool:
    return True


def _chosen(
    bullets: Sequence[Bullet], ranks: Iterable[Callable[[Bullet], bool]], room: int, as_of: datetime
) -> list[Bullet]:
    """Those of a rank before those of the next, each as long as there is room; only what keeps them safe needs none."""
    kept = list[Bullet]()
    for rank in ranks:
        for bullet in bullets:
            if not rank(bullet) or bullet in kept:
                continue
            room -= len(bullet.line(as_of)) + 1
            if room < 0 and rank is not _is_safety:
                break  # whole bullets in their order: a shorter, older one does not slip in
            kept.append(bullet)
    return [bullet for bullet in bullets if bullet in kept]


def _written(heading: str, kept: Sequence[Bullet], as_of: datetime) -> PersonalMemory:
    if not kept:
        return PersonalMemory()
    return PersonalMemory("\n".join([heading, *(bullet.line(as_of) for bullet in kept)]), _ids(kept))


def _ids(kept: Iterable[Bullet]) -> tuple[UUID, ...]:
    return tuple(bullet.assertion_id for bullet in kept if bullet.assertion_id is not None)
