"""Whole questions after what is open, what is waited for, and what was decided: a short list says which they are."""

import re
import tomllib
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from shared.text.comparable import fold_text
from shared.text.own_words import part_words

MOST = 120
"""Letters; nobody asks that in more."""
_WORD = re.compile(r"\w+")
_MARKS = str.maketrans("", "", "'\u2018\u2019")
_BESIDE = "beside"


class OpenQuestion(StrEnum):
    """What is asked after."""

    THREADS = "threads"
    WAITING = "waiting"
    DECISIONS = "decisions"


def read_open_question(text: str) -> OpenQuestion | None:
    """What the whole line asks after, in the person's own words."""
    own = part_words(text).own
    return _forms().get(_bare(own)) if len(own) <= MOST else None


@cache
def _forms() -> dict[str, OpenQuestion]:
    spoken = [kinds for language, kinds in _lists().items() if language != _BESIDE]
    return {_bare(form): OpenQuestion(kind) for kinds in spoken for kind, forms in kinds.items() for form in forms}


def _bare(text: str) -> str:
    """Folded, and without the words that change nothing."""
    beside = _lists()[_BESIDE].split()
    return " ".join(word for word in _WORD.findall(fold_text(text).translate(_MARKS)) if word not in beside)


@cache
def _lists() -> dict[str, Any]:
    lists: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return lists
