"""Phrases that order something by themselves."""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.text.fold import fold_text


def says_phrase(what: str, text: str) -> bool:
    """Whether the text has one of the forms of that phrase."""
    return _forms()[what].search(fold_text(text)) is not None


@cache
def _forms() -> dict[str, re.Pattern[str]]:
    text = Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8")
    return {name: re.compile("|".join(forms)) for name, forms in tomllib.loads(text).items()}
