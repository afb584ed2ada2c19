"""What must be asked with more care: the model's view and our own rules, the stricter wins."""

import re
import tomllib
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from services.memory.knowledge.assertion import Assertion
from services.memory.knowledge.private import (
    is_of_health,
    is_private,
    private_words,
    tells_of_others,
)
from shared.assertions import About, Category, Label
from shared.operations import CardFor
from shared.text.comparable import comparable
from shared.text.folding import fold
from shared.text.quotation import without_marks
from shared.text.secret_words import holds_secret
from shared.text.wording import content_words, words
from shared.understanding import PersonalFact

SENSITIVE_IMPORTANCE = 4
POLICY_VERSION = 2
"""Raised with every change of what is asked, kept or refused, here and in its lists: the audit has it beside each."""


@cache
def _lists() -> dict[str, frozenset[str]]:
    text = Path(__file__).with_name("policy.toml").read_text(encoding="utf-8")
    return {name: frozenset(listed.split()) for name, listed in tomllib.loads(text).items()}


def is_sensitive(text: str) -> bool:
    """Whether our own rules find something private in it."""
    return is_private(text)


@cache
def _signs() -> dict[str, re.Pattern[str]]:
    """Over folded text."""
    tables = tomllib.loads(Path(__file__).with_name("not_facts.toml").read_text(encoding="utf-8"))
    return {name: re.compile("|".join(forms)) for name, forms in tables.items()}


def may_be_asked(fact: PersonalFact) -> bool:
    """Orders are no facts, whoever gives them; what is private is only asked about when it was said outright."""
    if tells_secret(fact):
        return False
    orders = is_instruction(fact.text) or is_instruction(fact.own_words)
    return not orders and not _is_guessed(fact) and not _is_inferred(fact)


def tells_secret(fact: PersonalFact) -> bool:
    """It opens a door, an account or a purse: never asked about, never named again."""
    return holds_secret(fact.text) or holds_secret(fact.own_words)


def is_instruction(text: str) -> bool:
    """It would tell the companion how to treat rules, consent or other people, or hides what it says."""
    said = fold(without_marks(text))
    return any(_signs()["instruction"].search(each) for each in (said, comparable(text)))


def _is_guessed(fact: PersonalFact) -> bool:
    """Private, and only supposed, or said of the person by others than those who know."""
    if not (fact.sensitive or is_sensitive(fact.text)):
        return False
    text = comparable(fact.text)
    supposed = _signs()["supposed"].search(text) is not None
    told = _signs()["told_by_others"].search(text) is not None
    return supposed or (told and _signs()["who_knows"].search(text) is None)


def _is_inferred(fact: PersonalFact) -> bool:
    """A private conclusion stands in it that the person did not draw: neither that word, nor one of its kind."""
    said, own = set(words(fact.own_words)), private_words(fact.own_words)
    for kind, found in private_words(fact.text).items():
        concluded = {word for word in found if not _signs()["no_conclusion"].search(word)}
        if concluded and not own[kind] and not any(get_close_matches(word, said, 1, ALIKE) for word in concluded):
            return True
    return False


ALIKE = 0.7
"""From here on two words are one: in another form, misspelled, or in another language."""


def is_safety(text: str) -> bool:
    """What keeps a person safe is never left out of a prompt for want of room."""
    return any(word.startswith(_beginnings()) for word in words(text))


@cache
def _beginnings() -> tuple[str, ...]:
    return tuple(sorted(_lists()["safety"]))


@cache
def safety_patterns() -> tuple[str, ...]:
    """For the database, on small letters: what these find holds all that is_safety finds, so that an old one is read.

    Folding every text, or one expression for all of them, takes three times as long.
    """
    return tuple(f"%{beginning}%" for beginning in sorted(_lists()["safety"] | _lists()["safety_accented"]))


def category_of(text: str, claimed: str) -> str:
    """Health is health, whatever it was taken for."""
    return Category.HEALTH if is_of_health(text) else claimed


def label_of(fact: PersonalFact) -> Label:
    """Stamped here: what stood in a quotation the person did not say, nor what has a word that is not theirs."""
    if fact.quoted:
        return Label.QUOTED
    return Label.STATED if _is_said(fact) else Label.INFERRED


def _is_said(fact: PersonalFact) -> bool:
    """Whether all that the fact says stands in the person's words; signs count where no words are parted."""
    told, own = content_words(fact.text), content_words(fact.own_words)
    return all(get_close_matches(word, own, 1, ALIKE) or _is_within(word, fact.own_words) for word in told - own)


def _is_within(word: str, own: str) -> bool:
    """Of a language that writes without spaces, a part of the word stands in what was said."""
    if word.isascii():
        return False
    said = fold(own)
    return any(word[at : at + 2] in said for at in range(len(word) - 1))


def needs_control(fact: PersonalFact) -> bool:
    """A yes in words is enough for what the person said themself; for the rest, and for others' secrets, it is not."""
    return label_of(fact) is not Label.STATED or _is_private_to_others(fact.text, fact.about, sensitive=fact.sensitive)


def needs_card(assertion: Assertion) -> bool:
    """The same of what is held already."""
    return card_for(assertion) is not None


def card_for(assertion: Assertion) -> CardFor | None:
    """Why a yes in words is not enough for it; nothing, where it is."""
    if is_private_to_others(assertion):
        return "private_to_others"
    if assertion.label is Label.STATED:
        return None
    return "said_by_others" if assertion.label is Label.QUOTED else "not_own_words"


def is_private_to_others(assertion: Assertion) -> bool:
    """Whether it is somebody else's secret."""
    return _is_private_to_others(assertion.content, assertion.about, sensitive=assertion.sensitive)


def _is_private_to_others(text: str, about: About, *, sensitive: bool) -> bool:
    """By our own words for it, by the reader's word, or because it is nothing that one tells of others freely."""
    private = sensitive or is_private(text)
    if private and (about is About.OTHERS or not _speaks_to_the_person(text)):
        return True
    if tells_of_others(text):
        return True
    return sensitive and not is_private(text) and about is not About.SELF


def _speaks_to_the_person(text: str) -> bool:
    return _signs()["to_the_person"].search(comparable(text)) is not None


def importance_of(fact: PersonalFact) -> int:
    """At least this, where it matters for a person's safety or privacy."""
    return max(fact.importance, SENSITIVE_IMPORTANCE) if is_sensitive(fact.text) else fact.importance
