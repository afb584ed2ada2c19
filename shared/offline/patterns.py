"""Reads the patterns that stand in files beside the code: a rule for words is data, and long."""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.text.patterns import patterns as patterns_of

HERE = Path(__file__).parent


@cache
def patterns(table: str, file: Path = HERE / "patterns.toml") -> dict[str, re.Pattern[str]]:
    """The patterns of one table, by name; the engine's own where no other file is named."""
    return patterns_of(table, file)


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
