"""Reads the patterns that stand in files beside the code: a rule for words is data, and long."""

import re
import tomllib
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
"""What phones write in "don't"; the patterns know the plain one."""


@cache
def patterns(table: str, file: Path = HERE / "patterns.toml") -> dict[str, re.Pattern[str]]:
    """The patterns of one table, by name."""
    texts = tomllib.loads(file.read_text(encoding="utf-8"))[table]
    return {name: re.compile(text) for name, text in texts.items()}


@cache
def word_tables(language: str) -> dict[str, dict[str, str]]:
    """The tables of words that are turned from the first person to the second, by their names."""
    tables: dict[str, dict[str, str]] = tomllib.loads((HERE / "turning.toml").read_text(encoding="utf-8"))[language]
    return tables


@cache
def listed(language: str) -> dict[str, frozenset[str]]:
    """The sets of words that the rules of a language need, by their names."""
    lists = tomllib.loads((HERE / "turning.toml").read_text(encoding="utf-8"))["lists"][language]
    return {name: frozenset(text.split()) for name, text in lists.items()}


def in_short(pattern: str, language: str) -> str:
    """The pattern for the same words as they are typed in a hurry: Spanish "que" is mostly "q" then."""
    return re.sub(r"(?<![\w\\])que(?!\w)", "q(?:ue)?", pattern) if language == "es" else pattern
