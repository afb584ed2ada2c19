"""The four steps of thinking about a talk: by the model that was chosen, and where there is none, by the offline form.

A step that falls back makes the whole work "reduced". Nothing is believed that a model says.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from services.reflector.ask_thinker import Thoughts
from services.reflector.choose_place import choose_place
from services.reflector.extract_items import extract_items
from services.reflector.offline.compare_places import compare_places
from services.reflector.offline.pick_sentences import pick_narrative
from services.reflector.resolve_threads import resolve_threads
from services.reflector.spoken_turns import hear_turns, language_spoken
from services.reflector.weigh_changes import join_deltas, weigh_items
from services.reflector.write_narrative import LONGEST_NARRATIVE, write_narrative
from shared.contracts.turns import EngagementKind
from shared.contracts.work import ExtractedWork, GatheredWork, NarratedWork, SuggestedWork, TalkTurn, WeighedWork
from shared.embedding.embedder import run_aside
from shared.models.model import LanguageModel


@dataclass(frozen=True, slots=True)
class Thinker:
    """Whoever thinks."""

    model: LanguageModel


async def extract_entities(thinker: Thinker, work: GatheredWork, talk: Sequence[TalkTurn]) -> ExtractedWork:
    """With what the talk named."""
    thoughts = Thoughts(thinker.model, work.may_spend)
    found = await extract_items(thoughts, work, hear_turns(talk))
    return ExtractedWork.grown(
        work,
        entities=found.entities,
        passes=found.passes,
        left_out=found.left_out,
        facts=found.facts,
        thought_by=tuple(thoughts.used),
        reduced=found.reduced,
    )


async def narrate_talk(thinker: Thinker, work: ExtractedWork, talk: Sequence[TalkTurn]) -> NarratedWork:
    """With what it meant."""
    thoughts, turns = Thoughts(thinker.model, work.may_spend), hear_turns(talk)
    language = language_spoken(turns, work.language)
    narrative = await write_narrative(thoughts, work, turns, language)
    reduced = work.reduced or narrative is None
    if narrative is None:
        began = time.perf_counter()
        narrative = await run_aside(lambda _: pick_narrative(work, turns, language), None)
        thoughts.count_offline(began)
    used = (*work.thought_by, *thoughts.used)
    return NarratedWork.grown(work, narrative=narrative[:LONGEST_NARRATIVE], thought_by=used, reduced=reduced)


async def weigh_changes(thinker: Thinker, work: NarratedWork, talk: Sequence[TalkTurn]) -> WeighedWork:
    """With what it changes in what is open."""
    thoughts, began = Thoughts(thinker.model, work.may_spend), time.perf_counter()
    deltas = weigh_items(work.entities, work.open_threads)
    reduced = work.reduced
    if work.open_threads:
        resolved = await resolve_threads(thoughts, work, hear_turns(talk)) if thoughts.can_ask else None
        deltas = join_deltas(deltas, resolved or ())
        if resolved is None:
            thoughts.count_offline(began)
            reduced = True
    return WeighedWork.grown(work, deltas=deltas, thought_by=(*work.thought_by, *thoughts.used), reduced=reduced)


async def suggest_place(thinker: Thinker, work: WeighedWork, talk: Sequence[TalkTurn]) -> SuggestedWork:
    """With where it belongs."""
    thoughts, began = Thoughts(thinker.model, work.may_spend), time.perf_counter()
    reduced, place = work.reduced, None
    if any(one.kind is EngagementKind.PROJECT for one in work.places):
        place = await choose_place(thoughts, work, hear_turns(talk)) if thoughts.can_ask else None
        if place is None:
            thoughts.count_offline(began)
            reduced = True
    place = place or compare_places(work, [turn.engagement_id for turn in talk], work.language)
    return SuggestedWork.grown(
        work,
        suggested_engagement_id=place.engagement_id,
        suggestion_confidence=place.confidence,
        suggestion_reason=place.reason,
        thought_by=(*work.thought_by, *thoughts.used),
        reduced=reduced,
    )
