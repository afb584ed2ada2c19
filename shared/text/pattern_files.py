"""Reads the patterns that stand in files beside the code: a rule for words is data, and long."""

import re
import tomllib
from functools import cache
from pathlib import Path

APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
"""What phones write in "don't"; the patterns know the plain one."""


@cache
def load_patterns(table: str, file: Path) -> dict[str, re.Pattern[str]]:
    """The patterns of one table, by name."""
    texts = tomllib.loads(file.read_text(encoding="utf-8"))[table]
    return {name: re.compile(text) for name, text in texts.items()}
