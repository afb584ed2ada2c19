"""Coarse times: how long ago something was noted, as a prompt says it."""

from datetime import datetime, timedelta

_STEPS = (
    (timedelta(hours=1), "just now", None),
    (timedelta(hours=2), "an hour ago", None),
    (timedelta(days=1), "{} hours ago", timedelta(hours=1)),
    (timedelta(days=2), "yesterday", None),
    (timedelta(days=7), "{} days ago", timedelta(days=1)),
    (timedelta(days=14), "last week", None),
    (timedelta(days=30), "{} weeks ago", timedelta(weeks=1)),
    (timedelta(days=60), "last month", None),
    (timedelta(days=365), "{} months ago", timedelta(days=30)),
    (timedelta(days=730), "last year", None),
)


def told_ago(then: datetime, now: datetime) -> str:
    """From "just now" to "3 years ago"."""
    age = max(now - then, timedelta())
    for limit, said, unit in _STEPS:
        if age < limit:
            return said if unit is None else said.format(age // unit)
    return f"{age // timedelta(days=365)} years ago"
