"""Where help is, in languages that are not spoken here: a few plain words for a wish to die, and one sentence each."""

import re
import tomllib
import unicodedata
from functools import cache
from pathlib import Path

_STOPS = re.compile(r"[\s.,;:!?…。！？、،؛؟۔।'’\"“”«»()-]+")  # noqa: RUF001  # these end words


def help_abroad(line: str) -> str | None:
    """The sentence of the language in which a line speaks of ending the own life; none in the others."""
    plain = _plain(line)
    language = next((name for name, words in _words().items() if any(word in plain for word in words)), None)
    return None if language is None else sentences_by_language()[language]


def sentences_by_language() -> dict[str, str]:
    """What is said in each."""
    return {language: str(one["say"]) for language, one in _file().items()}


def _plain(text: str) -> str:
    return f" {_STOPS.sub(' ', unicodedata.normalize('NFC', text).casefold())} "


@cache
def _words() -> dict[str, tuple[str, ...]]:
    """In the form of what they are looked for in; a word that ends in a space keeps it."""
    return {language: tuple(_plain(word)[1:-1] for word in one["words"]) for language, one in _file().items()}


@cache
def _file() -> dict[str, dict[str, str | list[str]]]:
    return tomllib.loads(Path(__file__).with_name("abroad.toml").read_text(encoding="utf-8"))
