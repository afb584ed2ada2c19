"""Phrases that order something by themselves."""

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path


def folded(text: str) -> str:
    """Without case and accents, with plain apostrophes."""
    if text.isascii():
        return text.casefold()
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("\u2019", "'"))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def says(what: str, text: str) -> bool:
    """Whether the text has one of the forms of that phrase."""
    return _forms()[what].search(folded(text)) is not None


@cache
def _forms() -> dict[str, re.Pattern[str]]:
    text = Path(__file__).with_name("phrases.toml").read_text(encoding="utf-8")
    return {name: re.compile("|".join(forms)) for name, forms in tomllib.loads(text).items()}
