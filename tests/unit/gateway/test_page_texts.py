"""What the page says: the same in all three languages, all of it used, and nothing that it uses missing."""

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from services.gateway import problems
from services.gateway.doors.page import FOLDER
from services.memory.assertions.assertion import Actor
from services.memory.erasure import verification
from services.memory.inflight.ending import Ending
from shared.contracts.assertions import About, Category, Force, Label
from shared.contracts.errors import PROBLEMS
from shared.contracts.operations import Action, CardFor, OfferKind
from shared.contracts.pipeline import COMPRESSION
from shared.contracts.requests.conversations import ConversationStatus, EndedAs
from shared.contracts.requests.notebook import Verb
from shared.contracts.requests.people import Asking
from shared.models.model_names import Provider
from shared.models.wire import Why

LANGUAGES = ("en", "de", "es")
FORMS = ("one", "other")
KEY = re.compile(r'"([a-z_]+\.[a-z0-9_.]+)"')
"""A key as it stands in the code."""
MADE = re.compile(r"`([a-z_]+\*?\.[a-z_.*]+)`")
"""A key of which a part is known only when the page runs, with `*` for it."""
PART = re.compile(r'(?:named|counted)\("([a-z]+)"')
"""A part whose keys are names of the doors."""
HOLE = re.compile(r"\$\{[^{}]*\}")
SLOT = re.compile(r"\{(\w+)\}")
CODES = PROBLEMS.keys() | {error.code for error in vars(problems).values() if hasattr(error, "code")}
OF_THE_DOORS: dict[str, Iterable[str]] = {
    "force.*": Force,
    "source.*": Label,
    "did.*": Verb,
    "question.*": OfferKind,
    "question.did.*": Action,
    "question.card.*": get_args(CardFor),
    "question.private.*": About,
    "problem.*": CODES,
    "failed.*": Ending,
    "receipt.files.*": get_args(verification.Files),
    "why.action.*": Action,
    "memory.actor.*": Actor,
    "memory.importance.*": "12345",
    "settings.model.why.*": [why.value for why in Why],
    "settings.provider.*": Provider,
    "settings.asking.*": Asking,
    "category.*": Category,
    "closing.step.*": COMPRESSION.steps,
    "conversation.title.*": ConversationStatus,
    "archive.kept.*": EndedAs,
    "settings.who.*": ("house", "machine", "network", "far"),
    "receipt.*.*": ("erased", "retracted", "gone", "still_found", "checking"),
}
"""What fills these are words of the doors, that need not stand in the code."""


MEMORY = Path(verification.__file__).parents[1]
TABLE = re.compile(r"create table (\w+) \(\n(.*?)\n\);", re.DOTALL)
PASSED_BY = re.compile(r"relname (?:not in|<>) (.*)")
"""The tables that the independent look leaves out, as its statement names them."""
SERVING = re.compile(r"\bas (\w+)[,\n]")
"""The surfaces of the look after something was taken back."""

SAID_BY_THE_DOORS = ("problem.", "failed.")
"""What the doors say in English themselves stands in English only where the page says it better."""


@cache
def texts(language: str) -> dict[str, str]:
    """Every text by its whole key."""
    both = [FOLDER / "texts" / name / f"{language}.json" for name in ("", "further")]
    parts = dict(part for file in both for part in json.loads(file.read_text(encoding="utf-8")).items())
    return {f"{part}.{key}": text for part, all_ in parts.items() for key, text in all_.items()}


@cache
def code() -> str:
    """All that the page runs."""
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(FOLDER.rglob("*.js")))


def plain(key: str) -> str:
    """The key that the code names: the form is chosen by the language."""
    stem, _, form = key.rpartition(".")
    return stem if form in FORMS else key


@cache
def makes() -> frozenset[str]:
    """What the keys look like that the code puts together: `why.action.*`."""
    return frozenset(MADE.findall(HOLE.sub("*", code()))) | {f"{part}.*" for part in PART.findall(code())}


def is_made(key: str, shape: str) -> bool:
    """Whether the code puts this key together in this way, from words that stand in it or that the doors have."""
    found = re.fullmatch(re.escape(shape).replace(r"\*", "([a-z0-9_]+)"), key)
    if found is None:
        return False
    if shape.removesuffix(".*") in PART.findall(code()):
        return True
    told = set(OF_THE_DOORS.get(shape, ()))
    return all(word in told or re.search(rf'"{word}"|\b{word}:', code()) for word in found.groups())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_that_the_page_asks_for_is_there(language: str) -> None:
    there = {plain(key) for key in texts(language)}
    parts = {key.partition(".")[0] for key in there}
    asked = {key for key in KEY.findall(code()) if key.partition(".")[0] in parts}
    assert asked - there == set()


def test_no_text_is_there_that_the_page_does_not_ask_for() -> None:
    named = set(KEY.findall(code()))
    there = {plain(key) for key in texts("de")}
    asked = {key for key in there if key in named or any(is_made(key, each) for each in makes())}
    assert there - asked == set()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_all_languages_say_the_same_with_the_same_slots(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert set(english) <= set(other)
    assert [key for key in other.keys() - english if not key.startswith(SAID_BY_THE_DOORS)] == []
    assert set(other) == set(texts(LANGUAGES[-1]))
    slots = {key: (set(SLOT.findall(english[key])), set(SLOT.findall(other[key]))) for key in english}
    assert {key: both for key, both in slots.items() if both[0] != both[1]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_has_all_its_forms(language: str) -> None:
    keys = set(texts(language))
    counted = {plain(key) for key in keys if plain(key) != key}
    assert {f"{stem}.{form}" for stem in counted for form in FORMS} <= keys
    assert {stem for stem in counted if stem in keys} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language: str) -> None:
    assert [key for key, text in texts(language).items() if not text.strip()] == []


def looked_at() -> set[str]:
    """Every place that a receipt can name: the tables with rows of a person, and what is no table."""
    released = "\n".join(file.read_text(encoding="utf-8") for file in sorted(MEMORY.rglob("versions/*.sql")))
    tables = {name for name, columns in TABLE.findall(released) if name == "person" or " person_id " in columns}
    passed_by = PASSED_BY.findall((MEMORY / "erasure" / "list_columns.sql").read_text(encoding="utf-8"))
    left_out = set(re.findall(r"'(\w+)'", " ".join(passed_by)))
    serving = SERVING.findall((MEMORY / "erasure" / "count_still_served.sql").read_text(encoding="utf-8") + "\n")
    assert left_out <= tables
    return (tables - left_out) | set(serving) | {verification.MEANING, verification.BROKER.replace(" ", "_")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_receipt_can_name_every_place_that_is_looked_at(language: str) -> None:
    there = {key.removeprefix("place.") for key in texts(language) if key.startswith("place.")}
    assert (looked_at() - there, there - looked_at()) == (set(), set())
