"""The greeting's words: at most six lines, short and kind, and never a script of what to ask."""

import tomllib
from collections.abc import Sequence
from datetime import datetime, time
from functools import cache
from pathlib import Path
from types import MappingProxyType

from shared.contracts.requests.conversations import GreetingItem
from shared.wording.days import day_told, zone_named
from shared.wording.phrases import SPOKEN, Manner

MOST_NAMED = 3
"""Things of a line; how many more there are is said."""


_NEAR = MappingProxyType({0: "today", 1: "yesterday"})
"""Days ago that have a word of their own."""


@cache
def _read() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("greetings.toml").read_text(encoding="utf-8"))


def greeting_line(kind: str, items: Sequence[GreetingItem], count: int, manner: Manner) -> str:
    """One line: its things in their own words, with the day that matters."""
    words = _words(manner)
    named = [_named(kind, item, manner) for item in items[:MOST_NAMED]]
    more = [words["more"].format(more=count - len(named))] if count > len(named) else []
    return words[kind].format(things="; ".join(named + more))


def _named(kind: str, item: GreetingItem, manner: Manner) -> str:
    words, thing = _words(manner), item.text.rstrip(".")
    if kind == "due" and item.due is not None:
        noon = datetime.combine(item.due, time(12), zone_named(manner.time_zone))
        return words["by"].format(thing=thing, day=day_told(noon, manner))
    if kind in {"waiting", "stale"}:
        return words["since"].format(thing=thing, day=day_told(item.since, manner))
    return thing


def resume_line(kind: str, last_message_at: datetime, manner: Manner) -> str:
    """Says that the talk can go on, or what waits of it; of one that has been still for long as an invitation."""
    words = _words(manner)
    return words[kind].format(day=day_told(last_message_at, manner), when=_when_told(last_message_at, manner))


def _when_told(at: datetime, manner: Manner) -> str:
    words, here = _words(manner), zone_named(manner.time_zone)
    ago = (manner.now.astimezone(here).date() - at.astimezone(here).date()).days
    return words[_NEAR.get(ago, "on")].format(day=day_told(at, manner))


def hello_line(manner: Manner) -> str:
    """Opens a greeting that has something to say."""
    return _words(manner)["hello"]


def _words(manner: Manner) -> dict[str, str]:
    return _read()[manner.language if manner.language in SPOKEN else "en"]
