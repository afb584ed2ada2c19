"""Where a talk belongs, as a model sees it: only a place that was named to it, and only when it is sure."""

from collections.abc import Sequence

from services.reflector.ask_thinker import Thoughts
from services.reflector.check_sentences import names_nothing_unsaid, words_of_talk
from services.reflector.offline.compare_places import SuggestedPlace, story_of
from services.reflector.spoken_turns import SpokenTurn
from shared.contracts.entities import describe_entity
from shared.contracts.turns import EngagementKind
from shared.contracts.work import TalkPlace, WeighedWork
from shared.models.answer_fields import find_objects, read_phrase, read_share
from shared.models.answer_schema import NULL, closed_object
from shared.models.wire import Json
from shared.text.visible_text import clean_text

MOST_PLACES = 20
LONGEST_SEED = 200
LONGEST_REASON = 240
SHOWN_ITEMS = 40
SURE_ENOUGH = 0.6


def place_schema() -> Json:
    """The form of the answer."""
    reason: Json = {"anyOf": [{"type": "string"}, NULL]}
    return closed_object({"place": {"type": "string"}, "confidence": {"type": "number"}, "reason": reason})


async def choose_place(thoughts: Thoughts, work: WeighedWork, turns: Sequence[SpokenTurn]) -> SuggestedPlace | None:
    """A suggestion; none where nobody could tell."""
    story = story_of(work)
    projects = [place for place in work.places if place.kind is EngagementKind.PROJECT][: MOST_PLACES - 1]
    places = {f"p{number}": place for number, place in enumerate([story, *projects], 1)}
    items = "\n".join(f"{one.entity_type}: {describe_entity(one.data)}" for one in work.entities[:SHOWN_ITEMS])
    data = {
        "PLACES": "\n".join(_listed(mark, place) for mark, place in places.items()),
        "NARRATIVE": work.narrative,
        "ITEMS": items,
    }
    text = await thoughts.ask("routing", place_schema(), data, work.language)
    found = next((one for one in find_objects(text) if "place" in one), None) if text is not None else None
    if found is None:
        return None
    place, sure = places.get(read_phrase(found, "place") or ""), read_share(found.get("confidence"))
    if place is None:
        return None
    if place is story or sure < SURE_ENOUGH:
        return SuggestedPlace(story.engagement_id, sure if place is story else round(1 - sure, 2))
    return SuggestedPlace(place.engagement_id, sure, _reason(found, work, turns))


def _reason(found: Json, work: WeighedWork, turns: Sequence[SpokenTurn]) -> str:
    """One line that names nothing that is neither in the talk nor a place's title."""
    reason = " ".join((read_phrase(found, "reason", LONGEST_REASON) or "").split())
    said = words_of_talk(turns, work.language, *(place.title for place in work.places))
    return reason if names_nothing_unsaid(reason, said, work.language) else ""


def _listed(mark: str, place: TalkPlace) -> str:
    turns = "1 turn" if place.turns == 1 else f"{place.turns} turns"
    about = f": {clean_text(place.seed, LONGEST_SEED)}" if place.seed else ""
    return f"{mark} ({turns}): {place.title}{about}"
