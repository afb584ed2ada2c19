"""Words that mix alphabets whose letters look alike: "Paris" with a Cyrillic a is another word.

Scripts that do not look alike may stand in one word as they like, and so may the letters that people use as signs. A
word that is written in another alphabet as a whole is left alone: it is a word of that alphabet.
"""

import re
import unicodedata

_WORD = re.compile(r"[^\W\d_]+")
_ALIKE = frozenset({"LATIN", "CYRILLIC", "GREEK"})
_SIGNS = frozenset("\u00aa\u00b5\u00ba\u03bc\u03c0\u03a9")


def mixes_alphabets(text: str) -> bool:
    """Whether a word in it has letters of several alphabets that look alike."""
    return any(len(_alphabets(word)) > 1 for word in _WORD.findall(text))


def _alphabets(word: str) -> set[str]:
    if word.isascii():
        return {"LATIN"}
    named = {unicodedata.name(letter, "").partition(" ")[0] for letter in word if letter not in _SIGNS}
    return named & _ALIKE
