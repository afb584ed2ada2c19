"""An order to note what happened: it is kept as an episode, in the past tense, and asked about like every fact."""

import re
from functools import cache
from pathlib import Path

from shared.text.pattern_files import load_patterns

FILE = Path(__file__).with_suffix(".toml")


def noted_episode(text: str) -> str | None:
    """The person's words for what happened, where they asked to note just that; nothing otherwise."""
    for order, day, past in _forms():
        found = order.match(text)
        if found is not None and day.search(found["told"]) and past.search(found["told"]):
            return found["told"].strip()
    return None


@cache
def _forms() -> tuple[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]], ...]:
    tables = (load_patterns(language, FILE) for language in ("en", "de", "es"))
    return tuple((one["order"], one["day"], one["past"]) for one in tables)
