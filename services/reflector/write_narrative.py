"""What a talk meant, in the words of a model: of its sentences those that name nothing that nobody said."""

import re
from collections.abc import Sequence

from pydantic import JsonValue

from services.reflector.ask_thinker import Thoughts
from services.reflector.check_sentences import is_supported, words_of_talk
from services.reflector.spoken_turns import SpokenTurn
from services.reflector.talk_windows import LARGE, SMALL, show_most
from shared.contracts.entities import describe_entity
from shared.contracts.work import ExtractedWork
from shared.models.answer_fields import find_objects, read_list
from shared.models.answer_schema import closed_object
from shared.models.wire import Json
from shared.text.own_words import split_sentences
from shared.text.visible_text import clean_text

MOST_TRIES = 2
MOST_SENTENCES = 4
LONGEST_NARRATIVE = 1_200
LONGEST_SENTENCE = 600
SHOWN_ITEMS = 40


_IN_FIRST_PERSON = re.compile(r"\b(?:I|(?i:my|me|mine|myself|ich|mein\w{0,2}|mir|mich|yo|mi|mis|conmigo))\b")
"""A narrative is spoken to the person: who writes so copies lines, or speaks as the companion."""


def narrative_schema() -> Json:
    """The form of the answer."""
    return closed_object({"sentences": {"type": "array", "items": {"type": "string"}}})


def read_sentences(answer: str) -> list[str] | None:
    """The sentences of an answer, one by one; none where it holds no list of them."""
    for found in find_objects(answer):
        if isinstance(found.get("sentences"), list):
            return [one for entry in read_list(found["sentences"]) for one in _sentences(entry)]
    return None


def _sentences(entry: JsonValue) -> list[str]:
    if not isinstance(entry, str):
        return []
    text = clean_text(" ".join(entry.split()), LONGEST_SENTENCE)
    return [one.strip() for one in split_sentences(text) if one.strip()]


async def write_narrative(
    thoughts: Thoughts, work: ExtractedWork, turns: Sequence[SpokenTurn], language: str
) -> str | None:
    """Two to four sentences; none where nothing that was written may stand."""
    room = SMALL if thoughts.model.briefly else LARGE
    named: frozenset[object] = frozenset(entity.turn_id for entity in work.entities)
    data = {"ITEMS": _items(work), "TALK": show_most(turns, named, room)}
    said = words_of_talk(turns, language, *(place.title for place in work.places))
    for _ in range(MOST_TRIES):
        if not thoughts.can_ask:
            return None
        text = await thoughts.ask("narrative", narrative_schema(), data, language)
        sentences = (read_sentences(text) if text is not None else None) or []
        told = [one for one in dict.fromkeys(sentences) if _IN_FIRST_PERSON.search(one) is None]
        kept = [one for one in told if is_supported(one, said, language)]
        if kept:
            return _within(kept[:MOST_SENTENCES])
    return None


def _within(sentences: Sequence[str]) -> str:
    """As many whole sentences as there is room for."""
    text = ""
    for sentence in sentences:
        longer = f"{text} {sentence}".strip()
        if len(longer) > LONGEST_NARRATIVE:
            break
        text = longer
    return text


def _items(work: ExtractedWork) -> str:
    return "\n".join(f"{one.entity_type}: {describe_entity(one.data)}" for one in work.entities[:SHOWN_ITEMS])
