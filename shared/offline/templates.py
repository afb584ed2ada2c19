"""What the offline engine can say, one file a language, and which of several ways of saying it is taken."""

import hashlib
import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from shared.models.model import Brief
from shared.text.language import SPOKEN


class Templates(BaseModel):
    """What can be said in one language. Slots are filled from stored data only."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: int = Field(ge=1)
    connect: str
    """How to connect a language model, in one sentence."""
    first_time: str
    item: str
    quote: str
    quote_personal: str
    quote_past: str
    quote_waits: str
    quote_waits_personal: str
    spoken: str
    more: str
    more_waiting: str
    more_open: str
    story: str
    answer_words: frozenset[str]
    """Whole lines that would answer a question, if there were one."""
    replies: dict[str, tuple[str, ...]] = Field(min_length=1)


@cache
def _read(language: str) -> Templates:
    text = (Path(__file__).parent / "replies" / f"{language}.toml").read_text(encoding="utf-8")
    return Templates.model_validate(tomllib.loads(text))


def load_templates(language: str) -> Templates:
    """The templates of a language, checked when they are read; English where we speak it not."""
    return _read(language if language in SPOKEN else "en")


@cache
def answering_lines() -> frozenset[str]:
    """Whole lines that answer something, in any of the languages: people mix them."""
    return frozenset[str]().union(*(load_templates(language).answer_words for language in SPOKEN))


_EXAMPLES = re.compile("“[^”]*”|„[^“]*“|«[^»]*»")


def asks_itself(variant: str) -> bool:
    """Whether it asks something; an example in quotation marks does not."""
    return "?" in _EXAMPLES.sub("", variant)


def pick_variant(variants: Sequence[str], brief: Brief, *, quiet: bool) -> str:
    """By the turn's hash, never the one before; without a question of its own where the reply ends in another."""
    allowed = [variant for variant in variants if not (quiet and asks_itself(variant))]
    seat = _seat(brief, len(allowed))
    order = allowed[seat:] + allowed[:seat]
    last = brief.history[-1].replied if brief.history else ""
    unheard = [variant for variant in order if head_of(variant) not in last]
    return (unheard or [variant for variant in order if not last.startswith(head_of(variant))] or order)[0]


def head_of(variant: str) -> str:
    """What a variant begins with, whatever stands in its slots: by this it is known again."""
    return variant.partition("{")[0]


def _seat(brief: Brief, among: int) -> int:
    """A draw that differs from the draw of the turn before even where that turn's reply is hidden by now."""
    seat = -1
    for turn_id in (*(exchange.turn_id for exchange in brief.history), brief.turn_id):
        drawn = int.from_bytes(hashlib.sha256(turn_id.bytes).digest()[:4]) % among
        seat = (drawn + 1) % among if drawn == seat else drawn
    return seat
