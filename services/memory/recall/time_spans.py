"""The time that a question asks about: "in May 2023", "letzten Sommer", "hace dos semanas".

A table of our own and a few patterns, 0.05 ms a question. Libraries that know two hundred languages answer with a
moment, where a question means a whole month or spring.
"""

import calendar
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from functools import cache
from pathlib import Path
from typing import Any

OLDEST_YEAR, LATEST_YEAR = 1900, 2099
MOST_AGO = 1_000
"""Units; what is longer ago is no memory of anybody's."""
_WINTER = 12
_MONTHS = 12

Days = tuple[date, date]
"""The first day, and the day after the last."""


@dataclass(frozen=True, slots=True)
class Span:
    """From when to when, the end not included."""

    begins: datetime
    ends: datetime

    def holds(self, at: datetime) -> bool:
        """Whether it was then."""
        return self.begins <= at < self.ends


def span_of(folded_text: str, now: datetime, zone: tzinfo) -> Span | None:
    """The first way of saying a time that fits; none in most questions, and none for what is still to come."""
    today = now.astimezone(zone).date()
    for pattern, resolve in _patterns():
        for found in pattern.finditer(folded_text):
            try:
                days = resolve(found, today)
            except (ValueError, OverflowError):  # the 31st of February, the year 0
                continue
            if days is not None:
                return _span(days, zone)
    return None


def _span(days: Days, zone: tzinfo) -> Span:
    begins, ends = (datetime.combine(day, time.min, zone) for day in days)
    return Span(begins, ends)


# ---- what the words mean -----------------------------------------------------------------------------------------


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name("time_spans.toml").read_text(encoding="utf-8"))


@cache
def _numbered(name: str) -> dict[str, int]:
    """Each word of a table with its number; of a list with its place, from 1."""
    given = _table()[name]
    rows = given.items() if isinstance(given, dict) else enumerate(given, start=1)
    return {word: int(number) for number, words in rows for word in words.split()}


@cache
def _units() -> dict[str, str]:
    return {word: unit for unit, words in _table()["units"].items() for word in words.split()}


def _any(words: str | Iterable[str]) -> str:
    given = words.split() if isinstance(words, str) else words
    return "|".join(sorted(map(re.escape, given), key=len, reverse=True))


def _phrases(phrases: list[str]) -> str:
    return "|".join(sorted((re.escape(phrase).replace(r"\ ", r"\s+") for phrase in phrases), key=len, reverse=True))


Resolve = Callable[["re.Match[str]", date], "Days | None"]


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], Resolve], ...]:
    """The surest first."""
    sides, months = _table()["sides"], _any(_numbered("months"))
    year, of = r"(?P<year>(?:19|20)\d\d)", r"(?:\s+(?:of|de|del))?"
    day = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th|\.|º)?"
    either = _any([*_numbered("seasons"), *_numbered("weekdays"), *_numbered("months"), *_units()])
    number = rf"(?P<number>\d{{1,4}}|{_any(_numbered('numbers'))})(?:\s+of)?"
    unit = rf"(?P<unit>{_any(_units())})"
    certain = _any(set(_numbered("months")) - set(_table()["doubtful_months"].split()))
    made: list[tuple[str, Resolve]] = [
        (r"(?P<year>(?:19|20)\d\d)-(?P<month>[01]?\d)-(?P<day>[0-3]?\d)", _day),
        (rf"(?P<day>[0-3]?\d)(?P<by>[./])(?P<month>[0-3]?\d)(?P=by){year}", _numbers),
        (rf"{day}{of}\s+(?P<month>{months})\.?(?:,?{of}\s+{year})?", _day),
        (rf"(?P<month>{months})\s+{day}(?:,?\s+{year})?", _day),
        (rf"(?P<month>{months})\.?,?{of}\s+{year}", _month),
        (rf"(?P<name>{_any(_numbered('seasons'))}){of}\s+{year}", _season),
        (rf"(?P<side>{_any(sides['last'])}|{_any(sides['this'])}|{_any(sides['next'])})\s+(?P<name>{either})", _sided),
        (rf"(?P<name>{either})\s+(?P<side>{_any(sides['last_after'])})", _sided),
        (rf"{number}\s+{unit}\s+{sides['ago']}", _ago),
        (rf"(?:{_any(sides['ago_before'])})\s+{number}\s+{unit}", _ago),
        *((_phrases(phrases), _days_ago(int(ago)))
          for ago, phrases in sorted(_table()["days_ago"].items(), reverse=True)),
        (rf"(?:{_any(_table()['before_a_month'])})\s+(?P<month>{months})", _month),
        (rf"(?P<month>{certain})", _month),
        (rf"(?:on|am|el)\s+(?P<name>{_any(_numbered('weekdays'))})", _sided),
        (rf"(?:in|during|over|im|en)\s+(?:the\s+|el\s+)?(?P<name>{_any(_numbered('seasons'))})", _season),
        (rf"(?:{_any(_table()['before_a_year'])})\s+{year}", _year),
    ]  # fmt: skip
    return tuple((re.compile(rf"(?<!\w)(?:{pattern})(?!\w)"), resolve) for pattern, resolve in made)


