"""What two wordings have in common: content words without accents, endings and small words."""

import re

from shared.text.comparable import comparable_form
from shared.text.small_words import compared_words, negation_words

_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = str.maketrans("", "", "'")
SHORTEST_STEM = 3
_TOO_SHORT_TO_STEM = 4


def words_in(text: str) -> list[str]:
    """All words, folded, in their order; that a fact is a quotation is none of them."""
    return _WORD.findall(comparable_form(text).translate(_APOSTROPHES))


_ENDINGS = (("ies", "y"), ("sses", "ss"), ("ing", ""), ("ed", ""), ("es", ""), ("s", ""), ("en", ""), ("e", ""))


def stem_word(word: str) -> str:
    """Without the commonest endings: one form for the plural and the singular, for -ing and -ed."""
    if len(word) < _TOO_SHORT_TO_STEM or word.endswith("ss"):
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) + len(instead) >= SHORTEST_STEM:
            return word[: len(word) - len(ending)] + instead
    return word


def content_words(text: str) -> frozenset[str]:
    """What a text is about, as stems; negations are not part of it."""
    return frozenset(in_order(text))


def in_order(text: str) -> tuple[str, ...]:
    """The same as they follow each other: "tea over coffee" is not "coffee over tea"."""
    small = compared_words() | negation_words()
    return tuple(stem_word(word) for word in words_in(text) if word not in small)


def say_the_same(one: str, other: str) -> bool:
    """Whether the two differ in nothing but case, accents, small words and simple endings."""
    return canonical_form(one) == canonical_form(other) and in_order(one) == in_order(other)


def is_negated(text: str) -> bool:
    """Whether it says that something is not."""
    return any(word in negation_words() for word in words_in(text))


def canonical_form(text: str) -> str:
    """The same for all wordings that differ in case, accents, order, small words, simple endings and the person."""
    plain = _SPANISH_VERB.sub(r"\1", _GERMAN_VERB.sub(_verb_stem, comparable_form(text)))
    about = " ".join(sorted(content_words(plain))) or " ".join(words_in(text))
    return f"not {about}" if is_negated(text) else about


_GERMAN_VERB = re.compile(r"\bdu (\w{3,}?)(?:e|est|st)\b")
"""Of which no table knows every one: "du sammle", as "ich sammle" was turned, and "du sammelst"."""
_SPANISH_VERB = re.compile(r"^(\W*(?:no )?\w{3,}?)(?:o|as|es)\b")
"""It begins the sentence: "colecciono" and "coleccionas"."""


def _verb_stem(found: re.Match[str]) -> str:
    return f"du {found[1].removesuffix('el')}l" if found[1].endswith("el") else f"du {found[1]}"
