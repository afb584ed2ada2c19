"""What has to do with each other: finds that are linked count for more, and bring along what else they are linked to.

Nothing is brought along where nothing was found, and nothing that its asker may not see.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from services.memory.recall.ranking import Placed
from services.memory.recall.weights import load_weights


@dataclass(frozen=True, slots=True)
class Link:
    """Two memories that have to do with each other."""

    one: UUID
    other: UUID
    strength: float


def drawn_together(found: Sequence[Placed], links: Iterable[Link]) -> list[Placed]:
    """The finds, the best first, after what is linked among them has drawn together."""
    strongest = dict[UUID, float]()
    here = {one.candidate.assertion_id for one in found}
    for link in links:
        if {link.one, link.other} <= here:
            for end in (link.one, link.other):
                strongest[end] = max(strongest.get(end, 0.0), link.strength)
    return sorted((_drawn(one, strongest) for one in found), key=lambda one: -one.score)


def brought_along(found: Sequence[Placed], links: Iterable[Link], least: float) -> list[tuple[UUID, float]]:
    """What was not found and is linked to what was: as far as the find itself goes, by the strength of the link."""
    scores = {one.candidate.assertion_id: one.score for one in found}
    brought = dict[UUID, float]()
    for link in links:
        for end, other in ((link.one, link.other), (link.other, link.one)):
            if end in scores and other not in scores:
                brought[other] = max(brought.get(other, 0.0), round(scores[end] * link.strength, 4))
    best = sorted(brought.items(), key=lambda one: (-one[1], one[0]))
    return [(other, score) for other, score in best[: load_weights().links.brought] if score >= least]


def _drawn(one: Placed, strongest: Mapping[UUID, float]) -> Placed:
    strength = strongest.get(one.candidate.assertion_id) if one.candidate.assertion_id else None
    more = round((1 - one.score) * load_weights().links.drawn * (strength or 0.0), 4)
    if not more:
        return one
    why = sorted((*one.why, ("related", more)), key=lambda share: -share[1])
    return replace(one, score=round(one.score + more, 4), why=tuple(why))
