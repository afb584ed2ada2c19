"""The day that words name, when they name one plainly: “by Friday”, “am 24. November”, “mañana”. Pure."""

import re
import tomllib
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from shared.text.comparable import fold_text

_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_WEEK = 7


def name_day(words: str, said_on: date) -> date | None:
    """The first one from that day on; none where nothing plain is said."""
    text = fold_text(words)
    if found := _ISO.search(text):
        return _valid(int(found[1]), int(found[2]), int(found[3]))
    for months, pattern in _patterns("months"):
        if found := pattern.search(text):
            return _next(said_on, months, int(found["before"] or found["after"]))
    for weekday, pattern in _patterns("weekdays"):
        if pattern.search(text):
            return said_on + timedelta(days=(weekday - 1 - said_on.weekday()) % _WEEK or _WEEK)
    for days, pattern in _patterns("days"):
        if pattern.search(text):
            return said_on + timedelta(days=days)
    return None


@cache
def _patterns(table: str) -> tuple[tuple[int, re.Pattern[str]], ...]:
    """Each pattern of a table with its number."""
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    frame = tables["frames"][table]
    return tuple((int(number), re.compile(frame.replace("WORDS", words))) for number, words in tables[table].items())


@cache
def day_words() -> frozenset[str]:
    """The names of weekdays and months, folded."""
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    rows = [*tables["weekdays"].values(), *tables["months"].values()]
    return frozenset(word for words in rows for word in words.split("|"))


def _next(said_on: date, month: int, day: int) -> date | None:
    this = _valid(said_on.year, month, day)
    return this if this is None or this >= said_on else _valid(said_on.year + 1, month, day)


def _valid(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None
