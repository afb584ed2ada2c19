"""Texts made comparable: folded letters, words that carry nothing, the words that count, and whom they speak of."""

import re
import tomllib
import unicodedata
from functools import cache, partial
from pathlib import Path

from shared.text.pattern_files import APOSTROPHE
from shared.text.quotation import without_marks

_ACCENTS = re.compile("(?<=[a-z\u0370-\u03ff])[\u0300-\u036f]+")
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "\u0131": "i", "\u0451": "\u0435"}
)
"""What many keyboards lack."""


def fold_text(text: str) -> str:
    """The text so; letters of other scripts keep what belongs to them. A change here needs a new index of recall."""
    if text.isascii():
        return text.casefold()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", text.casefold().replace("\u2019", "'")))
    return unicodedata.normalize("NFC", bare).translate(_LETTERS)


BY_LANGUAGE = ("english", "german", "spanish", "french", "italian", "portuguese", "dutch")


@cache
def _lists() -> dict[str, frozenset[str]]:
    text = Path(__file__).with_name("small_words.toml").read_text(encoding="utf-8")
    return {name: frozenset(words.split()) for name, words in tomllib.loads(text).items()}


@cache
def small_words() -> dict[str, frozenset[str]]:
    """Of each language, as they are written."""
    return {language: _lists()[language] for language in BY_LANGUAGE}


def common_signs() -> frozenset[str]:
    """Of languages without spaces."""
    return _lists()["signs"]


def compared_words() -> frozenset[str]:
    """What a fact is not about, in any language, folded and without apostrophes."""
    return _lists()["compared"]


@cache
def negation_words() -> frozenset[str]:
    """What turns a statement round, written like those."""
    return frozenset(word.replace("'", "") for word in _lists()["negations"])


_OR_WORD = re.compile(r"(?<!\w-)\b[^\W\d_]+(?:'[^\W\d_]+)?\b(?!-\w)")
"""None that is a part of another: "ten-am" and "me-time" stay what they are."""


def comparable_form(text: str) -> str:
    """That form, folded."""
    return fold_text(told_to_them(text))


def told_to_them(text: str) -> str:
    """The same as it was written but for the person: names keep their capitals."""
    plain = without_marks(text).replace(APOSTROPHE, "'")
    plain = _pattern("order", "lead").sub("", plain, count=1)
    plain = _pattern("person", "of").sub(_to_them, plain)
    plain = _pattern("english", "im").sub("I am", plain)
    plain = _pattern("spanish", "me").sub("te", plain)
    for table, pattern in (("spelled", _OR_WORD), ("turned", _OR_WORD), ("after", _after())):
        if not _pairs(table).keys().isdisjoint(word.casefold() for word in pattern.findall(plain)):
            plain = pattern.sub(partial(_instead, table), plain)
    return plain


def speaks_of_themself(text: str) -> bool:
    """Whether it has "I", "my" or the like in it."""
    plain = text.replace(APOSTROPHE, "'")
    return told_to_them(plain) != plain


def _instead(table: str, found: re.Match[str]) -> str:
    word = found[0]
    instead = _pairs(table).get(word.casefold())
    if instead is None:
        return word
    return instead.capitalize() if word[0].isupper() and word != "I" else instead


_THEM = {"the": "you", "die": "du", "der": "du", "la": "", "el": ""}


def _to_them(found: re.Match[str]) -> str:
    """By the article, which tells the language."""
    verb = (found["verb"] or "").strip()
    if found["own"]:
        return f"your {verb}".strip()
    return f"{_THEM[found['article'].casefold()]} {_tables()['person'].get(verb.casefold(), verb)}".strip()


@cache
def _tables() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))


@cache
def _pattern(table: str, name: str) -> re.Pattern[str]:
    return re.compile(_tables()[table][name])


@cache
def _after() -> re.Pattern[str]:
    return re.compile(rf"(?i)\b(?:{'|'.join(_pairs('after'))})\b(?!-\w)")


@cache
def _pairs(table: str) -> dict[str, str]:
    """Of all languages: who mixes them is understood too."""
    words = " ".join(_tables()[table].values()).split()
    return {one.replace("_", " "): other.replace("_", " ") for one, other in zip(words[::2], words[1::2], strict=True)}


_WORD = re.compile(r"[^\W_]+")
_APOSTROPHES = str.maketrans("", "", "'")
SHORTEST_STEM = 3
_TOO_SHORT_TO_STEM = 4


def words_in(text: str) -> list[str]:
    """All words, folded, in their order; that a fact is a quotation is none of them."""
    return _words_of_form(comparable_form(text))


def _words_of_form(form: str) -> list[str]:
    return _WORD.findall(form.translate(_APOSTROPHES))


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
    return is_form_negated(comparable_form(text))


def is_form_negated(form: str) -> bool:
    """The same of a text in its comparable form."""
    return not negation_words().isdisjoint(_words_of_form(form))


def canonical_form(text: str) -> str:
    """The same for all wordings that differ in case, accents, order, small words, simple endings and the person."""
    form = comparable_form(text)
    plain = _SPANISH_VERB.sub(r"\1", _GERMAN_VERB.sub(_verb_stem, form))
    about = " ".join(sorted(content_words(plain))) or " ".join(_words_of_form(form))
    return f"not {about}" if is_form_negated(form) else about


_GERMAN_VERB = re.compile(r"\bdu (\w{3,}?)(?:e|est|st)\b")
"""Of which no table knows every one: "du sammle", as "ich sammle" was turned, and "du sammelst"."""

_SPANISH_VERB = re.compile(r"^(\W*(?:no )?\w{3,}?)(?:o|as|es)\b")
"""It begins the sentence: "colecciono" and "coleccionas"."""


def _verb_stem(found: re.Match[str]) -> str:
    return f"du {found[1].removesuffix('el')}l" if found[1].endswith("el") else f"du {found[1]}"
