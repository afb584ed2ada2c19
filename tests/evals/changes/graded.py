"""Four hundred pairs in three languages, and how well a change is seen in them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from services.memory.consent.contradictions import what_changes
from shared.embedding.embedder import vector_of

LANGUAGES = ("en", "de", "es")


@dataclass(frozen=True, slots=True)
class Pair:
    """What a person told, what they say now, and which of the known texts stops being true by it."""

    id: str
    known: tuple[str, ...]
    new: str
    changes: int | None
    many: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """A pair, and the known text that was named for it."""

    pair: Pair
    named: int | None

    @property
    def seen(self) -> bool:
        """The right one of those known."""
        return self.pair.changes is not None and self.named == self.pair.changes

    @property
    def wrong_one(self) -> bool:
        """Something did change, but another was named."""
        return self.pair.changes is not None and self.named not in {None, self.pair.changes}

    @property
    def false_alarm(self) -> bool:
        """Nothing changed, and yet one was named."""
        return self.pair.changes is None and self.named is not None


def pairs(language: str) -> Iterator[Pair]:
    """All of a language, as they were written."""
    path = Path(__file__).with_name(f"{language}.jsonl")
    for line in path.read_text(encoding="utf-8").splitlines():
        yield _pair(json.loads(line))


def _pair(given: dict[str, Any]) -> Pair:
    return Pair(**{**given, "known": tuple(given["known"])})


def answered(language: str) -> list[Answer]:
    """Each pair with what the memory names, offline: the rules and the local model's nearness."""
    return [Answer(pair, what_changes(pair.new, pair.known, _nearness(pair)).place) for pair in pairs(language)]


def _nearness(pair: Pair) -> list[float]:
    here = vector_of(pair.new)
    return [float(here @ vector_of(text)) for text in pair.known]


def table() -> Iterator[str]:
    """A line for each language: changes seen, a wrong one named, false alarms."""
    yield "changes    seen  wrong one named  false alarms (number)"
    for language in LANGUAGES:
        found = answered(language)
        changed = [one for one in found if one.pair.changes is not None]
        same = [one for one in found if one.pair.changes is None]
        seen, other = _share([one.seen for one in changed]), _share([one.wrong_one for one in changed])
        alarms = _share([one.false_alarm for one in same])
        yield f"  {language}   {seen:>9}{other:>17}{alarms:>14} ({len(changed)} changes, {len(same)} others)"


def _share(right: Sequence[bool]) -> str:
    return f"{sum(right) / len(right):.1%}"
