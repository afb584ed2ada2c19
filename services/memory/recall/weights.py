"""All numbers of the ranking, from one table: `weights.toml`."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Look:
    """What is looked at closely, by a rough sum in the database."""

    words: float
    speaker: float
    entities: float
    time: float
    candidates: int
    reach: int


@dataclass(frozen=True, slots=True)
class Glance:
    """What is looked at closely where there is much, by the signs of the meanings and by rare words."""

    above: int
    sample: int
    near: int
    often: int
    closely: int


@dataclass(frozen=True, slots=True)
class Terms:
    """BM25."""

    saturation: float
    length: float


@dataclass(frozen=True, slots=True)
class Order:
    """What brings an entry forward."""

    meaning: float
    words: float
    words_before: float
    next: float
    next_unknown: float
    answers: float
    asks: float
    named: float
    entities: float
    speaker: float
    speaker_unsure: float
    time: float
    time_after: float
    told_within_days: int


@dataclass(frozen=True, slots=True)
class Silence:
    """Whether anything fits at all."""

    words: float
    entities: float
    time: float
    crowd: float
    spread: float
    few: int
    usual: float
    usual_elsewhere: float
    usual_spread: float
    slope: float
    offset: float
    enough: float


@dataclass(frozen=True, slots=True)
class Links:
    """What has to do with each other."""

    drawn: float
    brought: int


@dataclass(frozen=True, slots=True)
class Weighing:
    """The file, a table each."""

    look: Look
    glance: Glance
    terms: Terms
    order: Order
    silence: Silence
    links: Links


@cache
def load_weights() -> Weighing:
    """As they are released."""
    tables = tomllib.loads(Path(__file__).with_name("weights.toml").read_text(encoding="utf-8"))
    return Weighing(
        Look(**tables["look"]),
        Glance(**tables["glance"]),
        Terms(**tables["terms"]),
        Order(**tables["order"]),
        Silence(**tables["silence"]),
        Links(**tables["links"]),
    )


def answer_threshold() -> float:
    """The score below which silence is the better answer, where nobody says otherwise."""
    return load_weights().silence.enough
