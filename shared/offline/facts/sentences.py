"""A clause as the sentence that would be kept: turned to the person, with a capital and a full stop."""

import re
from collections.abc import Callable

from shared.offline.facts import english, german, spanish
from shared.offline.patterns import listed, word_tables
from shared.text.patterns import APOSTROPHE

MOST = 280
"""What a card can show; a longer fact is cut at a word."""
_TURN: dict[str, Callable[[str], str]] = {"en": english.turned, "es": spanish.turned, "de": german.turned}
_OTHER = {language: word_tables(language)["turned"] for language in ("fr", "it", "pt", "nl")}
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def sentence(clause: str, language: str) -> str:
    """The clause, turned where there are rules for its language, and as it was said where there are none."""
    turn = _TURN.get(language)
    text = turn(clause) if turn else _with_subject(clause, language) + _by_table(clause, _OTHER.get(language, {}))
    return finished(text)


def turned_words(words: str, language: str) -> str:
    """Some words of the person's, turned, to go into a sentence that is there already."""
    if language == "en":
        return english.words_turned(words)
    turn = None if words.istitle() and " " not in words else _TURN.get(language)
    return turn(words) if turn else _by_table(words, _OTHER.get(language, {}))


_SUBJECT = {"pt": "você ", "nl": "je "}
"""Where the turned verb by itself could be somebody else's."""


def _with_subject(clause: str, language: str) -> str:
    first = clause.split(" ", 1)[0].lower()
    verb = first in _OTHER.get(language, {}) and language in _SUBJECT and first not in listed(language)["pronouns"]
    return _SUBJECT[language] if verb else ""


def _by_table(clause: str, table: dict[str, str]) -> str:
    return _WORD.sub(lambda found: table.get(found[0].lower(), found[0]), clause.replace(APOSTROPHE, "'"))


def finished(text: str) -> str:
    """With a capital, a full stop, and no longer than a card can show."""
    text = re.sub(r"\s+", " ", text).strip(" ,;:-–—.!…")  # noqa: RUF001
    if len(text) > MOST - 1:
        whole, space, _ = text[: MOST - 2].rpartition(" ")
        text = whole.rstrip(",;: ") + "…" if space else ""  # within a word nothing is cut
    if not text:
        return ""
    ending = "" if text.endswith(("…", "?")) else "."
    return f"{text[:1].upper()}{text[1:]}{ending}"
