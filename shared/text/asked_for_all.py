"""Lines that ask for all that is known, and lines that only answer something."""

from pathlib import Path

from shared.text.own_words import part_words
from shared.text.pattern_files import APOSTROPHE, load_patterns

MOST = 400
"""Characters that are looked at."""
_FILE = Path(__file__).with_suffix(".toml")


def asks_for_all(text: str) -> bool:
    """Whether it asks for everything that is known rather than for something."""
    return load_patterns("all", _FILE)["everything"].search(lowered_beginning(text)) is not None


def asks_for_all_here(text: str) -> bool:
    """The same, of the project that one is in."""
    return asks_for_all(text) and load_patterns("all", _FILE)["here"].search(lowered_beginning(text)) is not None


def only_answers(text: str) -> bool:
    """Whether it is an answer to something and tells nothing by itself: "sí", "yes please", "the second one"."""
    return load_patterns("answers", _FILE)["only"].fullmatch(lowered_beginning(text)) is not None


def lowered_beginning(text: str) -> str:
    """The beginning of what the person says themself."""
    return part_words(text).own[:MOST].lower().replace(APOSTROPHE, "'")


def asks_of_before(text: str) -> bool:
    """Whether it asks for what was so, not for what is."""
    return load_patterns("before", _FILE)["words"].search(lowered_beginning(text)) is not None


def asked_of_now(text: str) -> str:
    """The same question as if it were asked of today: "where did I live before?" is "where did I live?"."""
    return " ".join(load_patterns("before", _FILE)["words"].sub(" ", lowered_beginning(text)).split())
