"""What a fact is about: its category, whom it concerns, how much it matters, and whether it is delicate."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from shared.contracts.assertions import About, Category
from shared.text.comparable import told_to_them

_OTHERWISE = Category.PROFILE


class Traits(NamedTuple):
    """What is told of a fact beside its text."""

    category: Category
    importance: int
    sensitive: bool
    about: About


@cache
def _patterns() -> dict[str, dict[str, re.Pattern[str]]]:
    tables = tomllib.loads(Path(__file__).with_name("categories.toml").read_text(encoding="utf-8"))
    return {
        name: {key: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for key, words in table.items()}
        for name, table in tables.items()
    }


def kind_of(fact: str) -> Traits:
    """By the words of the sentence, whoever worded it; whom it concerns, by how it begins."""
    patterns, fact = _patterns(), told_to_them(fact)
    category = next((name for name, words in patterns["category"].items() if words.search(fact)), _OTHERWISE.value)
    sensitive = any(words.search(fact) for words in patterns["sensitive"].values())
    about = next((name for name, words in patterns["about"].items() if words.match(fact)), About.SELF.value)
    importance = next((int(grade[-1]) for grade, words in patterns["importance"].items() if words.search(fact)), 3)
    return Traits(Category(category), importance, sensitive, About(about))
