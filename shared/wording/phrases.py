"""The words that questions are put in, one file a language, and the quiet line of a model that is away."""

import tomllib
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from shared.contracts.operations import CardFor, OfferKind
from shared.contracts.understanding import ModelUse

SPOKEN = ("en", "es", "de")


@dataclass(frozen=True, slots=True)
class Manner:
    """In whose language and by whose calendar something is said."""

    language: str
    time_zone: str
    now: datetime


class Phrasing(BaseModel):
    """How one kind of offer is asked."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    one: tuple[str, ...] = Field(min_length=1)
    """Shows the text when there is one; of a clash, what is known."""
    one_unnumbered: tuple[str, ...] = ()
    several: tuple[str, ...] = Field(min_length=1)
    """Opens the list when there are several; of a clash, shows what is new."""
    ask: tuple[str, ...] = Field(min_length=1)
    ask_several: tuple[str, ...] = Field(min_length=1)
    ask_choice: tuple[str, ...] = ()


class Away(BaseModel):
    """Why the model that was chosen did not answer, and what can be done."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    answered: str
    """Says that the reply was made without it, and {why}."""
    read: str
    """Says that the line was read without it, and {why}."""
    key_refused: str
    away: str
    slow: str
    limited: str
    request_refused: str
    unusable: str
    resting: str
    budget: str


class Wording(BaseModel):
    """How questions are put in one language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    quoted: str
    months: str = Field(pattern=r"^\w+( \w+){11}$")
    day: str
    day_of_year: str
    said: str
    listed: str
    left: str
    waits: str
    """Names what is held and is not asked about now."""
    beside: str
    """Names what is known beside something new, where there can be many."""
    more: str
    never_again: str
    line_too: str
    """Says that the line which told it would leave the talk as well."""
    line_alone: str
    """Names the line, where nothing else would go."""
    line_ask_both: str
    line_ask: str
    control: str
    control_others: str
    """Says how it is agreed to by hand, behind why."""
    why_card: dict[CardFor, str]
    """Of an item by {number}."""
    why_card_alone: dict[CardFor, str]
    """The same of the only one."""
    reword: str
    """Asks for the text, where a correction was not understood."""
    lookalikes: str
    """Warns of letters that are not what they look like."""
    unclear: tuple[str, ...] = Field(min_length=1)
    unclear_near: str
    """Asks what was meant, where nobody had a better question."""
    silent: str
    """Stands for a reply that a model did not give."""
    mind: str
    """Follows a model's words that forget what keeps the person safe."""
    mostly_here: str
    """Says why a project is suggested for what a conversation left."""
    not_kept: str
    """Follows a model's words that something was kept, where nothing was."""
    away: Away
    kinds: dict[OfferKind, Phrasing]
    over: Phrasing
    """How it is asked whether something holds no longer."""


@cache
def _read(language: str) -> Wording:
    text = Path(__file__).with_name(f"{language}.toml").read_text(encoding="utf-8")
    return Wording.model_validate(tomllib.loads(text))


def load_wording(language: str) -> Wording:
    """The words of a language; English where we speak it not."""
    return _read(language if language in SPOKEN else "en")


REASONS = frozenset(Away.model_fields) - {"answered", "read"}


def notice_of(understood_by: ModelUse | None, answered_by: ModelUse | None, language: str) -> str:
    """Empty when every model that was asked answered; a reply without it tells more than a line read without it."""
    away = load_wording(language).away
    for use, told in ((answered_by, away.answered), (understood_by, away.read)):
        if use is not None and use.fallback_from is not None:
            return told.format(why=_why(use, away))
    return ""


def _why(use: ModelUse, away: Away) -> str:
    known = use.fallback_why if use.fallback_why in REASONS else "away"
    return str(dict(away)[known])


def answered_by(use: ModelUse | None) -> str:
    """By whom, as models are named."""
    return "" if use is None else f"{use.provider}:{use.model}" if use.model else use.provider
