"""What stands in a model's answer, field by field; nothing in it is believed. Pure."""

import json
import math
import re
from collections.abc import Iterator

from pydantic import JsonValue

from shared.models.wire import Json
from shared.text.visible_text import clean_text

LONGEST_ANSWER = 2_000_000
"""Characters; beyond that nobody answered a question."""
MOST_TRIES = 20
"""Places at which an object may begin, in an answer with prose around it."""
LONGEST_PHRASE = 500
_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)


def find_objects(answer: str, tries: int = MOST_TRIES) -> Iterator[Json]:
    """The JSON objects of an answer, also in a code fence, after thinking, or with prose around them.

    Of an object that was cut, those that stand whole in it.
    """
    text = _THINKING.sub("", answer[:LONGEST_ANSWER])
    start = text.find("{")
    while start >= 0 and tries > 0:
        try:
            found, end = json.JSONDecoder().raw_decode(text, start)
        except (ValueError, RecursionError):  # no JSON, a number too long for Python, or brackets nested to jam it
            end = start + 1
        else:
            if isinstance(found, dict):
                yield found
        start, tries = text.find("{", end), tries - 1


def read_list(value: JsonValue) -> list[JsonValue]:
    """The entries; none where it is no list."""
    return value if isinstance(value, list) else []


def read_phrase(fields: Json, name: str, most: int = LONGEST_PHRASE) -> str | None:
    """Words, cleaned and cut; none where there are none."""
    value = fields.get(name)
    return (clean_text(value, most) or None) if isinstance(value, str) else None


def read_share(value: JsonValue) -> float:
    """A number between 0 and 1; 0 where it is none."""
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or (isinstance(value, float) and math.isnan(value))
    ):
        return 0.0
    return float(min(max(value, 0), 1))  # in this order: a whole number may be too long for a float


def read_one_of(value: JsonValue, known: frozenset[str] | set[str]) -> str | None:
    """The word, if it is one of those."""
    return value if isinstance(value, str) and value in known else None
