"""The four steps of thinking about a talk: by the model that was chosen, and where there is none, by the offline form.

A step that falls back makes the whole work "reduced". Nothing is believed that a model says.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from services.reflector.offline.compare_places import compare_places
from services.reflector.offline.find_items import find_items
from services.reflector.offline.pick_sentences import pick_narrative
from services.reflector.spoken_turns import hear_turns, language_spoken
from services.reflector.weigh_changes import weigh_items
from shared.contracts.understanding import ModelUse
from shared.contracts.work import ExtractedWork, GatheredWork, NarratedWork, SuggestedWork, TalkTurn, WeighedWork
from shared.embedding.embedder import run_aside
from shared.models.model import LanguageModel

LONGEST_NARRATIVE = 1_200


@dataclass(frozen=True, slots=True)
class Thinker:
    """Whoever thinks."""

    model: LanguageModel


async def extract_entities(thinker: Thinker, work: GatheredWork, talk: Sequence[TalkTurn]) -> ExtractedWork:
    """With what the talk named."""
    del thinker
    began = time.perf_counter()
    entities = find_items(work, hear_turns(talk))
    return ExtractedWork.grown(
        work, entities=entities, passes=1, left_out=0, thought_by=(offline_use(began),), reduced=True
    )


async def narrate_talk(thinker: Thinker, work: ExtractedWork, talk: Sequence[TalkTurn]) -> NarratedWork:
    """With what it meant."""
    del thinker
    began = time.perf_counter()
    turns = hear_turns(talk)
    language = language_spoken(turns, work.language)
    narrative = await run_aside(lambda _: pick_narrative(work, turns, language), None)
    used = (*work.thought_by, offline_use(began))
    return NarratedWork.grown(work, narrative=narrative[:LONGEST_NARRATIVE], thought_by=used, reduced=True)


async def weigh_changes(thinker: Thinker, work: NarratedWork, talk: Sequence[TalkTurn]) -> WeighedWork:
    """With what it changes in what is open."""
    del thinker, talk
    return WeighedWork.grown(work, deltas=weigh_items(work.entities, work.open_threads))


async def suggest_place(thinker: Thinker, work: WeighedWork, talk: Sequence[TalkTurn]) -> SuggestedWork:
    """With where it belongs."""
    del thinker
    place = compare_places(work, [turn.engagement_id for turn in talk], work.language)
    return SuggestedWork.grown(
        work,
        suggested_engagement_id=place.engagement_id,
        suggestion_confidence=place.confidence,
        suggestion_reason=place.reason,
    )


def offline_use(began: float) -> ModelUse:
    """What the offline form took."""
    return ModelUse(provider="offline", model="reflection-1", latency_ms=(time.perf_counter() - began) * 1_000)
