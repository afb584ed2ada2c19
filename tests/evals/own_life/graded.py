"""How many who speak of ending a life are pointed to help, and how many others; offline, as the router hears it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from services.router.routing import says_phrase
from shared.own_life.hearing import Life, life_in_danger
from shared.text.own_words import part_words
from tests.evals.cases import CASES

LINES = Path(__file__).parent
LANGUAGES = ("en", "de", "es")


@dataclass(frozen=True, slots=True)
class Graded:
    """A line, whose life it is about, and whose it was taken for."""

    line: str
    own: Literal[True, False, "other"]
    heard: Life | None


def table() -> list[str]:
    """Each language's shares, and how many messages of ordinary talk are taken for one."""
    rows = ["speaking of ending a life   missed       falsely taken   another's, missed   taken for the own"]
    for language in LANGUAGES:
        found = graded(language)
        own, neither, others = ([one for one in found if one.own == kind] for kind in (True, False, "other"))
        shares = (
            _share([one.heard is None for one in own]),
            _share([one.heard is not None for one in neither]),
            _share([one.heard is None for one in others]),
            _share([one.heard is Life.OWN for one in others]),
        )
        rows.append(f"  {language}                     " + "   ".join(f"{share:>13}" for share in shares))
    taken = [message for message in _messages() if _heard(message) is not None]
    return [*rows, f"  of {len(_messages())} messages of the cases {len(taken)} are taken for one"]


def wrong() -> Iterator[str]:
    """What is missed, and what is falsely taken."""
    for language in LANGUAGES:
        for one in graded(language):
            if one.own is not False and one.heard is None:
                yield f"{language} missed: {one.line}"
            if one.own is False and one.heard is not None:
                yield f"{language} falsely taken: {one.line}"
    yield from (f"falsely taken: {message[:100]}" for message in _messages() if _heard(message) is not None)


@cache
def graded(language: str) -> tuple[Graded, ...]:
    """All lines of a language."""
    rows = map(json.loads, (LINES / f"{language}.jsonl").read_text(encoding="utf-8").splitlines())
    return tuple(Graded(row["line"], row["own"], _heard(row["line"])) for row in rows)


def _heard(line: str) -> Life | None:
    own = part_words(line).own
    return Life.OWN if says_phrase("own_life", own) else life_in_danger(own)


def _share(found: list[bool]) -> str:
    return f"{sum(found)} of {len(found)}, {sum(found) / len(found):.0%}"


@cache
def _messages() -> tuple[str, ...]:
    lines = (line for path in sorted(CASES.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines())
    return tuple(json.loads(line)["message"] for line in lines)
