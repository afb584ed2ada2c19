"""The words that every sentence may have, by language; and those in which two wordings of one fact may differ."""

import tomllib
from functools import cache
from pathlib import Path

BY_LANGUAGE = ("english", "german", "spanish", "french", "italian", "portuguese", "dutch")


@cache
def _lists() -> dict[str, frozenset[str]]:
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return {name: frozenset(words.split()) for name, words in tomllib.loads(text).items()}


@cache
def small_words() -> dict[str, frozenset[str]]:
    """Of each language, as they are written."""
    return {language: _lists()[language] for language in BY_LANGUAGE}


def common_signs() -> frozenset[str]:
    """Of languages without spaces."""
    return _lists()["signs"]


def compared_words() -> frozenset[str]:
    """What a fact is not about, in any language, folded and without apostrophes."""
    return _lists()["compared"]


@cache
def negation_words() -> frozenset[str]:
    """What turns a statement round, written like those."""
    return frozenset(word.replace("'", "") for word in _lists()["negations"])
