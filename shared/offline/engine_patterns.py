"""The engine's own patterns: a rule for words is data, and long."""

import re
from functools import cache
from pathlib import Path

from shared.text.pattern_files import load_patterns as patterns_of


@cache
def engine_patterns(table: str) -> dict[str, re.Pattern[str]]:
    """Those of one table, by name."""
    return patterns_of(table, Path(__file__).with_suffix(".toml"))
