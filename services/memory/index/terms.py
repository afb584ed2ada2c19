"""A text as the terms that it is found by: stems of its words, folded; pairs of signs where words are not spaced.

Entries are indexed by them and questions are asked with them; a change here needs a new index. Small words are left out
on both sides: without them the index is shorter, and finds a little better (docs/recall.md).
"""

import re
import threading
import unicodedata

from Stemmer import Stemmer

from shared.text.comparable import common_signs, fold_text, small_words

MOST_OF_ENTRY = 512
MOST_OF_QUESTION = 32
"""Each costs one look into the index; what a question is about fits into fewer."""
LONGEST_TERM = 48
"""Longer than any word that somebody asks for; what is longer is cut, not left out."""
MOST_CHARACTERS = 16_000
"""512 terms never need more of a text in which people talk."""
OTHERWISE = "english"
"""The language of a text that has no small words."""
_BY_SCRIPT = (("russian", "\u0400", "\u052f"), ("greek", "\u0370", "\u03ff"), ("arabic", "\u0600", "\u06ff"))
_UNSPACED = (
    "\u0e00-\u0eff"  # Thai, Lao
    "\u1000-\u109f\u1780-\u17ff"  # Burmese, Khmer
    "\u3040-\u30ff\u31f0-\u31ff"  # kana
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Chinese signs
    "\uac00-\ud7a3"  # Korean is spaced, but what stands between two spaces is seldom one word
)
_MAY_NAME = re.compile(r"\d+|(?<=[^\W_] |[,;'\u2019(] )[^\W\d_]+")
"""A number, or a word before which nothing ended: there a capital tells something."""
_ALL_CAPITAL = frozenset({"german"})
"""Where a capital tells a noun and no name."""
_SIGN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_MARKS = "\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0900-\u0dff"
"""What belongs to the letter before it, though it is no letter."""
_RUN = re.compile(rf"(?P<unspaced>[{_UNSPACED}]+)|(?:(?![{_UNSPACED}])[^\W_][{_MARKS}]*)+")
_NOT = re.compile("(?<![a-z])(ca|wo)?n['\u2019]t(?![a-z])|n['\u2019]t(?![a-z])")


def index_terms(text: str) -> list[str]:
    """The terms of an entry, in their order, each as often as it occurs."""
    return _terms(text)[:MOST_OF_ENTRY]


def question_terms(text: str) -> list[str]:
    """The terms of a question, each once."""
    return list(dict.fromkeys(_terms(text)))[:MOST_OF_QUESTION]


def named_terms(text: str) -> list[str]:
    """Those of a question's terms that name somebody, some place or some thing, or are numbers, each once."""
    words = _MAY_NAME.findall(unicodedata.normalize("NFKC", text[:MOST_CHARACTERS]))
    language = language_of(word_list(text))
    stemmer, asked, capitals = _stemmer(language), set(question_terms(text)), language not in _ALL_CAPITAL
    named = (_term(word.casefold(), stemmer) for word in words if word.isdecimal() or (capitals and word[0].isupper()))
    return [term for term in dict.fromkeys(named) if term in asked]


def word_list(text: str) -> list[str]:
    """All words as they are written but for case; of what is not spaced the whole run."""
    return [run.group() for run in _RUN.finditer(_plain(text))]


def language_of(words: list[str]) -> str:
    """The language whose small words most of them are; by the script where that tells it."""
    first = next((word[0] for word in words if not word.isdecimal()), "")
    for language, from_, to in _BY_SCRIPT:
        if from_ <= first <= to:
            return language
    counts = {language: sum(word in small for word in words) for language, small in small_words().items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] > counts[OTHERWISE] else OTHERWISE


def is_small(word: str, language: str) -> bool:
    """Whether it is one of the words that every sentence of a language may have."""
    return word.casefold() in small_words().get(language, frozenset())


def _terms(text: str) -> list[str]:
    found = [(run.group(), run.group("unspaced") is not None) for run in _RUN.finditer(_plain(text))]
    language = language_of([word for word, unspaced in found if not unspaced])
    small, stemmer = small_words().get(language, frozenset()), _stemmer(language)
    made: list[str] = []
    for word, unspaced in found:
        if unspaced:
            made += _signs(word)
        elif word not in small:
            made.append(_term(word, stemmer))
    return made


def _term(word: str, stemmer: Stemmer) -> str:
    return fold_text(stemmer.stemWord(word[:LONGEST_TERM]))[:LONGEST_TERM]


def _plain(text: str) -> str:
    """One form for what reads the same; "don't" loses its end, as a small word's rest."""
    return _NOT.sub(" ", unicodedata.normalize("NFKC", text[:MOST_CHARACTERS]).casefold())[:MOST_CHARACTERS]


def _signs(run: str) -> list[str]:
    """Every two neighbours, and each Chinese sign that tells something alone."""
    pairs = [run[at : at + 2] for at in range(len(run) - 1)]
    alone = [sign for sign in run if _SIGN.match(sign) and sign not in common_signs()]
    return (pairs + alone) or [run]


class _Stemmers(threading.local):
    """A stemmer has a store of its own that two threads must not share."""

    def __init__(self) -> None:
        self.by_language: dict[str, Stemmer] = {}


_STEMMERS = _Stemmers()


def _stemmer(language: str) -> Stemmer:
    made = _STEMMERS.by_language
    if language not in made:
        made[language] = Stemmer(language)
    return made[language]
