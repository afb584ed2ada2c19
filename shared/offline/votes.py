"""What a line shows at a glance, as named votes; the patterns are data."""

import re
import tomllib
from functools import cache
from pathlib import Path

LINE = "votes.toml"


@cache
def vote_patterns(of: str) -> dict[str, tuple[re.Pattern[str], ...]]:
    """Each vote's patterns, by its name."""
    tables = tomllib.loads(Path(__file__).with_name(of).read_text(encoding="utf-8"))
    return {
        f"{group}.{name}": tuple(re.compile(text) for text in texts)
        for group, found in tables.items()
        for name, texts in found.items()
    }


def count_votes(lowered: str, of: str = LINE) -> list[float]:
    """1 for each pattern that is found in a text in lower case."""
    return [float(pattern.search(lowered) is not None) for found in vote_patterns(of).values() for pattern in found]
