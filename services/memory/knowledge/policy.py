"""What must be asked with more care: the model's view and our own rules, the stricter wins."""

import tomllib
from functools import cache
from pathlib import Path

from services.memory.knowledge.wording import words
from shared.assertions import About, Category, Label
from shared.understanding import PersonalFact

SENSITIVE_IMPORTANCE = 4


@cache
def _lists() -> dict[str, frozenset[str]]:
    text = Path(__file__).with_name("policy.toml").read_text(encoding="utf-8")
    return {name: frozenset(listed.split()) for name, listed in tomllib.loads(text).items()}


def is_sensitive(text: str) -> bool:
    """Whether our own rules find something private in it."""
    said = set(words(text))
    return any(said & listed for name, listed in _lists().items() if name != "safety")


def is_safety(text: str) -> bool:
    """What keeps a person safe is never left out of a prompt for want of room."""
    return bool(set(words(text)) & _lists()["safety"])


def category_of(text: str, claimed: Category) -> Category:
    """Health is health, whatever it was taken for."""
    return Category.HEALTH if set(words(text)) & _lists()["health"] else claimed


def label_of(fact: PersonalFact) -> Label:
    """Stamped here: what stood in a quotation was not said by the person."""
    return Label.QUOTED if fact.quoted else Label.STATED


def needs_control(fact: PersonalFact) -> bool:
    """A yes in words is enough for the person's own stated words; what was quoted, or is private to others, is not."""
    private = fact.sensitive or is_sensitive(fact.text)
    return fact.quoted or (fact.about is About.OTHERS and private)


def importance_of(fact: PersonalFact) -> int:
    """At least this, where it matters for a person's safety or privacy."""
    return max(fact.importance, SENSITIVE_IMPORTANCE) if is_sensitive(fact.text) else fact.importance
