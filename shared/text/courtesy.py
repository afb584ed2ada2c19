"""Lines of mere courtesy: a greeting, thanks, a word of assent, a farewell. They ask for nothing and tell nothing."""

import re
import tomllib
from functools import cache
from pathlib import Path

from shared.text.comparable import fold_text

MOST = 80
"""Letters; whoever says more says something of their own."""
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_FIGURE = re.compile(r"\d")


def is_mere_courtesy(line: str) -> bool:
    """Whether there is nothing else in it, in one of the languages."""
    if len(line) > MOST or _FIGURE.search(line):
        return False
    said = {word.replace("\u2019", "'") for word in _WORD.findall(fold_text(line))}
    return any(said <= words for words in _courtesies())


@cache
def _courtesies() -> tuple[frozenset[str], ...]:
    lists = tomllib.loads(Path(__file__).with_name("courtesy.toml").read_text(encoding="utf-8"))
    return tuple(frozenset(words.split()) for words in lists.values())