# ---- from when to when -------------------------------------------------------------------------------------------


def _named(found: "re.Match[str]", name: str) -> str | None:
    return found.groupdict().get(name)


def _years(found: "re.Match[str]", today: date, month: int, day: int = 1) -> int:
    """The year that is named, or the last one in which that day was not still to come."""
    named = _named(found, "year")
    return int(named) if named else today.year - (date(today.year, month, day) > today)


def _day(found: "re.Match[str]", today: date) -> Days:
    given, day = found["month"], int(found["day"])
    month = int(given) if given.isdecimal() else _numbered("months")[given]
    year = _named(found, "year")
    first = date(int(year), month, day) if year else _last_such_day(today, month, day)
    return first, first + timedelta(days=1)


def _numbers(found: "re.Match[str]", _: date) -> Days | None:
    """3.6.2023 is one day; 3/6/2023 is another one in another country, and then neither is meant for sure."""
    first, second, year = int(found["day"]), int(found["month"]), int(found["year"])
    if found["by"] == "." or second == first or first > _MONTHS:
        day = date(year, second, first)
    elif second > _MONTHS:
        day = date(year, first, second)
    else:
        return None
    return _one_day(day)


def _last_such_day(today: date, month: int, day: int) -> date:
    """A 29th of February may be some years away."""
    for year in range(today.year, today.year - 9, -1):
        if day <= calendar.monthrange(year, month)[1] and date(year, month, day) <= today:
            return date(year, month, day)
    raise ValueError(day)


def _month(found: "re.Match[str]", today: date) -> Days:
    month = _numbered("months")[found["month"]]
    return _months_from(date(_years(found, today, month), month, 1), 1)


def _year(found: "re.Match[str]", _: date) -> Days:
    return _months_from(date(int(found["year"]), 1, 1), 12)


def _season(found: "re.Match[str]", today: date) -> Days:
    month = _numbered("seasons")[found["name"]]
    return _months_from(date(_years(found, today, month), month, 1), 3)


def _months_from(first: date, months: int) -> Days:
    ahead = first.month - 1 + months
    return first, date(first.year + ahead // 12, ahead % 12 + 1, 1)


def _sided(found: "re.Match[str]", today: date) -> Days | None:
    """Last, this, next; a day of the week by itself is the last one."""
    name, side = found["name"], _named(found, "side") or "last"
    if side in _table()["sides"]["next"].split():
        return None
    current = side in _table()["sides"]["this"].split()
    if name in _numbered("weekdays"):
        back = (today.weekday() + 1 - _numbered("weekdays")[name]) % 7 or (0 if current else 7)
        return _one_day(today - timedelta(days=back))
    if name in _numbered("months"):
        return _before(_numbered("months")[name], 1, today, current=current)
    if name in _numbered("seasons"):
        return _before(_numbered("seasons")[name], 3, today, current=current)
    return _unit(_units()[name], today, 0 if current else 1)


def _before(month: int, months: int, today: date, *, current: bool) -> Days:
    """The one that has ended, or the one that is on or was this year."""
    year = today.year - (date(today.year, month, 1) > today)
    first, end = _months_from(date(year, month, 1), months)
    if not current and end > today:
        first, end = _months_from(date(year - 1, month, 1), months)
    return first, end


def _unit(unit: str, today: date, ago: int) -> Days:
    """The whole day, week, month or year that was so many ago."""
    monday = today - timedelta(days=today.weekday())
    if unit == "day":
        return _one_day(today - timedelta(days=ago))
    if unit == "week":
        first = monday - timedelta(weeks=ago)
        return first, first + timedelta(weeks=1)
    if unit == "weekend":
        first = monday - timedelta(days=2 + 7 * (ago - 1))
        return first, first + timedelta(days=2)
    if unit == "month":
        back = today.year * 12 + today.month - 1 - ago
        return _months_from(date(back // 12, back % 12 + 1, 1), 1)
    return _months_from(date(today.year - ago, 1, 1), 12)


def _ago(found: "re.Match[str]", today: date) -> Days | None:
    given, unit = found["number"], _units()[found["unit"]]
    number = int(given) if given.isdecimal() else _numbered("numbers")[given]
    if number > MOST_AGO:
        return None
    if unit == "week":  # two weeks ago: about then, not the whole calendar week
        about = today - timedelta(weeks=number)
        return about - timedelta(days=3), about + timedelta(days=4)
    return _unit(unit, today, number)


def _days_ago(days: int) -> Resolve:
    def resolve(_: "re.Match[str]", today: date) -> Days:
        return _one_day(today - timedelta(days=days))

    return resolve


def _one_day(day: date) -> Days:
    return day, day + timedelta(days=1)
