"""Which fixed answers a line asks for, and its reading: talk, or a question about the companion; nothing is kept."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from shared.contracts.understanding import Reading
from shared.offline.fixed_answers.sums import work_out
from shared.offline.fixed_answers.table import SPOKEN, SUM, Table, load_table, words_of

LONGEST = 300
"""Characters; whoever says more says something of their own."""

MOST_PIECES, MOST_ANSWERS = 8, 2
_ENDS = re.compile(r"[.!?;,\n…:¡¿()]+|\s[-–—]+\s")  # noqa: RUF001  # dashes as people type them
_GOES_ON = re.compile(
    r"[.!?;,\n…:¡¿()]+|\s[-–—]+\s|\s(?:and|but|because|cause|cuz|since|so that|und|aber|weil|denn|y|pero|porque)\s",  # noqa: RUF001
    re.IGNORECASE,
)

COMFORT = frozenset(
    {"sad", "lonely", "stressed", "anxious", "tired", "angry", "bad_day", "unwell", "let_us_talk", "comfort_me"}
)

SMALL = frozenset({"greeting", "acknowledged", "laughing", "thanks", "good_morning", "good_evening"})
"""What stands around other words without asking for an answer of its own."""


@dataclass(frozen=True, slots=True)
class FoundAnswers:
    """The names of the answers, and the language that they were asked in."""

    names: tuple[str, ...]
    language: str


@lru_cache(maxsize=256)
def find_fixed_answers(text: str, language: str) -> FoundAnswers | None:
    """Where all of the line is such words, so that a fact beside a greeting still counts; the weightiest two."""
    return _in_a_language(text, language, _of_whole)


@lru_cache(maxsize=256)
def find_in_passing(text: str, language: str) -> FoundAnswers | None:
    """Where a part of the line is such words, and nothing else is to be said of the rest."""
    return _in_a_language(text, language, _of_parts)


def _in_a_language(text: str, language: str, names_in: Callable[[str, Table], tuple[str, ...]]) -> FoundAnswers | None:
    if not text.strip() or len(text) > LONGEST:
        return None
    for spoken in sorted(SPOKEN, key=lambda one: one != language):
        if work_out(text, load_table(spoken), spoken) is not None:
            return FoundAnswers((SUM,), spoken)
        if names := names_in(text, load_table(spoken)):
            return FoundAnswers(names, spoken)
    return None


def _of_whole(text: str, spoken: Table) -> tuple[str, ...]:
    pieces = [words for piece in _ENDS.split(text) if (words := words_of(piece))]
    if not 0 < len(pieces) <= MOST_PIECES:
        return ()
    if len(pieces) > 1 and (name := spoken.name_of(words_of(text), with_slots=False)):
        return (name,)
    names: list[str] = []
    for words in pieces:
        name = spoken.name_of(words)
        if name is None and not spoken.is_courtesy(words):
            return ()
        names += [name] if name else []
    weighty = [name for name in dict.fromkeys(names) if name not in SMALL]
    return tuple((weighty or names[-1:])[:MOST_ANSWERS])


def _of_parts(text: str, spoken: Table) -> tuple[str, ...]:
    pieces = [words for piece in _GOES_ON.split(text) if (words := words_of(piece))][:MOST_PIECES]
    names = dict.fromkeys(filter(None, map(spoken.name_of, pieces)))
    return tuple(name for name in names if name not in SMALL)[:1]


CONVERSATION = "general_conversation"
SURE = 0.95
ABOUT_THE_COMPANION = frozenset(
    {
        *("who_are_you", "your_name", "are_you_human", "which_model", "connect_model", "abilities", "how_it_works"),
        *("who_reads", "where_data", "what_saved", "earlier_messages", "who_made_you", "why_that", "languages"),
    }
)

NEEDS_A_MODEL = frozenset({"joke_or_story", "advice", "weather_and_news", "translate", "world"})
"""Within a project it may be known all the same."""


def read_fixed_answer(own: str, language: str, *, in_project: bool) -> Reading | None:
    """The reading of such a line; nothing for any other."""
    found = find_fixed_answers(own, language)
    if found is None or (in_project and not NEEDS_A_MODEL.isdisjoint(found.names)):
        return None
    about = not ABOUT_THE_COMPANION.isdisjoint(found.names)
    return Reading(intent="help" if about else CONVERSATION, confidence=SURE, language=found.language)
