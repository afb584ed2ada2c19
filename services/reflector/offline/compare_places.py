"""Where a talk belongs, by where it was spoken. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from shared.contracts.turns import EngagementKind
from shared.contracts.work import GatheredWork, TalkPlace
from shared.wording.phrases import load_wording

MOSTLY = 0.6
"""The share of turns from which on a project is suggested."""


@dataclass(frozen=True, slots=True)
class SuggestedPlace:
    """A suggestion."""

    engagement_id: UUID
    confidence: float
    reason: str = ""


def story_of(work: GatheredWork) -> TalkPlace:
    """Your Story, which is always the first."""
    return next((place for place in work.places if place.kind is not EngagementKind.PROJECT), work.places[0])


def compare_places(work: GatheredWork, spoken_in: Sequence[UUID], language: str) -> SuggestedPlace:
    """The project in which most was said; else Your Story."""
    story, total = story_of(work), len(spoken_in)
    for place in work.places:
        here = spoken_in.count(place.engagement_id)
        if place.kind is EngagementKind.PROJECT and total and here / total >= MOSTLY:
            reason = load_wording(language).mostly_here.format(here=here, turns=total, title=place.title)
            return SuggestedPlace(place.engagement_id, round(here / total, 2), reason)
    away = sum(one != story.engagement_id for one in spoken_in)
    return SuggestedPlace(story.engagement_id, round(1 - away / total, 2) if total else 1.0)
