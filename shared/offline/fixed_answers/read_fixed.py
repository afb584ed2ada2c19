"""Reads a line that a fixed answer is for: it is talk or a question about the companion, and nothing is kept of it."""

from shared.contracts.understanding import Reading
from shared.offline.fixed_answers.find_fixed import find_fixed_answers

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
